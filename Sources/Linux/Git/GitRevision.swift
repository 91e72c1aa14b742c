/// The files of a directory as another revision has them, read through git: nothing is checked out.
package struct GitRevision: Sendable {
  /// What git refused, in its own words.
  package struct Refusal: Error {
    package let message: String
  }

  /// The whole name of the commit.
  package let commit: String
  private let directory: String

  /// - Parameters:
  ///   - name: as gitrevisions(7) writes it: `main`, `HEAD~3`, a tag.
  ///   - directory: in the work tree.
  package init(_ name: String, in directory: String) throws(Refusal) {
    self.directory = directory
    let output = try Self.git(directory, ["rev-parse", "--verify", "--quiet", "--end-of-options", "\(name)^{commit}"]) {
      $0.isEmpty ? "git knows no revision \"\(name)\" in \(directory)" : $0
    }
    commit = String(decoding: output.prefix { $0 != 0x0A }, as: UTF8.self)
  }

  /// The regular files below the directory, by their path from there.
  package func files(where isWanted: (String) -> Bool) throws(Refusal) -> [(path: String, bytes: [UInt8])] {
    // MODE blob NAME TAB PATH NUL
    let listing = try Self.git(directory, ["ls-tree", "-r", "-z", commit])
    var wanted: [(path: String, name: ArraySlice<UInt8>)] = []
    for entry in listing.split(separator: 0) {
      guard let tab = entry.firstIndex(of: 0x09), entry.starts(with: "100".utf8) else { continue }
      let path = String(decoding: entry[(tab + 1)...], as: UTF8.self)
      if let name = entry[..<tab].split(separator: 0x20).last, isWanted(path) { wanted.append((path, name)) }
    }
    if wanted.isEmpty { return [] }
    let contents = try Self.git(directory, ["cat-file", "--batch"], input: wanted.flatMap { $0.name + [0x0A] })
    // NAME blob SIZE LF BYTES LF
    var rest = contents[...]
    var files: [(path: String, bytes: [UInt8])] = []
    for (path, _) in wanted {
      guard let end = rest.firstIndex(of: 0x0A),
        let size = rest[..<end].split(separator: 0x20).last.flatMap({ Int(String(decoding: $0, as: UTF8.self)) }),
        rest.endIndex - end > size + 1
      else { throw Refusal(message: "git did not give all files of \(commit)") }
      files.append((path, Array(rest[(end + 1)...].prefix(size))))
      rest = rest[(end + size + 2)...]
    }
    return files
  }

  private static func git(
    _ directory: String, _ arguments: [String], input: [UInt8] = [], complaint: (String) -> String = { $0 }
  ) throws(Refusal) -> [UInt8] {
    let result: Program.Result
    do throws(SystemError) {
      result = try Program.run("git", ["-C", directory] + arguments, input: input)
    } catch {
      throw Refusal(message: error.isNotFound ? "git is not installed" : error.description)
    }
    guard result.status == 0 else {
      let said = String(result.complaint.prefix { $0 != "\n" })
      throw Refusal(message: complaint(said).isEmpty ? "git ended with \(result.status)" : complaint(said))
    }
    return result.output
  }
}
