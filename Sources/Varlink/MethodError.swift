package import Syntax

/// An error reply: what a method answers instead of its result.
package struct MethodError: Error, Hashable, Sendable {
  /// The whole name: `org.varlink.service.MethodNotFound`.
  package let name: String
  /// A JSON object.
  package let parameters: [UInt8]

  /// `parameters` writes their members.
  package init(_ name: String, _ parameters: (inout JSONWriter) -> Void = { _ in }) {
    var writer = JSONWriter(pretty: false)
    writer.object(parameters)
    self.name = name
    self.parameters = writer.bytes
  }

  init(_ name: String, parameters: JSONValue?) {
    self.name = name
    self.parameters = parameters.map { Array($0.document.text.bytes[$0.byteRange]) } ?? Array("{}".utf8)
  }
}

/// The errors of `org.varlink.service`, which any method may answer.
extension MethodError {
  package static func interfaceNotFound(_ interface: String) -> MethodError {
    MethodError("org.varlink.service.InterfaceNotFound") { $0.field("interface", interface) }
  }

  /// Takes the whole name of the method.
  package static func methodNotFound(_ method: String) -> MethodError {
    MethodError("org.varlink.service.MethodNotFound") { $0.field("method", method) }
  }

  /// Takes the whole name of the method.
  package static func methodNotImplemented(_ method: String) -> MethodError {
    MethodError("org.varlink.service.MethodNotImplemented") { $0.field("method", method) }
  }

  package static func invalidParameter(_ parameter: String) -> MethodError {
    MethodError("org.varlink.service.InvalidParameter") { $0.field("parameter", parameter) }
  }

  package static var permissionDenied: MethodError { MethodError("org.varlink.service.PermissionDenied") }

  /// The method answers only callers who said `more`.
  package static var expectedMore: MethodError { MethodError("org.varlink.service.ExpectedMore") }
}

extension MethodError: CustomStringConvertible {
  package var description: String { "\(name) \(String(decoding: parameters, as: UTF8.self))" }
}
