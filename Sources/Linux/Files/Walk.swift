import Glibc

/// The files of a directory tree, found without leaving it.
package enum Walk {
  /// What was found, and what could not be looked at.
  package struct Result: Equatable, Sendable {
    /// Relative to the root, in the order of their bytes; "" alone where the root is a file itself.
    ///
    /// ``Files/readBeneath(root:path:limit:)`` reads each. Compare by `utf8` where names that differ only in
    /// normalisation must stay apart: `String.==` joins them.
    package var files: [String] = []
    /// In the order of their paths, each of which starts with the root as it was given.
    package var problems: [SystemError] = []
  }

  /// Directories that hold no sources: version control, packages of others, and what a build leaves behind.
  package static let defaultSkipping: Set<String> = [
    ".git", ".hg", ".svn", "node_modules", "Pods", ".build", "DerivedData", ".gradle", "build",
  ]

  /// How many directories behind links are looked at before links are left alone: links to links multiply.
  static let linkedDirectoryLimit = 10_000

  /// The files under `root` that `claims` wants, by their path relative to it.
  ///
  /// Links that stay inside the root are followed; one that leads back to a directory on the way to it is cut, one that
  /// leaves the root is not followed; both are problems. So is a directory that cannot be listed, and, where `claims`
  /// wants the name: a FIFO, socket or device, a link to nothing, a name that is not UTF-8 (asked with U+FFFD in it).
  /// Directories named in `skipping` are passed over. A root that is a file is the one result and is not asked for.
  ///
  /// - Parameter found: told of each file at once, in no order.
  ///
  /// Throws where the root itself is neither a directory that can be opened nor a regular file.
  package static func files(
    under root: String, skipping: Set<String> = defaultSkipping, found: (String) -> Void = { _ in },
    claims: (String) -> Bool
  ) throws(SystemError) -> Result {
    let top = try Descriptor.open(root, O_PATH, for: .read)
    let status = try Files.status(of: top, root, for: .read)
    switch status.kind {
    case .directory: break
    case .regular:
      found("")
      return Result(files: [""])
    default: throw SystemError(.read, root, .notRegular(status.kind))
    }
    _ = try Descriptor.open(root, O_RDONLY | O_DIRECTORY, for: .list)
    return withoutActuallyEscaping(claims) { claims in
      withoutActuallyEscaping(found) { found in
        var walker = Walker(root: root, skipping: skipping, found: found, claims: claims)
        walker.walk(from: top)
        return walker.sorted()
      }
    }
  }
}
