import Foundation
import Palettes
import Syntax

/// A JSON Schema (draft 2020-12) as far as ours go; a keyword that is not known here is a problem too.
struct SchemaValidator {
  private let root: JSONValue

  init(_ name: String) throws {
    let file = Program.checkout.appendingPathComponent("etc/contrastd/schema/\(name).schema.json")
    let text = SourceText(path: "\(name).schema.json", bytes: Array(try Data(contentsOf: file)))
    guard let root = JSONDocument(text).root else { throw CocoaError(.fileReadCorruptFile) }
    self.root = root
  }

  /// What is wrong with a document, each with its place; empty for a valid one.
  func problems(in document: String) -> [String] {
    let parsed = JSONDocument(SourceText(path: "answer.json", bytes: Array(document.utf8)))
    guard let value = parsed.root, parsed.diagnostics.isEmpty else { return ["no JSON: \(document.prefix(80))"] }
    return problems(value, root, "")
  }

  private func problems(_ value: JSONValue, _ schema: JSONValue, _ path: String) -> [String] {
    schema.members.flatMap { problems(value, schema, keyword: $0.name, $0.value, path) }
  }

  private func problems(
    _ value: JSONValue, _ schema: JSONValue, keyword: String, _ wanted: JSONValue, _ path: String
  ) -> [String] {
    switch keyword {
    case "$schema", "$defs", "title", "description": return []
    case "$ref": return definition(wanted).map { problems(value, $0, path) } ?? ["\(path): no \(wanted.source)"]
    case "anyOf":
      return wanted.elements.contains { problems(value, $0, path).isEmpty } ? [] : ["\(path): none of anyOf"]
    case "type": return isOf(type: wanted.string ?? "", value) ? [] : ["\(path): no \(wanted.source)"]
    case "const": return value.source == wanted.source ? [] : ["\(path): not \(wanted.source)"]
    case "enum":
      return wanted.elements.contains { $0.source == value.source } ? [] : ["\(path): \(value.source) not in enum"]
    case "minimum", "maximum":
      guard let number = value.number, let bound = wanted.number else { return [] }
      return (keyword == "minimum" ? number >= bound : number <= bound) ? [] : ["\(path): \(number) beyond \(bound)"]
    case "minItems", "maxItems":
      let (count, bound) = (Double(Array(value.elements).count), wanted.number ?? 0)
      return (keyword == "minItems" ? count >= bound : count <= bound) ? [] : ["\(path): \(count) items"]
    case "pattern":
      let isMatch = (try? Regex(wanted.string ?? "").firstMatch(in: value.string ?? "")) != nil
      return isMatch ? [] : ["\(path): \(value.source) does not match"]
    case "items":
      return value.elements.enumerated().flatMap { problems($1, wanted, "\(path)[\($0)]") }
    case "required":
      return wanted.elements.compactMap { key in
        value.member(named: key.string ?? "") == nil ? "\(path): no member \(key.source)" : nil
      }
    case "properties":
      return wanted.members.flatMap { property in
        value.member(named: property.name).map { problems($0, property.value, "\(path).\(property.name)") } ?? []
      }
    case "additionalProperties": return additional(value, schema, wanted, path)
    default: return ["\(path): the schema has \(keyword), which the tests do not know"]
    }
  }

  private func additional(_ value: JSONValue, _ schema: JSONValue, _ wanted: JSONValue, _ path: String) -> [String] {
    let others = value.members.filter { schema["properties"]?.member(named: $0.name) == nil }
    if wanted.bool == false { return others.map { "\(path): unknown member \($0.name)" } }
    return others.flatMap { problems($0.value, wanted, "\(path).\($0.name)") }
  }

  private func definition(_ reference: JSONValue) -> JSONValue? {
    root["$defs"]?.member(named: String((reference.string ?? "").split(separator: "/").last ?? ""))
  }

  private func isOf(type: String, _ value: JSONValue) -> Bool {
    switch type {
    case "object": value.kind == .object
    case "array": value.kind == .array
    case "string": value.kind == .string
    case "number": value.number != nil
    case "integer": value.number.map { $0 == $0.rounded() } ?? false
    case "boolean": value.bool != nil
    case "null": value.source == "null"
    default: false
    }
  }
}
