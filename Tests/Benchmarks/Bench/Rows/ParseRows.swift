import Foundation
import Syntax

/// A token file of about 1 MB, as JSON with all its ranges.
func parseRows(_ bench: Bench) throws -> [Outcome] {
  let folder = try bench.palette(3_000, 1, format: "dtcg")
  guard let bytes = contents(of: "\(folder)/light.tokens.json") else {
    throw Reference.Failure(description: "\(folder) has no token file")
  }
  let padded = bytes + [UInt8](repeating: 0, count: 64)
  let data = Data(bytes)
  func ours() -> Double {
    timed { _ = JSONDocument(SourceText(path: "light.tokens.json", bytes: bytes)).isComplete }
  }
  guard bench.reference.parses(padded, length: bytes.count) else {
    throw Reference.Failure(description: "simdjson refuses the token file")
  }
  let size = "\(short(Double(bytes.count) / 1e6)) MB"
  return [
    Duel(rounds: 31, ours: ours) { timed { _ = bench.reference.parses(padded, length: bytes.count) } }
      .outcome("parse: token file of \(size), to simdjson", atMost: 1.5),
    try Duel(rounds: 9, ours: ours) { try timed { _ = try JSONDecoder().decode(AnyJSON.self, from: data) } }
      .outcome("parse: token file of \(size), to JSONDecoder", fasterBy: 15),
  ]
}

/// What a Codable reader of an unknown document is.
private indirect enum AnyJSON: Decodable {
  case object([String: AnyJSON])
  case array([AnyJSON])
  case string(String)
  case number(Double)
  case bool(Bool)
  case null

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let value = try? container.decode([String: AnyJSON].self) {
      self = .object(value)
    } else if let value = try? container.decode([AnyJSON].self) {
      self = .array(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else {
      self = .null
    }
  }
}
