import Palettes
import Varlink

extension ControlMethod {
  static let setEnvironment = ControlMethod(name: "SetEnvironment") {
    monitor, client, parameters throws(MethodError) in
    let traits = try parameters.takeIfPresent("traits", as: .string)
    let overrides = try parameters.takeIfPresent("overrides", as: .strings) ?? []
    try parameters.finish()
    do throws(TraitSyntaxError) {
      let read = try TraitCollection(parsing: traits ?? "", known: monitor.ownDimensions)
      for text in overrides { _ = try Override(parsing: text) }
      client.traits = read
      client.overrides = overrides
    } catch {
      throw ControlError.invalidQuestion(error.description)
    }
    client.connection.reply()
  }

  static let register = ControlMethod(name: "Register") { monitor, client, parameters throws(MethodError) in
    let name = try parameters.take("name", as: .string)
    let traits = try slot(&parameters, monitor)
    let color = try parameters.take("color", as: .string)
    try parameters.finish()
    _ = try ColorParameter(color, of: "color")
    let known = monitor.roots.flatMap { $0.workspace.audits.flatMap { $0.palette.colors.map(\.name) } }
    guard known.contains(name) else {
      throw ControlError.noSuchColor(name, nearest: Nearest.name(to: name, in: known))
    }
    client.overlay.removeAll { $0.name == name && $0.traits == traits }
    client.overlay.append(Client.Overlaid(name: name, traits: traits, color: color))
    client.connection.reply()
  }

  static let unregister = ControlMethod(name: "Unregister") { monitor, client, parameters throws(MethodError) in
    let name = try parameters.take("name", as: .string)
    let traits = try slot(&parameters, monitor)
    try parameters.finish()
    client.overlay.removeAll { $0.name == name && $0.traits == traits }
    client.connection.reply()
  }

  /// The traits of a variant, in their one spelling.
  private static func slot(_ parameters: inout Parameters, _ monitor: isolated Monitor) throws(MethodError) -> String {
    let text = try parameters.takeIfPresent("traits", as: .string) ?? ""
    do throws(TraitSyntaxError) {
      return try TraitCollection(parsing: text, known: monitor.ownDimensions).asVariant.description
    } catch {
      throw ControlError.invalidQuestion(error.description)
    }
  }
}

extension Monitor {
  /// The palettes' own dimensions with their values.
  var ownDimensions: [TraitDimension: [String]] {
    var known: [TraitDimension: [String]] = [:]
    for axis in roots.flatMap({ $0.workspace.audits.flatMap(\.grid.space.axes) }) {
      known[axis.dimension, default: []] += axis.values
    }
    return known
  }
}
