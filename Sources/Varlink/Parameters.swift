package import Syntax

/// The parameters of a call or a reply, taken one by one with their types. Null counts as absent.
///
/// A value that is missing or of another type is `org.varlink.service.InvalidParameter` with the parameter's name, and
/// so is, through `finish`, one that nobody took.
package struct Parameters: Sendable {
  /// The object they stand in; nil where there is none, which is the same as an empty one.
  package let object: JSONValue?
  /// A bit for each member in reading order; members from the 65th on cannot be taken.
  private var taken: UInt64 = 0

  package init(_ object: JSONValue?) {
    self.object = object
  }

  /// The value of a parameter that must be there.
  package mutating func take<Value>(_ name: StaticString, as type: ParameterType<Value>) throws(MethodError) -> Value {
    guard let value = try takeIfPresent(name, as: type) else { throw .invalidParameter(name.description) }
    return value
  }

  /// The value of a parameter, nil where it is absent or null.
  package mutating func takeIfPresent<Value>(
    _ name: StaticString, as type: ParameterType<Value>
  ) throws(MethodError) -> Value? {
    guard let json = take(name), json.kind != .null else { return nil }
    guard let value = type.read(json) else { throw .invalidParameter(name.description) }
    return value
  }

  /// A string that must be there. Nearly every call has one, and a generic function looks its types up each time.
  package mutating func take(_ name: StaticString, as type: ParameterType<String>) throws(MethodError) -> String {
    guard let value = take(name)?.string else { throw .invalidParameter(name.description) }
    return value
  }

  /// Refuses the first parameter that was not taken: this method does not know it.
  package func finish() throws(MethodError) {
    guard let object else { return }
    let count = object.memberCount
    if count <= 64, taken.nonzeroBitCount == count { return }
    for (order, member) in object.members.enumerated() where taken & 1 << order == 0 {
      throw .invalidParameter(String(member.name.prefix(100)))
    }
  }

  private mutating func take(_ name: StaticString) -> JSONValue? {
    guard let (order, value) = object?.member(name), order < 64 else { return nil }
    taken |= 1 << order
    return value
  }
}

/// How one type of the interface language is read.
package struct ParameterType<Value>: Sendable {
  /// Nil where the value has another type.
  package let read: @Sendable (JSONValue) -> Value?

  package init(_ read: @escaping @Sendable (JSONValue) -> Value?) {
    self.read = read
  }

  /// `[]element`.
  package static func array<Element>(_ element: ParameterType<Element>) -> Self where Value == [Element] {
    Self { json in
      guard json.kind == .array else { return nil }
      var values: [Element] = []
      for item in json.elements {
        guard let value = element.read(item) else { return nil }
        values.append(value)
      }
      return values
    }
  }

  /// `[string]element`.
  package static func map<Element>(_ element: ParameterType<Element>) -> Self where Value == [String: Element] {
    Self { json in
      guard json.kind == .object else { return nil }
      var values: [String: Element] = [:]
      for member in json.members {
        guard let value = element.read(member.value) else { return nil }
        values[member.name] = value
      }
      return values
    }
  }

  /// `(one, two)`: the strings are the raw values.
  package static func word() -> Self where Value: RawRepresentable & Sendable, Value.RawValue == String {
    Self { json in json.string.flatMap(Value.init(rawValue:)) }
  }
}

extension ParameterType<String> {
  /// `string`.
  package static var string: Self { Self { $0.string } }
}

extension ParameterType<Bool> {
  /// `bool`.
  package static var bool: Self { Self { $0.bool } }
}

extension ParameterType<Int> {
  /// `int`: a whole number of 64 bits, with or without an exponent or a fraction of zeros.
  package static var int: Self {
    Self { json in
      guard let number = json.number, number.magnitude <= 0x1p63 else { return nil }
      if let whole = Int(json.source) { return whole }
      return number.magnitude < 0x1p63 && Double(Int(number)) == number ? Int(number) : nil
    }
  }
}

extension ParameterType<Double> {
  /// `float`: a finite number.
  package static var float: Self {
    Self { json in json.number.flatMap { $0.isFinite ? $0 : nil } }
  }
}

extension ParameterType<[String]> {
  /// `[]string`.
  package static var strings: Self { .array(.string) }
}

extension ParameterType<Parameters> {
  /// A structure whose fields are taken in their turn.
  package static var structure: Self { Self { $0.kind == .object ? Parameters($0) : nil } }
}

extension ParameterType<JSONValue> {
  /// `object`: any JSON object, as it is.
  package static var object: Self { Self { $0.kind == .object ? $0 : nil } }
}
