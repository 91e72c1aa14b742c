import Palettes
import Syntax
import Testing

@testable import Contrast

@Suite("Pairing")
struct PairingTests {
  @Test("onX stands on X, and only on X")
  func onNames() throws {
    let audit = try Sample.audit(colors: [
      "onPrimary": ["#ffffff"], "primary": ["#0000aa"], "primaryContainer": ["#ccccff"],
      "onPrimaryContainer": ["#000000"], "textOnAccent": ["#ffffff"], "accentBackground": ["#880000"],
    ])
    #expect(
      audit.pairPhrases == [
        "onPrimary on primary (on-name)", "onPrimaryContainer on primaryContainer (on-name)",
        "textOnAccent on accentBackground (on-name)",
      ])
    #expect(audit.pairings.allSatisfy { $0.severity == .error })
  }

  @Test("The same component pairs; a rank beside the text does not part them, a hue or state alone pairs nothing")
  func components() throws {
    let audit = try Sample.audit(colors: [
      "buttonLabel": ["#ffffff"], "buttonBackground": ["#003366"], "badgeTextSecondary": ["#333333"],
      "badgeBackground": ["#eeeeee"], "redText": ["#ff0000"], "redBackground": ["#ffeeee"], "hoverText": ["#111111"],
      "hoverBackground": ["#eeeeee"], "inputText": ["#000000"],
    ])
    #expect(
      audit.pairPhrases == [
        "buttonLabel on buttonBackground (component)", "badgeTextSecondary on badgeBackground (component)",
      ])
    #expect(audit.pairings.allSatisfy { $0.severity == .warning })
  }

  @Test("A text called after a fill stands on it alone; muted text stands on the canvas too")
  func fills() throws {
    let audit = try Sample.audit(colors: [
      "background": ["#ffffff"], "foreground": ["#111111"], "primary": ["#0000aa"], "primary-foreground": ["#fefefe"],
      "muted": ["#f4f4f4"], "muted-foreground": ["#888888"], "destructive": ["#cc0000"],
      "destructive-foreground": ["#fdfdfd"], "sidebar": ["#222222"], "sidebar-foreground": ["#dddddd"],
      "danger": ["#dd0000"], "danger-text": ["#aa0000"], "tooltip": ["#333333"], "tooltip-text": ["#eeeeee"],
    ])
    #expect(
      audit.pairPhrases == [
        "primary-foreground on primary (component)", "muted-foreground on muted (component)",
        "destructive-foreground on destructive (component)", "sidebar-foreground on sidebar (component)",
        "tooltip-text on tooltip (component)", "danger-text on background (status)",
        "foreground on background (general)", "muted-foreground on background (general)",
      ])
    #expect(audit.codes.contains("pairing/suspect") == false)
  }

  @Test("A group for light and one for dark are sets of their own; behind a role the words are others")
  func themeGroups() throws {
    let audit = try Sample.audit(colors: [
      "light.background": ["#ffffff"], "light.text.muted": ["#777777"], "theme-dark.surface": ["#111111"],
      "theme-dark.text.muted": ["#999999"], "text.light.strong": ["#eeeeee"], "button.dark.text": ["#ffffff"],
    ])
    #expect(
      audit.pairPhrases == [
        "light.text.muted on light.background (component)",
        "theme-dark.text.muted on theme-dark.surface (component)",
      ])
  }

  @Test("Status text meets its tint where its group has no canvas, and of several tints only the palest")
  func statusGroups() throws {
    let audit = try Sample.audit(colors: [
      "surface.page": ["#ffffff"], "feedback.success.text": ["#007700"], "feedback.success.background": ["#ddffdd"],
      "text.warning": ["#885500"], "background.warning.strong": ["#885500"], "background.warning.weak": ["#e0a000"],
      "background.warning.weakest": ["#fff3cc"],
    ])
    #expect(
      audit.pairPhrases == [
        "feedback.success.text on feedback.success.background (status)", "text.warning on surface.page (status)",
        "text.warning on background.warning.weakest (status)",
      ])
  }

  @Test("A weak step of what is primary is a tint of a brand, and no general background")
  func brandTints() throws {
    let audit = try Sample.audit(colors: [
      "background": ["#ffffff"], "background.primary.weak": ["#88aaff"], "background.secondary": ["#eeeeee"],
      "text.primary.weak": ["#5599ff"],
    ])
    #expect(
      audit.pairPhrases == [
        "text.primary.weak on background (general)", "text.primary.weak on background.secondary (general)",
      ])
  }

  @Test("The border of a table, and a focus ring for an inverse surface, are no controls' on the canvas")
  func noControls() throws {
    let audit = try Sample.audit(colors: [
      "background": ["#ffffff"], "interactive.input.border": ["#cccccc"], "interactive.table.border": ["#cccccc"],
      "interactive.border": ["#bbbbbb"],
      "focus.ring": ["#0000ff"], "focus.ring-inverse": ["#cccccc"], "border.focus-on-dark": ["#cccccc"],
    ])
    #expect(
      audit.pairPhrases == [
        "interactive.input.border on background (control)", "interactive.border on background (control)",
        "focus.ring on background (control)",
      ])
  }

  @Test("What a palette says last of a name counts, by name or by pattern")
  func declaredRoles() {
    let range = SourceRange(startOf: "x")
    let roles = DeclaredRoles([
      DeclaredRole(pattern: "a*", role: .background, range: range),
      DeclaredRole(pattern: "ab", role: .none, range: range),
      DeclaredRole(pattern: "cd", role: .none, range: range),
      DeclaredRole(pattern: "c*", role: .background, range: range),
    ])
    #expect(roles.role(of: "ab") == DeclaredRole.Role.none)
    #expect(roles.role(of: "ac") == .background)
    #expect(roles.role(of: "cd") == .background)
    #expect(roles.role(of: "x") == nil)
  }

  private static let general: KeyValuePairs<String, [String]> = [
    "background": ["#ffffff", "#111111"], "surfaceElevated": ["#f4f4f4", "#222222"],
    "surfaceInverse": ["#000000", "#ffffff"],
    "backgroundStrong": ["#303030", "#eeeeee"], "overlayBackground": ["#00000080"], "brandBackground": ["#eeeeff"],
    "textPrimary": ["#000000", "#ffffff"], "textMuted": ["#888888"], "textInverse": ["#ffffff", "#000000"],
    "iconSecondary": ["#777777"], "linkDefault": ["#0000ee", "#99aaff"], "borderInput": ["#cccccc"],
    "border": ["#dddddd"],
    "dangerText": ["#cc0000", "#ff8888"], "dangerBackground": ["#ffeeee", "#331111"],
    "dangerSolidBackground": ["#cc0000"],
    "textDisabled": ["#bbbbbb"],
  ]

  @Test("General text meets every general background, and nothing that is solid, inverse, branded or translucent")
  func generalPairs() throws {
    let audit = try Sample.audit(colors: Self.general)
    let general = audit.pairPhrases.filter { $0.hasSuffix("(general)") }
    for foreground in ["textPrimary", "textMuted", "iconSecondary", "linkDefault", "textDisabled"] {
      #expect(general.contains("\(foreground) on background (general)"))
      #expect(general.contains("\(foreground) on surfaceElevated (general)"))
    }
    #expect(general.count == 10)
  }

  @Test("Words of the product's own make a set of general colours; text of a component is in none")
  func families() throws {
    let audit = try Sample.audit(colors: [
      "AcmeBackgroundNorm": ["#ffffff"], "AcmeBackgroundWeak": ["#f0f0f0"], "AcmeBackgroundSolid": ["#202020"],
      "AcmeTextWeak": ["#555555"], "AcmeTextDanger": ["#aa0000"], "AcmeSidebarText": ["#333333"],
      "OtherText": ["#000000"],
      "background": ["#eeeeee"], "cardText": ["#111111"], "cardBackground": ["#ffffff"],
    ])
    #expect(
      audit.pairPhrases == [
        "cardText on cardBackground (component)", "AcmeTextDanger on AcmeBackgroundNorm (status)",
        "AcmeTextWeak on AcmeBackgroundNorm (component)", "AcmeTextWeak on AcmeBackgroundWeak (component)",
      ])
  }

  @Test("Status text stands on the canvas and on its own tint, never on a solid")
  func status() throws {
    let audit = try Sample.audit(colors: Self.general)
    #expect(
      audit.pairPhrases.filter { $0.hasPrefix("dangerText") } == [
        "dangerText on background (status)", "dangerText on dangerBackground (status)",
      ])
  }

  @Test("A tint that names a text of its own has no other; a disabled background is no general one")
  func ownText() throws {
    let audit = try Sample.audit(colors: [
      "background.default": ["#ffffff"], "background.danger": ["#ffdddd"], "background.disabled": ["#eeeeee"],
      "background.success": ["#ddffdd"], "text.default": ["#000000"], "text.danger": ["#aa0000"],
      "text.onDanger": ["#550000"], "text.success": ["#005500"],
    ])
    #expect(
      Set(audit.pairPhrases) == [
        "text.onDanger on background.danger (on-name)", "text.danger on background.default (status)",
        "text.success on background.default (status)", "text.success on background.success (status)",
        "text.default on background.default (general)",
      ])
  }

  @Test("Only the border of a control is judged, as a note")
  func borders() throws {
    let audit = try Sample.audit(colors: Self.general)
    let borders = audit.pairings.filter { $0.usage == .border }
    #expect(borders.map { audit.key(of: $0).foreground } == ["borderInput"])
    #expect(borders.map(\.severity) == [.note])
  }

  @Test("Without a canvas there is no general pair")
  func noCanvas() throws {
    let audit = try Sample.audit(colors: ["textPrimary": ["#000"], "brandBackground": ["#fff"], "sheet.fill": ["#fff"]])
    #expect(audit.pairings.isEmpty)
  }

  @Test("A pair that is illegible everywhere is suspect, until it has been judged")
  func suspect() throws {
    let json: (String) -> String = { value in
      "{ \"colors\": { \(Sample.list(["background": ["#ffffff"], "textMuted": [value]])) } }"
    }
    let suspect = try Sample.audit(json("#fafafa"))
    #expect(suspect.pairings.isEmpty)
    #expect(suspect.codes.contains("pairing/suspect"))
    var workspace = Sample.workspace(json("#555555"))
    let delta = workspace.apply([.source(path: Sample.path, bytes: Array(json("#fafafa").utf8))])
    #expect(workspace.audits[0].pairPhrases == ["textMuted on background (general)"])
    #expect(delta.regressions.count == 1)
  }

  @Test("A background that turns solid keeps the pairs that were judged")
  func turnedSolid() throws {
    let json: (String) -> String = { value in
      "{ \"colors\": { \(Sample.list(["background": ["#ffffff"], "surfaceRaised.sheet": [value], "surfaceElevated": [value], "textMuted": ["#555555"]])) } }"
    }
    #expect(try Sample.audit(json("#333333")).pairPhrases == ["textMuted on background (general)"])
    var workspace = Sample.workspace(json("#eeeeee"))
    let delta = workspace.apply([.source(path: Sample.path, bytes: Array(json("#333333").utf8))])
    #expect(workspace.audits[0].pairPhrases.contains("textMuted on surfaceElevated (general)"))
    #expect(delta.regressions.map(\.pair.background) == ["surfaceElevated", "surfaceRaised.sheet"])
  }

  @Test("A declared pair goes before every rule, for each usage it is declared for")
  func declared() throws {
    let audit = try Sample.audit(
      """
      { "colors": { "buttonLabel": "#777777", "buttonBackground": "#ffffff" },
        "pairs": [
          { "foreground": "buttonLabel", "background": "buttonBackground", "usage": "large-text" },
          { "foreground": "buttonLabel", "background": "buttonBackground", "usage": "text", "minimum": 7 }
        ] }
      """)
    #expect(audit.pairings.map(\.rule) == [.declared, .declared])
    #expect(audit.pairings.map(\.required) == [3, 7])
    #expect(audit.pairings.map(\.severity) == [.error, .error])
    #expect(audit.pairings[1].declaration?.start.line == 4)
  }

  @Test("Both colours the platform's own: a note")
  func platform() throws {
    let audit = try Sample.audit(colors: [
      "systemBackground": ["#ffffff", "#000000"], "systemGroupedBackground": ["#f2f2f7", "#000000"],
      "label": ["#000000", "#ffffff"], "secondaryLabel": ["#3c3c4399", "#ebebf599"],
    ])
    #expect(audit.pairings.count == 4)
    #expect(audit.pairings.allSatisfy { $0.severity == .note })
  }

  @Test("The level of conformance decides what is required", arguments: zip(Conformance.allCases, [4.5, 7]))
  func conformance(level: Conformance, required: Double) throws {
    var policy = Policy()
    policy.conformance = level
    let audit = try Sample.audit(colors: ["buttonLabel": ["#fff"], "buttonBackground": ["#000"]], policy: policy)
    #expect(audit.pairings.map(\.required) == [required])
  }
}

@Suite("Requirements")
struct RequirementTests {
  @Test("Each usage needs what WCAG says")
  func table() {
    let aa = Usage.allCases.map { Requirement.ratio(for: $0, at: .doubleA) }
    let aaa = Usage.allCases.map { Requirement.ratio(for: $0, at: .tripleA) }
    #expect(aa == [4.5, 4.5, 4.5, 3, 3, 3, 3, 3, nil, nil, nil, nil])
    #expect(aaa == [7, 7, 7, 4.5, 3, 3, 3, 3, nil, nil, nil, nil])
  }

  @Test(
    "Text is large from 24 px, or from 18.66 px in bold",
    arguments: [(24.0, 400.0, true), (23.9, 600, false), (18.66, 700, true), (18.65, 700, false), (19, 600, false)])
  func largeText(size: Double, weight: Double, isLarge: Bool) {
    #expect(Usage.isLargeText(size: size, weight: weight) == isLarge)
  }
}
