package import Syntax

/// One reply as a client reads it.
package struct Reply: Sendable {
  /// The result, or the error that stands in its place.
  package let result: Result<Parameters, MethodError>
  /// More replies to the same call follow.
  package let continues: Bool

  /// Reads a frame. Keys this side does not know are passed over; otherwise as strict as a call.
  package init(_ frame: [UInt8]) throws(CallError) {
    let root = try CallError.object(in: frame)
    let parameters = root["parameters"].flatMap { $0.kind == .null ? nil : $0 }
    guard parameters.map({ $0.kind == .object }) ?? true else { throw CallError.wrongType("parameters") }
    if let error = root["error"], error.kind != .null {
      guard let name = error.string else { throw CallError.wrongType("error") }
      result = .failure(MethodError(name, parameters: parameters))
    } else {
      result = .success(Parameters(parameters))
    }
    if let flag = root["continues"], flag.kind != .null {
      guard let value = flag.bool else { throw CallError.wrongType("continues") }
      continues = value
    } else {
      continues = false
    }
  }
}

extension JSONWriter {
  /// The only or the last reply to a call, with its NUL; `parameters` writes their members.
  package mutating func reply(_ parameters: (inout JSONWriter) -> Void) {
    object { $0.field("parameters") { $0.object(parameters) } }
    end(with: 0)
  }

  /// A reply that others follow, with its NUL.
  package mutating func continuingReply(_ parameters: (inout JSONWriter) -> Void) {
    object { writer in
      writer.field("parameters") { $0.object(parameters) }
      writer.field("continues", true)
    }
    end(with: 0)
  }

  /// An error as the last reply to a call, with its NUL.
  package mutating func reply(_ error: MethodError) {
    object { writer in
      writer.field("error", error.name)
      writer.field("parameters") { $0.raw(error.parameters) }
    }
    end(with: 0)
  }
}
