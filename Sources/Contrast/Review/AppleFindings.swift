import Colorimetry
import Palettes

/// `apple/replicates-system-color` and `apple/redefines-system-color`.
@Sendable func systemColorFindings(_ audit: Audit) -> [Finding] {
  guard
    audit.palette.format == PaletteFormat.assetCatalog.name
      || audit.palette.format == PaletteFormat.paletteDocument.name
  else { return [] }
  let table = SystemTable.of(audit.policy.release)
  return audit.palette.colors.compactMap { color -> Finding? in
    guard !color.isReference else { return nil }
    let isName = SystemColors.isName(color.name)
    guard isName || table.mayName(color) else { return nil }
    let values = SystemTable.values(of: color, audit.resolver.dimensions)
    if isName { return redefinition(audit, color, values, table) }
    guard let system = table.name(of: values) else { return nil }
    return Finding(
      "apple/replicates-system-color", .note,
      "\(color.name) has the values of \(system) (\(audit.policy.release.rawValue)) in every presentation. They change "
        + "from release to release: use \(system) itself.",
      at: color.range)
  }
}

private func redefinition(
  _ audit: Audit, _ color: DynamicColor, _ values: [RGBA?], _ table: SystemTable
) -> Finding? {
  let opaque = values.allSatisfy { $0?.isOpaque ?? true }
  let translucent = values.contains { $0.map { !$0.isOpaque } ?? false }
  let what: String
  if color.name == "opaqueSeparator", translucent {
    what = "it is translucent, and the system's never is"
  } else if color.name == "separator", opaque {
    what = "it is opaque, and the system's lets the background through"
  } else if table.valuesByName[color.name].map({ $0 != values }) ?? false {
    what = "its values are not those of \(audit.policy.release.rawValue)"
  } else {
    return nil
  }
  return Finding(
    "apple/redefines-system-color", .warning,
    "\(color.name) bears the name of a system colour, but \(what). Rename it, so that nobody takes one for the other.",
    at: color.range)
}

/// The system colours of a release under the eight presentations that its table knows.
private struct SystemTable {
  private static let light = TraitCollection([.style: "light"])

  private static let combinations = ["light", "dark"].flatMap { style in
    ["base", "elevated"].flatMap { level in
      ["normal", "high"].map { TraitCombination(TraitCollection([.style: style, .contrast: $0, .level: level])) }
    }
  }
  private static let tables = Dictionary(
    uniqueKeysWithValues: SystemColors.releases.map { ($0, SystemTable($0)) })

  /// The same for every palette.
  static func of(_ release: SystemColors.Release) -> SystemTable { tables[release] ?? SystemTable(release) }

  private(set) var valuesByName: [String: [RGBA?]] = [:]
  private var names: [[RGBA?]: String] = [:]
  private var firsts: Set<RGBA> = []

  private init(_ release: SystemColors.Release) {
    for name in SystemColors.names(in: release) {
      guard let color = SystemColors.color(named: name, release: release) else { continue }
      let values = Self.values(of: color, TraitDimension.standard)
      valuesByName[name] = values
      if names[values] == nil { names[values] = name }
      if let first = values[0] { firsts.insert(first) }
    }
  }

  /// Whether one of its values is the first one of a system colour: most colours are none, and cost no more than this.
  func mayName(_ color: DynamicColor) -> Bool {
    color.registrations.contains { registration in
      let slot = registration.traits.asVariant
      guard slot.isEmpty || slot == Self.light, case .color(let value) = registration.value else { return false }
      return firsts.contains(value.rendered)
    }
  }

  /// - Parameter dimensions: in the order in which they decide.
  static func values(of color: DynamicColor, _ dimensions: [TraitDimension]) -> [RGBA?] {
    combinations.map { combination in
      color.closestMatch(for: combination, dimensions: dimensions).flatMap { index in
        if case .color(let color) = color.registrations[index].value { color.rendered } else { nil }
      }
    }
  }

  /// The system colour with these values; black and white are everybody's.
  func name(of values: [RGBA?]) -> String? {
    let isBlackOrWhite = values.contains { value in
      value.map { $0.isOpaque && ($0.rgb == SIMD3(repeating: 0) || $0.rgb == SIMD3(repeating: 1)) } ?? true
    }
    return isBlackOrWhite ? nil : names[values]
  }
}

extension DynamicColor {
  /// Whether it only points at other colours.
  var isReference: Bool {
    registrations.contains { registration in
      switch registration.value {
      case .alias, .systemColor: true
      case .color, .unreadable: false
      }
    }
  }
}

/// `apple/role-misuse` and `apple/mixed-background-sets`, on pairs.
@Sendable func systemRoleFindings(_ audit: Audit) -> [Finding] {
  var findings: [Finding] = []
  for (index, pairing) in audit.pairings.enumerated() {
    let names = audit.systemNames(of: pairing.foreground)
    if let separator = names.first(where: { ["separator", "opaqueSeparator"].contains($0) }),
      [.text, .link, .placeholder, .largeText].contains(pairing.usage)
    {
      findings.append(
        Finding(
          "apple/role-misuse", .warning,
          "\(audit.name(pairing.foreground)) is \(separator), a line, and is used as \(pairing.usage.rawValue) here.",
          at: pairing.declaration ?? audit.palette.colors[pairing.foreground].range, pairing: index))
    }
    guard let declaration = pairing.declaration else { continue }
    let stack = [pairing.background] + pairing.backdrops
    let backgrounds = stack.flatMap { audit.systemNames(of: $0) }.filter { $0.hasSuffix("Background") }
    let grouped = backgrounds.filter { $0.contains("Grouped") }
    if !grouped.isEmpty, grouped.count < backgrounds.count {
      findings.append(
        Finding(
          "apple/mixed-background-sets", .warning,
          "The stack \(backgrounds.joined(separator: " on ")) mixes the system set with the grouped set; they are not "
            + "made to be layered on each other.",
          at: declaration, pairing: index))
    }
  }
  return findings
}

extension Audit {
  /// The system colours that a colour is: its own name, or what its variants refer to.
  fileprivate func systemNames(of color: Int) -> [String] {
    let color = palette.colors[color]
    if SystemColors.isName(color.name) { return [color.name] }
    var names: [String] = []
    for case .systemColor(_, let name) in color.registrations.map(\.value) where !names.contains(name) {
      names.append(name)
    }
    return names
  }
}
