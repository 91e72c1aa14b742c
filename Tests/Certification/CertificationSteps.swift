import Syntax
import Varlink

/// One method of the certification interface. `$` in its texts stands for the client's name.
struct CertificationStep {
  let name: String
  var expectation = Call.Expectation.reply
  /// The parameters a client must send, beside its name.
  let parameters: String
  /// The members of the reply.
  let reply: String

  /// The method that must come next.
  var following: String? {
    guard let index = CertificationStep.all.firstIndex(where: { $0.name == name }) else { return nil }
    return index + 1 < CertificationStep.all.count ? CertificationStep.all[index + 1].name : nil
  }

  func wants(_ client: String) -> JSONValue? {
    if name == "Start" { return CertificationStep.object("") }
    let own = "\"client_id\":\"\(client)\""
    return CertificationStep.object(parameters.isEmpty ? own : own + "," + parameters)
  }

  func answer(_ client: String) -> JSONValue? {
    CertificationStep.object(name == "Start" ? "\"client_id\":\"\(client)\"" : reply)
  }

  private static func object(_ members: String) -> JSONValue? {
    JSONDocument(SourceText(path: "", bytes: Array("{\(members)}".utf8))).root
  }
}

extension CertificationStep {
  private static let scalars = #""bool":false,"int":2,"float":3.141592653589793,"string":"a lot of string""#
  private static let structure = #""struct":{"# + scalars + "}"
  private static let map = #""map":{"foo":"Foo","bar":"Bar"}"#
  private static let set = #""set":{"one":{},"two":{},"three":{}}"#
  private static let record = #"""
    "mytype":{"object":{"method":"org.varlink.certification.Test09","parameters":{"map":{"foo":"Foo","bar":"Bar"}}},
      "enum":"two","struct":{"first":1,"second":"2"},"array":["one","two","three"],
      "dictionary":{"foo":"Foo","bar":"Bar"},"stringset":{"one":{},"two":{},"three":{}},
      "nullable":null,"nullable_array_struct":null,
      "interface":{"foo":[null,{"foo":"foo","bar":"bar"},null,{"one":"foo","two":"bar"}],
        "anon":{"foo":true,"bar":false}}}
    """#
  private static let replies =
    "\"last_more_replies\":[" + (1...10).map { "\"Reply number \($0)\"" }.joined(separator: ",") + "]"

  /// In the order they must be called.
  static let all: [CertificationStep] = [
    CertificationStep(name: "Start", parameters: "", reply: ""),
    CertificationStep(name: "Test01", parameters: "", reply: #""bool":true"#),
    CertificationStep(name: "Test02", parameters: #""bool":true"#, reply: #""int":1"#),
    CertificationStep(name: "Test03", parameters: #""int":1"#, reply: #""float":1.0"#),
    CertificationStep(name: "Test04", parameters: #""float":1.0"#, reply: #""string":"ping""#),
    CertificationStep(name: "Test05", parameters: #""string":"ping""#, reply: scalars),
    CertificationStep(name: "Test06", parameters: scalars, reply: structure),
    CertificationStep(name: "Test07", parameters: structure, reply: map),
    CertificationStep(name: "Test08", parameters: map, reply: set),
    CertificationStep(name: "Test09", parameters: set, reply: record),
    CertificationStep(
      name: "Test10", expectation: .replies, parameters: record, reply: #""string":"Reply number 10""#),
    CertificationStep(name: "Test11", expectation: .silence, parameters: replies, reply: ""),
    CertificationStep(name: "End", parameters: "", reply: #""all_ok":true"#),
  ]
}

extension Certification {
  /// The declarations of the interface, as its clients know them.
  static let description = """
    # Held against known clients, the methods in their order certify a server.
    interface org.varlink.certification

    type Interface (
      foo: ?[]?[string](foo, bar, baz),
      anon: (foo: bool, bar: bool)
    )

    type MyType (
      object: object,
      enum: (one, two, three),
      struct: (first: int, second: string),
      array: []string,
      dictionary: [string]string,
      stringset: [string](),
      nullable: ?string,
      nullable_array_struct: ?[](first: int, second: string),
      interface: Interface
    )

    method Start() -> (client_id: string)
    method Test01(client_id: string) -> (bool: bool)
    method Test02(client_id: string, bool: bool) -> (int: int)
    method Test03(client_id: string, int: int) -> (float: float)
    method Test04(client_id: string, float: float) -> (string: string)
    method Test05(client_id: string, string: string) -> (bool: bool, int: int, float: float, string: string)
    method Test06(client_id: string, bool: bool, int: int, float: float, string: string)
      -> (struct: (bool: bool, int: int, float: float, string: string))
    method Test07(client_id: string, struct: (bool: bool, int: int, float: float, string: string))
      -> (map: [string]string)
    method Test08(client_id: string, map: [string]string) -> (set: [string]())
    method Test09(client_id: string, set: [string]()) -> (mytype: MyType)
    method Test10(client_id: string, mytype: MyType) -> (string: string)
    method Test11(client_id: string, last_more_replies: []string) -> ()
    method End(client_id: string) -> (all_ok: bool)

    error ClientIdError ()
    error CertificationError (wants: object, got: object)

    """
}
