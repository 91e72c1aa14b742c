/// An interface description: its text, and the names it declares.
package struct Interface: Hashable, Sendable {
  /// `org.varlink.service`.
  package let name: String
  /// The names of its methods in reading order, without the interface.
  package let methods: [String]
  /// The names of its errors in reading order, without the interface.
  package let errors: [String]
  /// The names of its types in reading order.
  package let types: [String]
  /// The text as given, which is what a client gets.
  package let description: String

  init(name: String, methods: [String], errors: [String], types: [String], description: String) {
    self.name = name
    self.methods = methods
    self.errors = errors
    self.types = types
    self.description = description
  }

  /// Reads a description in the interface language of varlink.org, strictly: every type named is declared, no name is
  /// declared twice, and the name is lower-case throughout (a parser in use refuses others).
  package init(_ description: String) throws(InterfaceError) {
    var parser = InterfaceParser(description)
    self = try parser.interface()
  }
}

/// Why a text is not an interface description.
package struct InterfaceError: Error, Hashable, Sendable {
  /// Counts from 1.
  package let line: Int
  package let message: String
}

extension InterfaceError: CustomStringConvertible {
  package var description: String { "line \(line): \(message)" }
}
