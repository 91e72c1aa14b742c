import Certification
import Syntax
import Testing

@testable import Varlink

@Suite("Certification")
struct CertificationTests {
  private static let order = ["Start"] + (1...11).map { $0 < 10 ? "Test0\($0)" : "Test\($0)" } + ["End"]

  /// A client and a server joined by arrays, a chunk of bytes at a time.
  private struct Wire {
    var client = ClientConnection()
    var server: Connection
    var certification = Certification()
    let chunk: Int

    mutating func replies(
      to method: String, _ expectation: Call.Expectation, _ parameters: (inout JSONWriter) -> Void
    ) throws -> [Reply] {
      let bytes = client.call("org.varlink.certification.\(method)", expectation, parameters)
      for start in stride(from: 0, to: bytes.count, by: chunk) {
        server.receive(bytes.span.extracting(start..<min(start + chunk, bytes.count)))
        while case .call(let call) = server.next() { certification.answer(call, on: &server) }
      }
      while server.outputSize > 0 {
        server.drain { span in
          let count = min(chunk, span.count)
          client.receive(span.extracting(..<count))
          return count
        }
      }
      var replies: [Reply] = []
      while let reply = try client.next() { replies.append(reply) }
      return replies
    }
  }

  @Test("A client that returns what it was told passes, however the bytes are cut", arguments: [1, 7, 1 << 16])
  func passes(chunk: Int) throws {
    var wire = Wire(server: Connection(try Certification.service()), chunk: chunk)
    var id = ""
    var last: [Reply] = []
    for method in CertificationTests.order {
      let told = last
      let expectation: Call.Expectation = method == "Test10" ? .replies : method == "Test11" ? .silence : .reply
      last = try wire.replies(to: method, expectation) { writer in
        if method != "Start" { writer.field("client_id", id) }
        if method == "Test11" {
          let lines = told.compactMap { try? $0.result.get().object?["string"]?.string }
          writer.field("last_more_replies", lines)
        } else if method != "Test01", method != "End", let object = try? told.last?.result.get().object {
          for member in object.members { writer.field(named: member.name) { $0.value(member.value) } }
        }
      }
      #expect(last.count == (method == "Test10" ? 10 : method == "Test11" ? 0 : 1), "\(method)")
      for reply in last { _ = try reply.result.get() }
      if method == "Start" { id = try #require(try last.first?.result.get().object?["client_id"]?.string) }
    }
    #expect(try last.first?.result.get().object?["all_ok"]?.bool == true)
  }

  @Test("A client that returns something else, or out of turn, does not")
  func fails() throws {
    var wire = Wire(server: Connection(try Certification.service()), chunk: 1 << 16)
    _ = try wire.replies(to: "Start", .reply) { _ in }
    let outOfTurn = try wire.replies(to: "Test02", .reply) { $0.field("client_id", "client-1") }
    #expect(throws: MethodError("org.varlink.certification.ClientIdError")) { try outOfTurn.first?.result.get() }
    let wrong = try wire.replies(to: "Test01", .reply) { writer in
      writer.field("client_id", "client-1")
      writer.field("bool", true)
    }
    do {
      _ = try wrong.first?.result.get()
      Issue.record("a wrong parameter passed")
    } catch {
      #expect(error.name == "org.varlink.certification.CertificationError")
    }
  }
}
