import Syntax
import Testing

@testable import Varlink

@Suite("ClientConnection")
struct ClientConnectionTests {
  private func receive(_ text: String, _ client: inout ClientConnection) {
    client.receive(Array(text.utf8).span)
  }

  @Test("A call is one JSON object and a NUL")
  func calls() {
    var client = ClientConnection()
    let bytes = client.call("a.b.C", .replies) { $0.field("x", 1) }
    #expect(bytes == Array("{\"method\":\"a.b.C\",\"parameters\":{\"x\":1},\"more\":true}\0".utf8))
    #expect(client.outstanding == 1)
    _ = client.call("a.b.C", .silence)
    #expect(client.outstanding == 1)
  }

  @Test("Replies come with their parameters, errors with theirs")
  func replies() throws {
    var client = ClientConnection()
    _ = client.call("a.b.Stream", .replies)
    _ = client.call("a.b.C")
    receive("{\"parameters\":{\"x\":1},\"continues\":true}\0{\"new\":0}\0", &client)
    receive("{\"error\":\"a.b.No\",\"parameters\":{\"why\":\"y\"}}\0", &client)
    let first = try #require(try client.next())
    #expect(first.continues)
    var parameters = try first.result.get()
    #expect(try parameters.take("x", as: .int) == 1)
    #expect(client.outstanding == 2)
    #expect(try client.next()?.continues == false)
    let error = MethodError("a.b.No") { $0.field("why", "y") }
    let last = try #require(try client.next())
    #expect(throws: error) { try last.result.get() }
    #expect(client.outstanding == 0)
    #expect(try client.next() == nil)
  }

  @Test("What no reply can be is an error")
  func refusals() {
    let cases: [(String, ReplyError)] = [
      ("[]\0", .malformed(.notAnObject)), ("{\"parameters\":1}\0", .malformed(.wrongType("parameters"))),
      ("{\"error\":1}\0", .malformed(.wrongType("error"))),
      ("{\"continues\":1}\0", .malformed(.wrongType("continues"))),
      ("{\"continues\":true}\0", .unexpected),
    ]
    for (text, reason) in cases {
      var client = ClientConnection()
      _ = client.call("a.b.C")
      receive(text, &client)
      #expect(throws: reason, "\(text)") { try client.next() }
    }
    var client = ClientConnection()
    receive("{}\0", &client)
    #expect(throws: ReplyError.unexpected) { try client.next() }
  }
}
