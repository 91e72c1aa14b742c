import Contrast
import Foundation

/// The files that a reader's cases begin with, each with those that stand beside it.
struct FuzzSeeds {
  struct Seed {
    let path: String
    let bytes: [UInt8]
    let others: [Change]
  }

  /// Larger files bring nothing that smaller ones do not, and fewer cases.
  private static let maximumSize = 32 << 10
  private static let maximumCount = 400

  private(set) var seeds: [Seed] = []

  /// - Parameter folders: looked through for files; folders that are not there are passed over.
  init(_ reader: FuzzReader, in folders: [String]) {
    for folder in folders {
      let paths = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
      for path in paths.sorted() where reader.isSeed(path) && seeds.count < FuzzSeeds.maximumCount {
        guard let bytes = FuzzSeeds.bytes("\(folder)/\(path)") else { continue }
        if reader.name == "notation" {
          seeds += FuzzSeeds.lines(bytes)
        } else if bytes.count <= FuzzSeeds.maximumSize {
          seeds.append(Seed(path: path, bytes: bytes, others: FuzzSeeds.others(path, paths, folder)))
        }
      }
    }
  }

  /// A few of the files in the same folder.
  private static func others(_ path: String, _ paths: [String], _ folder: String) -> [Change] {
    let place = (path as NSString).deletingLastPathComponent
    let beside = paths.filter { $0 != path && ($0 as NSString).deletingLastPathComponent == place }
    return beside.sorted().prefix(6).compactMap { other in
      guard Workspace.wants(other), let bytes = bytes("\(folder)/\(other)"), bytes.count <= maximumSize else {
        return nil
      }
      return .source(path: other, bytes: bytes)
    }
  }

  /// The colours of the table of CSS.
  private static func lines(_ bytes: [UInt8]) -> [Seed] {
    bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
      let row = try? JSONSerialization.jsonObject(with: Data(line)) as? [String: Any]
      return (row?["s"] as? String).map { Seed(path: "css", bytes: Array($0.utf8), others: []) }
    }
  }

  static func bytes(_ path: String) -> [UInt8]? {
    FileManager.default.contents(atPath: path).map { Array($0) }
  }
}
