/// The words of a colour's name, lower case: split on `/ . _ -`, spaces, camelCase and letter|digit.
///
/// "color" is dropped unless nothing else is left.
package func words(of name: String) -> [String] {
  var words: [String] = []
  var word: [UInt8] = []
  let bytes = Array(name.utf8)
  func kind(_ byte: UInt8) -> Int {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): 1
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): 2
    case UInt8(ascii: "a")...UInt8(ascii: "z"), 0x80...: 3
    default: 0
    }
  }
  func end() {
    if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
    word.removeAll(keepingCapacity: true)
  }
  for (index, byte) in bytes.enumerated() {
    let here = kind(byte)
    let before = index > 0 ? kind(bytes[index - 1]) : 0
    let after = index + 1 < bytes.count ? kind(bytes[index + 1]) : 0
    let startsWord =
      (here == 1) != (before == 1) || (here == 2 && before == 3) || (here == 2 && before == 2 && after == 3)
    if here == 0 || startsWord { end() }
    if here != 0 { word.append(here == 2 ? byte | 0x20 : byte) }
  }
  end()
  let kept = words.filter { !WordList.filler.contains($0) }
  return kept.isEmpty ? words : kept
}

/// The vocabulary of design systems, measured on 14,888 real names. A list is a set of lower-case words.
enum WordList {
  static let filler: Set<String> = ["color", "colors", "colour", "colours"]

  static let background: Set<String> = [
    "background", "backgrounds", "bg", "surface", "surfaces", "canvas", "fill", "container", "page",
  ]
  static let text: Set<String> = [
    "text", "texts", "label", "labels", "title", "titles", "heading", "headings", "foreground", "fg", "placeholder",
    "subtitle", "headline", "caption", "font",
  ]
  static let link: Set<String> = ["link", "links"]
  static let icon: Set<String> = ["icon", "icons", "symbol", "symbols", "glyph", "glyphs"]
  static let border: Set<String> = [
    "border", "borders", "separator", "separators", "seperator", "divider", "dividers", "outline", "stroke", "focus",
    "hairline", "hairlines",
  ]
  /// Separators need not be seen (WCAG 1.4.11 asks only for what identifies a control).
  static let decorativeLine: Set<String> = [
    "separator", "separators", "seperator", "divider", "dividers", "hairline", "hairlines",
  ]

  /// Roles only when nothing but the word is there.
  static let weak: [String: NameReading.Kind] = [
    "card": .background, "body": .foreground(.text), "ring": .border, "ink": .foreground(.text), "line": .border,
    "base": .background, "paper": .background,
  ]
  /// Those that come in levels: "ink-muted" on "paper-raised".
  static let printed: Set<String> = ["ink", "paper"]

  /// What an otherwise textual name is really about.
  static let nonText: Set<String> = ["switch", "progress", "slider", "thumb", "track"]
  static let hint: Set<String> = ["placeholder", "hint"]
  static let disabled: Set<String> = ["disabled", "insensitive"]

  static let rank: Set<String> = [
    "primary", "secondary", "tertiary", "quaternary", "default", "normal", "norm", "main", "base", "regular", "rest",
    "weak", "weaker", "weakest", "strong", "stronger", "strongest", "subtle", "muted", "low", "medium", "high", "level",
  ]
  /// Of a background's ranks only one tells how it is used: "primary.weak" is a tint of a brand.
  static let ordinal: Set<String> = ["primary", "secondary", "tertiary", "quaternary"]
  static let strength: Set<String> = [
    "weak", "weaker", "weakest", "strong", "stronger", "strongest", "subtle", "muted", "low", "medium", "high",
  ]
  /// What a pale step of a fill is called.
  static let tint: Set<String> = ["soft", "subtle", "tint", "light", "weak", "quiet", "wash"]
  static let surface: Set<String> = [
    "card", "cards", "sheet", "overlay", "popover", "dialog", "panel", "grouped", "elevated", "system", "raised",
    "sunken",
  ]
  /// Words that never stand in the name of a general background.
  static let notGeneral: Set<String> = [
    "accent", "brand", "emphasis", "inverse", "inverted", "solid", "selected", "action", "interactive", "backdrop",
    "scrim", "shadow", "skeleton", "shimmer", "chart", "graph", "syntax", "highlight", "selection", "glow", "gradient",
  ]
  static let status: Set<String> = [
    "danger", "critical", "error", "warning", "success", "info", "attention", "accent", "negative", "positive",
    "destructive", "caution", "informative",
  ]
  static let component: Set<String> = [
    "button", "buttons", "btn", "cta", "field", "input", "badge", "chip", "tag", "tab", "tabs", "cell", "row", "toast",
    "banner", "alert", "tooltip", "menu", "nav", "navbar", "navigation", "toolbar", "bar", "header", "footer",
    "sidebar", "modal", "snackbar", "avatar", "switch", "checkbox", "radio", "slider", "control", "item", "table",
    "search", "searchbar", "keyboard", "pill", "bubble", "notification", "callout", "tile", "stepper", "picker",
    "dropdown", "select", "accordion", "breadcrumb", "pagination", "progress", "thumb", "track", "counter", "code",
    "card", "cards", "sheet", "popover", "dialog", "panel", "widget", "tooltips", "hint", "textfield", "textbox",
    "textarea", "fab", "segment", "segmented",
  ]
  static let state: Set<String> = [
    "hover", "hovered", "pressed", "active", "focused", "selected", "unselected", "inactive", "enabled", "disabled",
    "insensitive", "highlighted", "light", "dark", "on", "off", "over", "down",
  ]
  /// Groups around general names.
  static let theme: Set<String> = ["light", "dark", "neutral"]
  /// A border of one of these is the border of a control.
  static let control: Set<String> = [
    "input", "inputs", "field", "control", "checkbox", "radio", "switch", "form", "interactive", "focus", "textfield",
    "textbox", "textarea",
  ]
  /// "text field": the component, not the role.
  static let afterText: Set<String> = ["field", "fields", "box", "area", "input", "view"]

  static let hue: Set<String> = [
    "red", "orange", "amber", "yellow", "lime", "green", "emerald", "teal", "mint", "cyan", "sky", "blue", "indigo",
    "violet", "purple", "magenta", "fuchsia", "pink", "rose", "brown", "gray", "grey", "slate", "zinc", "neutral",
    "stone", "black", "white", "gold", "silver",
  ]
}
