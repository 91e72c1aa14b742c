import Syntax

// The values of `colors`: registrations with their traits, and every notation of a colour.

extension PaletteDocumentReader {
  /// The variants of a colour: one value for all traits, or an array of `{"traits", "value"}` in order.
  mutating func registrations(of value: JSONValue) -> [Registration] {
    guard value.kind == .array else {
      return [Registration(traits: TraitCollection(), value: color(value), range: value.range)]
    }
    var result: [Registration] = []
    var places: [TraitCollection: Int] = [:]
    for element in value.elements {
      guard let registration = registration(of: element) else { continue }
      let slot = registration.traits.asVariant
      if let place = places[slot] {
        result[place] = registration
      } else {
        places[slot] = result.count
        result.append(registration)
      }
    }
    return result
  }

  private mutating func registration(of element: JSONValue) -> Registration? {
    let what = "a registration, {\"traits\": \"style=dark\", \"value\": \"#fff\"},"
    guard expect(.object, element, what) else { return nil }
    checkKeys(of: element, ["traits", "value"])
    guard let value = element["value"] else {
      report(.error, "shape", "the registration has no \"value\"; add one, or remove it", element)
      return nil
    }
    guard let traits = element["traits"] else {
      return Registration(traits: TraitCollection(), value: color(value), range: value.range)
    }
    guard let traits = self.traits(traits) else {
      let reason = "its traits are not known"
      fragment.skipped.append(Skipped(name: element.shortSource, reason: reason, range: value.range))
      return nil
    }
    return Registration(traits: traits, value: color(value), range: value.range)
  }

  /// Traits as a string, or as an object of a string a dimension.
  private mutating func traits(_ value: JSONValue) -> TraitCollection? {
    if let text = value.string { return traits(text, value) }
    guard expect(.object, value, "\"traits\", unless it is a string such as \"style=dark\",") else { return nil }
    var traits = TraitCollection()
    for member in value.members {
      guard expect(.string, member.value, "the value of \"\(member.name)\""), let text = member.value.string,
        let trait = self.traits("\(member.name)=\(text)", member.value)
      else { return nil }
      traits = traits.merging(trait)
    }
    return traits
  }

  private mutating func traits(_ text: String, _ place: JSONValue) -> TraitCollection? {
    if let known = traitsRead[text] { return known }
    do throws(TraitSyntaxError) {
      let traits = try TraitCollection(parsing: text, known: dimensions)
      traitsRead[text] = traits
      return traits
    } catch {
      report(.error, "traits", error.description, place)
      return nil
    }
  }

  /// A value in any of the notations.
  private mutating func color(_ value: JSONValue) -> ColorValue {
    if let text = value.string { return color(text, value) }
    guard value.kind == .object else {
      let message = "a value is a colour such as \"#1d1d1f\", an alias such as \"{label}\" or an object"
      return unreadable("value", "\(message), not \(value.kind.phrase)", value)
    }
    if value["colorSpace"] != nil {
      checkKeys(of: value, ["colorSpace", "components", "alpha", "hex"])
      do throws(ColorObject.Problem) {
        return .color(try ColorObject(value).color)
      } catch {
        return unreadable(error.kind, error.message, error.place)
      }
    }
    if value["color-space"] != nil {
      checkKeys(of: value, ["color-space", "components"])
      return catalogColors.read(value)
    }
    if value["reference"] != nil {
      checkKeys(of: value, ["platform", "reference"])
      return catalogColors.read(value)
    }
    checkKeys(of: value, ["colorSpace", "color-space", "components", "alpha", "platform", "reference"])
    let message = "an object needs \"colorSpace\" (DTCG), \"color-space\" (Xcode) or \"platform\" and \"reference\""
    return unreadable("value", message, value)
  }

  private mutating func color(_ text: String, _ place: JSONValue) -> ColorValue {
    if text.hasPrefix("{"), text.hasSuffix("}") {
      let target = String(text.dropFirst().dropLast())
      aliases.append((target, place.range))
      return .alias(target)
    }
    do throws(ColorNotationError) {
      return .color(try ColorNotation.parse(text))
    } catch {
      return unreadable("color", "\(place.shortSource) is no colour here: \(error.message)", place)
    }
  }

  private mutating func unreadable(_ kind: String, _ message: String, _ place: JSONValue) -> ColorValue {
    report(.error, kind, message, place)
    return .unreadable(message)
  }
}
