import Glibc

/// The terminal, or whatever stands in its place on the standard descriptors.
package enum Terminal {
  package enum Stream: Sendable {
    case standardOutput, standardError

    fileprivate var raw: CInt { self == .standardOutput ? STDOUT_FILENO : STDERR_FILENO }
    fileprivate var name: String { self == .standardOutput ? "standard output" : "standard error" }
  }

  /// isatty(3)
  package static func isTerminal(_ stream: Stream) -> Bool {
    isatty(stream.raw) == 1
  }

  /// In columns (ioctl_tty(2), TIOCGWINSZ); nil where there is no terminal or it does not say.
  package static func width(of stream: Stream) -> Int? {
    var size = winsize()
    guard ioctl(stream.raw, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// What the stream can show, by what it is and by the environment.
  package static func colorDepth(of stream: Stream) -> ColorDepth {
    ColorDepth(isTerminal: isTerminal(stream), variable: Environment.variable)
  }

  /// Writes every byte, waiting while the reader is slow.
  ///
  /// Throws an error with ``SystemError/isBrokenPipe`` where the reader has gone, provided that
  /// ``ignoreBrokenPipes()`` was called; otherwise SIGPIPE ends the process.
  package static func write(_ text: String, to stream: Stream) throws(SystemError) {
    var text = text
    text.makeContiguousUTF8()
    try write(text.utf8.span.bytes, to: stream.raw, stream.name)
  }

  /// As ``write(_:to:)-(String,_)``, for what is bytes already.
  package static func write(_ bytes: [UInt8], to stream: Stream) throws(SystemError) {
    try write(bytes.span.bytes, to: stream.raw, stream.name)
  }

  /// A write to a pipe without a reader becomes an error instead of the death of the process. For the whole process.
  package static func ignoreBrokenPipes() {
    signal(SIGPIPE, SIG_IGN)
  }

  static func write(_ bytes: RawSpan, to raw: CInt, _ name: String) throws(SystemError) {
    let code = Files.writeAll(bytes, to: raw)
    guard code == 0 else { throw SystemError(.write, name, errno: code) }
  }
}
