import Syntax
import Testing

@testable import Varlink

@Suite("Call")
struct CallTests {
  private func call(_ text: String) throws(CallError) -> Call { try Call(Array(text.utf8)) }

  @Test("A call is read with its parameters and what its caller expects")
  func reading() throws {
    let call = try call(#"{"method":"org.example.a.Do","parameters":{"name":"x"},"more":true,"oneway":false}"#)
    #expect(call.method == "org.example.a.Do")
    #expect(call.interface == "org.example.a")
    #expect(call.name == "Do")
    #expect(call.expectation == .replies)
    #expect(!call.wantsUpgrade)
    var parameters = call.parameters
    #expect(try parameters.take("name", as: .string) == "x")
    try parameters.finish()
  }

  @Test(
    "Null and absence are the same",
    arguments: [
      #"{"method":"a.B"}"#, #"{"method":"a.B","parameters":null,"more":null,"oneway":null,"upgrade":null}"#,
      " {\n\"method\" : \"a.B\" } ",
    ])
  func absence(text: String) throws {
    let call = try call(text)
    #expect(call.expectation == .reply)
    #expect(call.parameters.object == nil)
  }

  @Test(
    "What is no call is refused with its reason",
    arguments: [
      ("", .syntax(code: "syntax/json", offset: 0)), ("[]", .notAnObject), ("1", .notAnObject),
      ("{}", .wrongType("method")), (#"{"method":1}"#, .wrongType("method")),
      (#"{"method":"a.B","parameters":[]}"#, .wrongType("parameters")),
      (#"{"method":"a.B","more":1}"#, .wrongType("more")), (#"{"method":"a.B","id":1}"#, .unknownKey("id")),
      (#"{"method":"a.B","oneway":true,"more":true}"#, .contradiction),
      (#"{"method":"a.B","oneway":true,"upgrade":true}"#, .contradiction),
      (#"{"method":"a.B",}"#, .syntax(code: "syntax/json", offset: 16)),
      (#"{"method":"a.B"} x"#, .syntax(code: "syntax/json", offset: 17)),
      (#"{"method":"a.B","method":"a.B"}"#, .syntax(code: "syntax/duplicate-key", offset: 16)),
      (#"{"method":"a.B","meth\u006fd":"a.B"}"#, .syntax(code: "syntax/duplicate-key", offset: 16)),
      (#"{"method":"a.B","parameters":{"a":1,"a":1}}"#, .syntax(code: "syntax/duplicate-key", offset: 36)),
      (#"{"method":"\ud801"}"#, .syntax(code: "syntax/surrogate", offset: 11)),
      (#"{"method":"a.B","parameters":{"a":"\udc00"}}"#, .syntax(code: "syntax/surrogate", offset: 35)),
      ("\u{FEFF}{\"method\":\"a.B\"}", .syntax(code: "syntax/byte-order-mark", offset: 0)),
    ] as [(String, CallError)])
  func refusals(text: String, reason: CallError) {
    #expect(throws: reason) { try call(text) }
  }

  @Test("Bytes that are not UTF-8 are refused, in strings too")
  func encoding() {
    for bad: [UInt8] in [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x81], [0xF4, 0x90, 0x80, 0x80], [0xC3]] {
      let frame = Array(#"{"method":"a"#.utf8) + bad + Array(#""}"#.utf8)
      #expect(throws: CallError.syntax(code: "syntax/utf8", offset: 12)) { try Call(frame) }
    }
  }

  @Test("A NUL in a string stands as its escape and is part of the text")
  func escapedNUL() throws {
    var parameters = try call(#"{"method":"a.B","parameters":{"path":"a\u0000b"}}"#).parameters
    #expect(try parameters.take("path", as: .string) == "a\u{0}b")
  }

  @Test("64 levels pass; 65, 511 and 100,000 are refused", arguments: [64, 65, 511, 100_000])
  func depth(levels: Int) throws {
    let inner = levels - 2
    let arrays = String(repeating: "[", count: inner) + String(repeating: "]", count: inner)
    let text = #"{"method":"a.B","parameters":{"a":"# + arrays + "}}"
    if levels <= 64 {
      _ = try call(text)
    } else {
      #expect(throws: CallError.syntax(code: "syntax/depth", offset: 96)) { try call(text) }
    }
    let open = String(repeating: #"{"a":"#, count: levels)
    #expect(throws: CallError.self) { try call(open) }
  }

  @Test("What a client writes is what the server reads")
  func roundTrip() throws {
    for expectation: Call.Expectation in [.reply, .replies, .silence] {
      var writer = JSONWriter(pretty: false)
      writer.call("a.b.C", expectation) { $0.field("x", "\u{0}\"é") }
      #expect(writer.bytes.last == 0)
      let call = try Call(Array(writer.bytes.dropLast()))
      var parameters = call.parameters
      #expect(call.expectation == expectation)
      #expect(try parameters.take("x", as: .string) == "\u{0}\"é")
    }
  }
}
