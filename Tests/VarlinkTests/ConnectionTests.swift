import Syntax
import Testing

@testable import Varlink

@Suite("Connection")
struct ConnectionTests {
  private func connection(frameLimit: Int = FrameReader.standardLimit) throws -> Connection {
    let interface = try Interface("interface org.example.a\nmethod Do(n: ?int) -> ()\nmethod Stream() -> ()")
    return Connection(
      ServiceInfo(vendor: "V", product: "P", version: "1", url: "https://example.org", interfaces: [interface]),
      frameLimit: frameLimit)
  }

  /// What waits to be written, as text with a line a message.
  private func output(_ connection: inout Connection) -> [String] {
    var bytes: [UInt8] = []
    connection.drain { span in
      span.withUnsafeBufferPointer { bytes = Array($0) }
      return span.count
    }
    return bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }

  private func receive(_ text: String, _ connection: inout Connection) {
    connection.receive(Array(text.utf8).span)
  }

  private func method(_ event: Connection.Event?) -> String? {
    if case .call(let call) = event { call.method } else { nil }
  }

  @Test("A reader that is always behind by some bytes costs no more than those")
  func behind() throws {
    var connection = try connection()
    receive("{\"method\":\"org.example.a.Stream\",\"more\":true}\0", &connection)
    #expect(method(connection.next()) == "org.example.a.Stream")
    var (written, read) = (0, 0)
    for _ in 0..<2000 {
      connection.replyContinuing { $0.field("text", String(repeating: "x", count: 4000)) }
      written += 4000
      guard connection.outputSize > 100_000 else { continue }
      connection.drain { _ in
        read += 4100
        return 4100
      }
    }
    #expect(written > 7 << 20 && connection.outputSize < 200_000)
    #expect(connection.heldSize < 2 * connection.outputSize + (64 << 10))
  }

