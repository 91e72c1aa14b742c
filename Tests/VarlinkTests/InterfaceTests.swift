import Testing

@testable import Varlink

@Suite("Interface")
struct InterfaceTests {
  @Test("The text of org.varlink.service declares what the constant says")
  func service() throws {
    #expect(try Interface(Interface.service.description) == Interface.service)
  }

  @Test("Every construct of the language is read")
  func constructs() throws {
    let text = """
      # A comment
      interface org.example-1.some.thing2   # behind the name
      type Word (one, two)
      type Record (a: ?[]?[string]Word, b: (c: bool, d: (x, y)), e: object, f: [string](), g_h: any)
      method Do(a: int, b: float) -> (records: []Record)
      method Nothing() -> ()
      error Failed (reason: string, at: ?Record)
      """
    let interface = try Interface(text)
    #expect(interface.name == "org.example-1.some.thing2")
    #expect(interface.methods == ["Do", "Nothing"])
    #expect(interface.errors == ["Failed"])
    #expect(interface.types == ["Word", "Record"])
    #expect(interface.description == text)
  }

  @Test(
    "What is no description is refused at its line",
    arguments: [
      ("", 1), ("interface org", 1), ("interface Org.example\nmethod A() -> ()", 1),
      ("interface org.exampleThing\nmethod A() -> ()", 1), ("interface org.-a\nmethod A() -> ()", 1),
      ("interface 1a.b\nmethod A() -> ()", 1), ("interface a.b\n", 2), ("interface a.b\nmethod a() -> ()", 2),
      ("interface a.b\nmethod A() -> ()\nmethod A() -> ()", 3), ("interface a.b\nmethod A() -> ()\nerror A ()", 3),
      ("interface a.b\nmethod A(x) -> ()", 2), ("interface a.b\nmethod A(x: int, y) -> ()", 2),
      ("interface a.b\nmethod A(x: int,) -> ()", 2), ("interface a.b\nmethod A(x: int, x: int) -> ()", 2),
      ("interface a.b\nmethod A(x: string[]) -> ()", 2), ("interface a.b\nmethod A(x: ??int) -> ()", 2),
      ("interface a.b\nmethod A(x: [int]int) -> ()", 2), ("interface a.b\nmethod A(x: number) -> ()", 2),
      ("interface a.b\n\nmethod A(x: Missing) -> ()", 3), ("interface a.b\nmethod A()", 2),
      ("interface a.b\nmethod A() -> (", 2), ("interface a.b\nmethods A() -> ()", 2),
      ("interface a.b\nmethod A(x_: int) -> ()", 2), ("interface a.b\nmethod A(_x: int) -> ()", 2),
      ("interface a.b\nmethod A(1x: int) -> ()", 2), ("interface a.b\nmethod A_b() -> ()", 2),
      ("interface a.b\nmethod A(x: " + String(repeating: "[]", count: 10_000) + "int) -> ()", 2),
    ])
  func refusals(text: String, line: Int) {
    do throws(InterfaceError) {
      _ = try Interface(text)
      Issue.record("accepted: \(text.prefix(80))")
    } catch {
      #expect(error.line == line, "\(error) in \(text.prefix(80))")
    }
  }
}
