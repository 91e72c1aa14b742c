/// What a foreground is used for; it decides which requirement applies (WCAG 2.2, 1.4.3, 1.4.6, 1.4.11, 2.4.13).
package enum Usage: String, CaseIterable, Hashable, Sendable {
  case text
  case link
  case placeholder
  /// At least 24 CSS px, or 18.66 px at weight 700.
  case largeText = "large-text"
  case icon
  /// The border of a control.
  case border
  /// A mark of a chart that is needed to understand it.
  case chart
  case focus
  /// An inactive control: exempt.
  case disabled
  case decorative
  case logotype
  case incidental

  /// WCAG asks nothing of it.
  package var isExempt: Bool {
    switch self {
    case .disabled, .decorative, .logotype, .incidental: true
    default: false
    }
  }

  /// It is about text that has a size.
  package var isOfText: Bool {
    switch self {
    case .text, .largeText, .link, .placeholder: true
    default: false
    }
  }

  /// What a stated size makes of a stated usage: text is large or not by it, a large link or placeholder is large text.
  package static func stated(_ said: Usage?, isLarge: Bool?) -> Usage? {
    guard let isLarge, said?.isOfText ?? true else { return said }
    return isLarge ? .largeText : said == .link || said == .placeholder ? said : .text
  }

  /// Whether text of this size counts as large: at least 18 pt, or 14 pt and bold (WCAG 2.2, "large scale"). One pt of
  /// CSS is 4/3 px; an iOS pt and an Android sp count as a CSS px each.
  ///
  /// - Parameters: size: in `unit`; weight: 100 to 900; unit: "px", "sp" or "pt" (iOS).
  package static func isLargeText(size: Double, weight: Double) -> Bool {
    size >= 24 || (size >= 18.66 && weight >= 700)
  }
}
