import Glibc

/// Why the system could not do what was asked: the operation, the path and the reason.
///
/// `description` is one line for a terminal or a log: control characters of the path are escaped.
package struct SystemError: Error, Equatable, Sendable {
  /// What was tried; the raw value is the verb of the message.
  package enum Operation: String, Sendable {
    case read, list, write, resolve, watch, adopt, notify, run
    case listen = "listen on"
    case accept = "accept connections on"
    case connect = "connect to"
    case send = "send to"
  }

  package enum Reason: Equatable, Sendable {
    /// An error number of errno(3) that has no case of its own.
    case code(CInt)
    /// Only regular files are read; this is something else, and it was not read from.
    case notRegular(FileKind)
    /// In bytes. `size` is what the file had when it was refused.
    case tooLarge(size: Int, limit: Int)
    /// A symbolic link or `..` leads out of the root; `target` is where to, as far as it can be told.
    case outsideRoot(target: String)
    /// A symbolic link leads back to where it came from.
    case linkLoop
    /// More directories lie behind symbolic links than the walk follows.
    case tooManyLinks(limit: Int)
    /// The name is not UTF-8; the path shows U+FFFD in its place.
    case notUTF8
    /// inotify has no watch left for this user (`fs.inotify.max_user_watches`); nil where the limit cannot be read.
    case watchLimit(Int?)
    /// Longer than a socket's address can hold, in bytes (unix(7)).
    case socketPathTooLong(limit: Int)
    /// Another process answers on this socket.
    case socketInUse
    /// Not the name of a journal field (systemd.journal-fields(7)).
    case notAFieldName
  }

  package let operation: Operation
  package let path: String
  package let reason: Reason

  package init(_ operation: Operation, _ path: String, _ reason: Reason) {
    self.operation = operation
    self.path = path
    self.reason = reason
  }

  /// From errno(3), read before anything else can change it.
  init(_ operation: Operation, _ path: String, errno code: CInt) {
    self.init(operation, path, code == ELOOP ? .linkLoop : .code(code))
  }

  /// The error number, where the kernel gave one.
  package var code: CInt? {
    if case .code(let code) = reason { code } else { nil }
  }

  /// Nothing has this path.
  package var isNotFound: Bool { code == ENOENT || code == ENOTDIR }

  /// No descriptor was left: of this process, or of the system.
  package var isOutOfDescriptors: Bool { code == EMFILE || code == ENFILE }

  /// Nobody listens on the socket.
  package var isRefused: Bool { code == ECONNREFUSED }

  /// This user has not the right to it.
  package var isForbidden: Bool { code == EACCES || code == EPERM }

  /// No inotify watch was left.
  package var isWatchLimit: Bool {
    if case .watchLimit = reason { true } else { false }
  }

  /// The reader of our output has gone (`contrastctl … | head`): end quietly.
  package var isBrokenPipe: Bool { code == EPIPE }
}

extension SystemError: CustomStringConvertible {
  package var description: String {
    "cannot \(operation.rawValue) \(path.escapingControls): \(reason)"
  }
}

extension SystemError.Reason: CustomStringConvertible {
  package var description: String {
    switch self {
    case .code(let code): Self.message(code) + (Self.advice(code).map { "; \($0)" } ?? "")
    case .notRegular(.directory): "it is a directory, not a file; rename or remove it"
    case .notRegular(let kind): "it is \(kind), and only regular files are read; remove it"
    case .tooLarge(let size, let limit):
      "it has \(Self.mebibytes(size)); files over \(Self.mebibytes(limit)) are not read: split it, or move it elsewhere"
    case .outsideRoot(let target): "it leads out of the root, to \(target.escapingControls); links must stay inside"
    case .linkLoop: "a symbolic link leads back to where it came from; remove it"
    case .tooManyLinks(let limit): "more than \(limit) directories lie behind symbolic links; name a smaller directory"
    case .notUTF8: "its name is not UTF-8; rename it"
    case .watchLimit(let limit):
      "no inotify watch is left\(limit.map { " of \($0)" } ?? ""); raise fs.inotify.max_user_watches (sysctl)"
    case .socketPathTooLong(let limit): "the path is longer than \(limit) bytes; choose a shorter one"
    case .socketInUse: "another process answers on it; stop that one or choose another path"
    case .notAFieldName: "a journal field is named by A-Z, 0-9 and _, at most 64 of them, and a letter first"
    }
  }

  /// "200 MiB", rounded up.
  private static func mebibytes(_ size: Int) -> String { "\((size + (1 << 20) - 1) >> 20) MiB" }

  /// strerror(3) in the C locale, to stand inside a sentence: "permission denied".
  private static func message(_ code: CInt) -> String {
    guard let text = strerrordesc_np(code) else { return "error \(code)" }
    let message = String(cString: text)
    let isAcronym = message.prefix(2).allSatisfy(\.isUppercase)
    return isAcronym ? message : message.prefix(1).lowercased() + message.dropFirst()
  }

  private static func advice(_ code: CInt) -> String? {
    switch code {
    case EACCES, EPERM: "give this user the right to it, or run as its owner"
    case ENOENT: "check the spelling and the working directory"
    case ENOSPC, EDQUOT: "free some space and try again"
    case EROFS: "choose a place that can be written"
    case EMFILE: "raise the limit of open files (ulimit -n)"
    case ENFILE: "close programs, or raise fs.file-max"
    case ENOSYS: "Linux 5.6 or later is needed"
    default: nil
    }
  }
}

extension String {
  /// For terminals and logs: C0, DEL and C1 controls as `\u{…}`, so that a name cannot move the cursor or start a line.
  package var escapingControls: String {
    guard unicodeScalars.contains(where: \.isControl) else { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      if scalar.isControl {
        text += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isControl: Bool {
    value < 0x20 || (0x7F...0x9F).contains(value) || value == 0x2028 || value == 0x2029
  }
}
