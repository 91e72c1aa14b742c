import Syntax
import Testing

@testable import Varlink

@Suite("Parameters")
struct ParametersTests {
  private func parameters(_ text: String) -> Parameters {
    Parameters(JSONDocument(SourceText(path: "", bytes: Array(text.utf8))).root)
  }

  private enum Level: String, Sendable { case low, high }

  @Test("Each type is read")
  func types() throws {
    var parameters = parameters(
      #"{"s":"x","b":true,"i":-7,"e":1e3,"f":0.5,"l":["a","b"],"m":{"k":1},"w":"high","r":{"q":1},"o":{},"z":null}"#)
    #expect(try parameters.take("s", as: .string) == "x")
    #expect(try parameters.take("b", as: .bool))
    #expect(try parameters.take("i", as: .int) == -7)
    #expect(try parameters.take("e", as: .int) == 1000)
    #expect(try parameters.take("f", as: .float) == 0.5)
    #expect(try parameters.take("l", as: .strings) == ["a", "b"])
    #expect(try parameters.take("m", as: .map(.int)) == ["k": 1])
    #expect(try parameters.take("w", as: ParameterType<Level>.word()) == .high)
    var record = try parameters.take("r", as: .structure)
    #expect(try record.take("q", as: .int) == 1)
    #expect(try parameters.take("o", as: .object).kind == .object)
    #expect(try parameters.takeIfPresent("z", as: .string) == nil)
    #expect(try parameters.takeIfPresent("absent", as: .string) == nil)
    try parameters.finish()
  }

  @Test("Whole numbers are exact to 64 bits", arguments: [Int.max, .min, 9_007_199_254_740_993])
  func wholeNumbers(value: Int) throws {
    var parameters = parameters("{\"i\":\(value)}")
    #expect(try parameters.take("i", as: .int) == value)
  }

  @Test("A wrong or missing value is InvalidParameter with its name")
  func wrongTypes() {
    for text in ["{}", #"{"p":null}"#, #"{"p":"1"}"#, #"{"p":1.5}"#, #"{"p":1e30}"#, #"{"p":[1]}"#] {
      var parameters = parameters(text)
      #expect(throws: MethodError.invalidParameter("p"), "\(text)") { try parameters.take("p", as: .int) }
    }
    var strings = parameters(#"{"p":["a",1]}"#)
    #expect(throws: MethodError.invalidParameter("p")) { try strings.take("p", as: .strings) }
    var optional = parameters(#"{"p":1}"#)
    #expect(throws: MethodError.invalidParameter("p")) { try optional.takeIfPresent("p", as: .string) }
    var float = parameters(#"{"p":1e999}"#)
    #expect(throws: MethodError.invalidParameter("p")) { try float.take("p", as: .float) }
    #expect(
      String(decoding: MethodError.invalidParameter("p").parameters, as: UTF8.self) == #"{"parameter":"p"}"#)
  }

  @Test("A parameter nobody took is InvalidParameter, also the 65th")
  func unknown() throws {
    var few = parameters(#"{"a":1,"extra":2}"#)
    _ = try few.take("a", as: .int)
    #expect(throws: MethodError.invalidParameter("extra")) { try few.finish() }
    let many = parameters("{" + (0..<80).map { "\"k\($0)\":0" }.joined(separator: ",") + "}")
    #expect(throws: MethodError.invalidParameter("k0")) { try many.finish() }
  }
}
