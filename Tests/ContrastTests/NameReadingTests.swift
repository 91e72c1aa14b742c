import Palettes
import Testing

@testable import Contrast

@Suite("Words of a name")
struct WordsTests {
  @Test(
    "Names are split where designers split them",
    arguments: [
      ("text.muted", ["text", "muted"]), ("bgCanvasDefault", ["bg", "canvas", "default"]),
      ("CTAPrimaryForeground", ["cta", "primary", "foreground"]), ("ZDesign/Gray100", ["z", "design", "gray", "100"]),
      ("button_label-color", ["button", "label"]), ("Color", ["color"]),
      ("BookmarksCellLabelColor", ["bookmarks", "cell", "label"]),
      ("Primär Text", ["primär", "text"]), ("on surface", ["on", "surface"]), ("URL", ["url"]), ("", []),
    ])
  func split(name: String, expected: [String]) {
    #expect(words(of: name) == expected)
  }
}

@Suite("Reading a name")
struct NameReadingTests {
  @Test(
    "The last strong role word wins, and traps are none",
    arguments: [
      ("iconDarkBackground", "background"), ("textPrimary", "text"), ("secondaryLabel", "text"),
      ("iconPrimary", "icon"),
      ("iconText", "icon"), ("linkHover", "link"), ("placeholderText", "placeholder"), ("hintLabel", "placeholder"),
      ("textFieldBackground", "background"), ("textField", "none"), ("text area", "none"), ("sliderLabel", "icon"),
      ("disabledText", "disabled"), ("inactiveText", "text"), ("unselectedLabel", "text"),
      ("insensitive_fg", "disabled"),
      ("separator", "decorative"), ("inputBorder", "border"), ("focusOutline", "focus"), ("cardBorder", "decorative"),
      ("card", "background"), ("accentCard", "none"), ("ink", "text"), ("blueInk", "none"), ("blue500", "none"),
      ("onPrimary", "text"), ("textOnSolid", "text"), ("iconOnAccent", "icon"), ("onPrimaryContainer", "text"),
      ("iconOnBackground", "icon"), ("toggleOnBackground", "background"), ("surface", "background"),
    ])
  func kinds(name: String, expected: String) {
    let reading = NameReading(name)
    let kind = reading.isBackground ? "background" : reading.usage?.rawValue ?? "none"
    #expect(kind == expected)
  }

  @Test(
    "What stands beside the role is what pairs",
    arguments: [
      ("CTAPrimaryForeground", ["cta", "primary"]), ("buttonLabelText", ["button"]), ("surfaceBackground", []),
      ("textFieldText", ["text", "field"]),
    ])
  func rest(name: String, expected: [String]) {
    #expect(NameReading(name).rest == expected)
  }

  @Test("What a palette declares goes over the words")
  func declared() {
    #expect(NameReading("ocean", declared: .background).isBackground)
    #expect(NameReading("textThing", declared: DeclaredRole.Role.none).kind == .none)
    #expect(NameReading("ocean", declared: .foreground(.largeText)).usage == .largeText)
  }
}

@Suite("Patterns over names")
struct GlobTests {
  @Test(
    "A star is any run of characters",
    arguments: [
      ("*", "anything", true), ("text.*", "text.muted", true), ("text.*", "icon.muted", false),
      ("*Title", "navTitle", true),
      ("a*b*c", "aXbYc", true), ("a*b*c", "acb", false), ("label", "label", true), ("label", "labels", false),
      ("", "", true),
    ])
  func matching(pattern: String, name: String, matches: Bool) {
    #expect(Glob.matches(pattern, name) == matches)
  }
}