  @Test("org.varlink.service is answered without the host")
  func introspection() throws {
    var connection = try connection()
    receive("{\"method\":\"org.varlink.service.GetInfo\"}\0", &connection)
    receive(
      "{\"method\":\"org.varlink.service.GetInterfaceDescription\",\"parameters\":{\"interface\":\"org.example.a\"}}\0",
      &connection)
    #expect(connection.next() == nil)
    #expect(
      output(&connection) == [
        #"{"parameters":{"vendor":"V","product":"P","version":"1","url":"https://example.org","#
          + #""interfaces":["org.varlink.service","org.example.a"]}}"#,
        #"{"parameters":{"description":"interface org.example.a\nmethod Do(n: ?int) -> ()\nmethod Stream() -> ()"}}"#,
      ])
  }

  @Test(
    "What the service cannot pass on is an error with its parameter, and the connection stays",
    arguments: [
      (#""org.example.b.Do""#, "InterfaceNotFound", #"{"interface":"org.example.b"}"#),
      (#""org.example.a.Dont""#, "MethodNotFound", #"{"method":"org.example.a.Dont"}"#),
      (#""org.varlink.service.Get""#, "MethodNotFound", #"{"method":"org.varlink.service.Get"}"#),
      (#""org.example.a.Do","upgrade":true"#, "MethodNotImplemented", #"{"method":"org.example.a.Do"}"#),
      (#""Do""#, "InvalidParameter", #"{"parameter":"method"}"#),
      (#""org.varlink.service.GetInfo","parameters":{"x":1}"#, "InvalidParameter", #"{"parameter":"x"}"#),
      (#""org.varlink.service.GetInterfaceDescription""#, "InvalidParameter", #"{"parameter":"interface"}"#),
      (
        #""org.varlink.service.GetInterfaceDescription","parameters":{"interface":"a.b"}"#, "InterfaceNotFound",
        #"{"interface":"a.b"}"#
      ),
    ])
  func errors(call: String, name: String, parameters: String) throws {
    var connection = try connection()
    receive("{\"method\":\(call)}\0{\"method\":\"org.example.a.Do\"}\0", &connection)
    #expect(method(connection.next()) == "org.example.a.Do")
    #expect(output(&connection) == [#"{"error":"org.varlink.service.\#(name)","parameters":\#(parameters)}"#])
  }

  @Test("Calls come one at a time and replies leave in their order")
  func order() throws {
    var connection = try connection()
    receive((0..<3).map { "{\"method\":\"org.example.a.Do\",\"parameters\":{\"n\":\($0)}}\0" }.joined(), &connection)
    receive("{\"method\":\"org.varlink.service.GetInfos\"}\0", &connection)
    for number in 0..<3 {
      guard case .call(let call) = connection.next() else { throw CallError.notAnObject }
      #expect(connection.next() == nil)
      var parameters = call.parameters
      #expect(try parameters.take("n", as: .int) == number)
      connection.reply { $0.field("n", number) }
    }
    #expect(connection.next() == nil)
    #expect(
      output(&connection).map { $0.prefix(19) } == (0..<3).map { "{\"parameters\":{\"n\":\($0)" }.map { $0.prefix(19) }
        + ["{\"error\":\"org.varli"])
  }

  @Test("Replies that others follow say so, the last one does not")
  func streams() throws {
    var connection = try connection()
    receive("{\"method\":\"org.example.a.Stream\",\"more\":true}\0", &connection)
    #expect(method(connection.next()) == "org.example.a.Stream")
    connection.replyContinuing { $0.field("n", 1) }
    connection.replyContinuing { $0.field("n", 2) }
    connection.reply()
    connection.reply()
    #expect(
      output(&connection) == [
        #"{"parameters":{"n":1},"continues":true}"#, #"{"parameters":{"n":2},"continues":true}"#, #"{"parameters":{}}"#,
      ])
  }

  @Test("A caller who wants one reply gets ExpectedMore from a stream")
  func expectedMore() throws {
    var connection = try connection()
    receive("{\"method\":\"org.example.a.Stream\"}\0", &connection)
    #expect(method(connection.next()) == "org.example.a.Stream")
    connection.replyContinuing { $0.field("n", 1) }
    connection.replyContinuing { $0.field("n", 2) }
    #expect(connection.call == nil)
    #expect(output(&connection) == [#"{"error":"org.varlink.service.ExpectedMore","parameters":{}}"#])
  }

  @Test("A oneway call is never answered, neither by the host nor by the service")
  func oneway() throws {
    var connection = try connection()
    for name in ["org.example.a.Do", "org.varlink.service.GetInfo", "org.example.b.Do", "org.example.a.Do"] {
      receive("{\"method\":\"\(name)\",\"oneway\":true}\0", &connection)
    }
    #expect(method(connection.next()) == "org.example.a.Do")
    connection.reply { $0.field("n", 1) }
    #expect(method(connection.next()) == "org.example.a.Do")
    connection.fail(.permissionDenied)
    #expect(connection.next() == nil)
    #expect(output(&connection).isEmpty)
  }

  @Test("A frame that is no call closes, after the replies to the calls before it")
  func malformed() throws {
    var connection = try connection()
    receive("{\"method\":\"org.varlink.service.Get\"}\0nonsense\0{\"method\":\"org.example.a.Do\"}\0", &connection)
    guard case .close(.malformed(.syntax)) = connection.next() else { throw CallError.notAnObject }
    #expect(output(&connection).count == 1)
    receive("{\"method\":\"org.example.a.Do\"}\0", &connection)
    #expect(connection.next() == nil)
    #expect(!connection.wantsInput)
  }

  @Test("A NUL inside a string cuts the frame, and that closes")
  func rawNUL() throws {
    var connection = try connection()
    receive("{\"method\":\"org.example.a.Do\",\"parameters\":{\"n\":\"a\0b\"}}\0", &connection)
    guard case .close(.malformed) = connection.next() else { throw CallError.notAnObject }
  }

  @Test("A frame over the limit closes")
  func overlong() throws {
    var connection = try connection()
    receive(String(repeating: " ", count: FrameReader.standardLimit + 1), &connection)
    guard case .close(.frame(.tooLong)) = connection.next() else { throw CallError.notAnObject }
  }

  @Test("Sixteen calls may wait; then nothing is read until one is taken")
  func pipeline() throws {
    var connection = try connection()
    receive("{\"method\":\"org.example.a.Do\"}\0", &connection)
    #expect(method(connection.next()) != nil)
    for _ in 0..<Connection.pipelineLimit {
      #expect(connection.wantsInput)
      receive("{\"method\":\"org.example.a.Do\"}\0", &connection)
    }
    #expect(!connection.wantsInput)
    connection.reply()
    #expect(method(connection.next()) != nil)
    #expect(connection.wantsInput)
  }

  @Test("1,000 calls of one write are all answered, and replies nobody reads stop the taking")
  func burst() throws {
    var connection = try connection(frameLimit: 4096)
    let call =
      "{\"method\":\"org.varlink.service.GetInterfaceDescription\",\"parameters\":{\"interface\":\"org.varlink.service\"}}\0"
    receive(String(repeating: call, count: 1000), &connection)
    var replies = 0
    var rounds = 0
    repeat {
      #expect(connection.next() == nil)
      #expect(connection.outputSize < 4096 + 4096)
      replies += output(&connection).count
      rounds += 1
    } while connection.isReady
    #expect(replies == 1000)
    #expect(rounds > 1)
  }

  @Test("The rest of a frame is awaited only while input is taken")
  func partialFrames() throws {
    var connection = try connection()
    receive("{\"method\"", &connection)
    #expect(connection.awaitsRestOfFrame)
    receive(":\"org.example.a.Do\"}\0", &connection)
    #expect(!connection.awaitsRestOfFrame)
    receive(String(repeating: "{}\0", count: 20) + "{", &connection)
    #expect(!connection.awaitsRestOfFrame)
  }

  @Test("A write that takes a part leaves the rest")
  func partialWrites() throws {
    var connection = try connection()
    receive("{\"method\":\"org.example.a.Do\"}\0", &connection)
    _ = connection.next()
    connection.reply { $0.field("n", 1) }
    var bytes: [UInt8] = []
    while connection.outputSize > 0 {
      connection.drain { span in
        bytes.append(span[0])
        return 1
      }
    }
    #expect(bytes == Array("{\"parameters\":{\"n\":1}}\0".utf8))
  }
}
