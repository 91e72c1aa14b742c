import Syntax
package import Varlink

/// The service that client libraries of Varlink certify themselves against: each method wants what the one before it
/// answered, in the order Start, Test01 … Test11, End. Held against known clients, it certifies our side.
package struct Certification: Sendable {
  /// The next method of every client that has started.
  private var next: [String: String] = [:]
  private var started = 0

  package init() {}

  /// What the connection of a certification server is opened with.
  package static func service() throws(InterfaceError) -> ServiceInfo {
    ServiceInfo(
      vendor: "contrastd", product: "certification", version: "1", url: "https://varlink.org",
      interfaces: [try Interface(Certification.description)])
  }

  /// Answers the call that is at hand on a connection.
  package mutating func answer(_ call: Call, on connection: inout Connection) {
    do throws(MethodError) {
      let step = try step(for: call)
      var parameters = call.parameters
      let client = call.name == "Start" ? start() : try parameters.take("client_id", as: .string)
      guard next[client] == step.name else {
        throw MethodError("org.varlink.certification.ClientIdError")
      }
      next[client] = nil
      try check(call, step, client)
      next[client] = step.following
      reply(step, client, on: &connection)
    } catch {
      connection.fail(error)
    }
  }

  private mutating func start() -> String {
    started += 1
    let client = "client-\(started)"
    next[client] = "Start"
    return client
  }

  private func step(for call: Call) throws(MethodError) -> CertificationStep {
    guard let step = CertificationStep.all.first(where: { $0.name == call.name }) else {
      throw .methodNotFound(call.method)
    }
    return step
  }

  /// Compares what a client sent with what it should have sent.
  private func check(_ call: Call, _ step: CertificationStep, _ client: String) throws(MethodError) {
    let wants = step.wants(client)
    let got = call.parameters.object.map { $0.canonical } ?? "{}"
    if wants?.canonical == got, call.expectation == step.expectation { return }
    throw MethodError("org.varlink.certification.CertificationError") { writer in
      writer.field("wants") { writer in wants.map { writer.value($0) } ?? writer.null() }
      writer.field("got") { $0.raw(Array(got.utf8)) }
    }
  }

  private func reply(_ step: CertificationStep, _ client: String, on connection: inout Connection) {
    if step.expectation == .replies {
      for number in 1...9 { connection.replyContinuing { $0.field("string", "Reply number \(number)") } }
    }
    let answer = step.answer(client)
    connection.reply { writer in
      guard let answer else { return }
      for member in answer.members {
        writer.field(named: member.name) { $0.value(member.value) }
      }
    }
  }
}

extension JSONValue {
  /// The same text for values that mean the same: keys in order, numbers as doubles, members that are null left out.
  fileprivate var canonical: String {
    switch kind {
    case .object:
      let members = members.filter { $0.value.kind != .null }.map { "\"\($0.name)\":\($0.value.canonical)" }
      return "{\(members.sorted().joined(separator: ","))}"
    case .array: return "[\(elements.map(\.canonical).joined(separator: ","))]"
    case .number: return number.map { "\($0)" } ?? source
    case .string:
      var writer = JSONWriter(pretty: false)
      writer.string(string ?? "")
      return writer.text
    case .null, .true, .false: return source
    }
  }
}
