import Palettes
import Syntax
import Testing

@testable import Contrast

/// What names of real projects taught the rules.
@Suite("Pairing by names")
struct PairingNameTests {
  @Test("The same name but for the role at its end: a pair, unless only a rank, a hue or a state is before it")
  func siblings() throws {
    let audit = try Sample.audit(colors: [
      "action.primary.foreground": ["#ffffff"], "action.primary.background": ["#0000aa"],
      "interactive.ghost-text": ["#0000aa"], "interactive.solid-text": ["#fefefe"], "interactive.solid-bg": ["#0000bb"],
      "text.brand": ["#0000cc"], "background.brand": ["#ddddff"], "red-text": ["#aa0000"], "red-bg": ["#ffdddd"],
      "hover.text": ["#111111"], "hover.background": ["#eeeeee"], "secondary-text": ["#333333"],
      "secondary-bg": ["#f0f0f0"], "selection.text": ["#0000ff20"], "selection.bg": ["#ffff00"],
    ])
    #expect(
      audit.pairPhrases == [
        "action.primary.foreground on action.primary.background (component)",
        "interactive.solid-text on interactive.solid-bg (component)",
      ])
  }

  @Test("Beside a tint of its fill, a text is of one or the other")
  func tintBesideFill() throws {
    let audit = try Sample.audit(colors: [
      "accent": ["#e75a7c"], "accent-soft": ["#401820"], "accent-fg": ["#f5a6bb"], "support": ["#117755"],
      "support-fg": ["#eeffee"],
    ])
    #expect(audit.pairPhrases == ["support-fg on support (component)"])
  }

  @Test("Ink is text where nothing is called text, in a theme's group too")
  func ink() throws {
    let audit = try Sample.audit(colors: [
      "page": ["#ffffff"], "ink": ["#111111"], "light.bg": ["#eeeeee"], "light.ink": ["#222222"],
    ])
    #expect(audit.pairPhrases == ["ink on page (general)", "light.ink on light.bg (component)"])
    let other = try Sample.audit(colors: ["page": ["#ffffff"], "ink": ["#bbbbbb"], "text": ["#111111"]])
    #expect(other.pairPhrases == ["text on page (general)"])
  }

  @Test("Ink and paper come in levels, and a paper is the ground where nothing else is")
  func inkAndPaper() throws {
    let audit = try Sample.audit(colors: [
      "paper": ["#ffffff"], "paper-2": ["#f0f0f0"], "ink": ["#111111"], "ink-muted": ["#555555"],
      "ink-900": ["#000000"], "primary": ["#0000aa"], "primary-fg": ["#eeeeee"],
    ])
    #expect(
      audit.pairPhrases == [
        "primary-fg on primary (component)", "ink on paper (general)", "ink on paper-2 (general)",
        "ink-muted on paper (general)", "ink-muted on paper-2 (general)",
      ])
    let other = try Sample.audit(colors: ["paper": ["#eeeeee"], "background": ["#ffffff"], "ink": ["#111111"]])
    #expect(other.pairPhrases == ["ink on background (general)"])
  }

  @Test("A group called neutral is a set of its own, a group of surfaces is none")
  func namedGroups() throws {
    let neutral = try Sample.audit(colors: [
      "neutral.canvas": ["#ffffff"], "neutral.text-muted": ["#777777"], "text.neutral": ["#888888"],
    ])
    #expect(neutral.pairPhrases == ["neutral.text-muted on neutral.canvas (component)"])
    let surfaces = try Sample.audit(colors: [
      "surfaces.bg": ["#ffffff"], "surfaces.raised": ["#f0f0f0"], "text.fg": ["#333333"],
    ])
    #expect(surfaces.pairPhrases == ["text.fg on surfaces.bg (general)", "text.fg on surfaces.raised (general)"])
  }

  @Test("onX in a group stands on the X of that group; what is on in a switch is no text")
  func groupedOnNames() throws {
    let audit = try Sample.audit(colors: [
      "light.primary": ["#0000aa"], "light.onPrimary": ["#ffffff"], "dark.primary": ["#aaaaff"],
      "dark.on-primary": ["#111111"], "switch.on-track": ["#00aa00"], "switch.track": ["#eeeeee"],
      "accent": ["#24282c"], "fg-on-accent": ["#ffffff"], "accent-fg": ["#24282c"],
    ])
    #expect(
      audit.pairPhrases == [
        "light.onPrimary on light.primary (on-name)", "dark.on-primary on dark.primary (on-name)",
        "fg-on-accent on accent (on-name)",
      ])
  }

  @Test("Where text called primary is read on the background called so, onPrimary stands on something else")
  func levelsBesideOnNames() throws {
    for (background, text) in [("#ffffff", "#111111"), ("#111111", "#ffffff")] {
      let audit = try Sample.audit(colors: [
        "bg.primary": [background], "fg.primary": [text], "fg.onPrimary": [background],
      ])
      #expect(audit.pairPhrases == ["fg.primary on bg.primary (general)"])
    }
    let fill = try Sample.audit(colors: [
      "bg.page": ["#ffffff"], "bg.primary": ["#0000aa"], "fg.primary": ["#111111"], "fg.onPrimary": ["#ffffff"],
    ])
    #expect(fill.pairPhrases == ["fg.onPrimary on bg.primary (on-name)", "fg.primary on bg.page (general)"])
  }

  @Test("A fill, a tint and a placeholder that are called so take no other's text")
  func calledSo() throws {
    let audit = try Sample.audit(colors: [
      "background": ["#ffffff"], "text.muted": ["#777777"], "accent": ["#818cf8"], "accent-fill": ["#5b63e6"],
      "on-accent": ["#ffffff"], "warning-bg": ["#ffd27f"], "warning-fg": ["#111111"], "warning-text": ["#996600"],
      "placeholder-bg": ["#dddddd"],
    ])
    #expect(
      audit.pairPhrases == [
        "on-accent on accent-fill (on-name)", "warning-fg on background (status)", "warning-fg on warning-bg (status)",
        "warning-text on background (status)", "text.muted on background (general)",
      ])
  }

  @Test("A fill of another group takes the text of its name, and one of a component or a theme does not")
  func fillsElsewhere() throws {
    for (fill, wanted) in [
      ("b.primary-fill", "b.primary-fill"), ("button.primary-fill", "a.primary"), ("dark.primary-fill", "a.primary"),
    ] {
      let audit = try Sample.audit(
        colors: ["a.primary": ["#8193ff"], "a.on-primary": ["#ffffff"], fill: ["#4c60f5"]])
      #expect(audit.pairPhrases == ["a.on-primary on \(wanted) (on-name)"])
    }
  }

  @Test("A container of what is primary is no surface")
  func containers() throws {
    let audit = try Sample.audit(colors: [
      "background": ["#ffffff"], "surfaceContainer": ["#f4f4f4"], "tertiary.container": ["#6198ff"],
      "text.muted": ["#6b7280"],
    ])
    #expect(
      audit.pairPhrases == ["text.muted on background (general)", "text.muted on surfaceContainer (general)"])
  }

  @Test("bg.surface is a canvas; beside a page what is primary is a fill; a background for links is neither")
  func canvases() throws {
    let surface = try Sample.audit(colors: ["bg.surface": ["#ffffff"], "text.muted": ["#777777"]])
    #expect(surface.pairPhrases == ["text.muted on bg.surface (general)"])
    let fill = try Sample.audit(colors: [
      "background.page": ["#ffffff"], "background.primary": ["#bbbbff"], "background.secondary": ["#eeeeee"],
      "background.link": ["#999999"], "text.muted": ["#777777"],
    ])
    #expect(
      fill.pairPhrases == [
        "text.muted on background.page (general)", "text.muted on background.secondary (general)",
      ])
  }

  @Test("Dark text where the main text is light, and what is hardly there, are no text of that background")
  func oppositeText() throws {
    let audit = try Sample.audit(colors: [
      "background.primary": ["#036678"], "text.primary": ["#ffffff"], "text.secondary": ["#202020"],
      "text.tertiary": ["#cccccc"], "text.subtle": ["#ffffff30"],
    ])
    #expect(
      audit.pairPhrases == [
        "text.primary on background.primary (general)", "text.tertiary on background.primary (general)",
      ])
  }

  @Test("A placeholder stands on surfaces, on the page where there is nothing else")
  func placeholders() throws {
    let audit = try Sample.audit(colors: [
      "surface.page": ["#ffffff"], "surface.default": ["#fefefe"], "text.placeholder": ["#999999"],
      "text.hint": ["#888888"],
    ])
    #expect(
      audit.pairPhrases == [
        "text.placeholder on surface.default (general)", "text.hint on surface.page (general)",
        "text.hint on surface.default (general)",
      ])
    let page = try Sample.audit(colors: ["background.page": ["#ffffff"], "text.placeholder": ["#999999"]])
    #expect(page.pairPhrases == ["text.placeholder on background.page (general)"])
  }

  @Test("Parts of one status, each called by its role alone, are a pair whatever the background")
  func statusParts() throws {
    let audit = try Sample.audit(colors: [
      "background": ["#ffffff"], "status.info.background": ["#338a99"], "status.info.foreground": ["#ffffff"],
      "text.danger": ["#880000"], "background.danger": ["#ff9999"],
    ])
    #expect(
      audit.pairPhrases == [
        "status.info.foreground on status.info.background (status)", "text.danger on background (status)",
      ])
  }
}
