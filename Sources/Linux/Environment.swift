import Glibc

/// What the process was started with, and how it ends.
package enum Environment {
  /// The arguments after the program's name; what is not UTF-8 shows U+FFFD.
  package static var arguments: [String] {
    Array(CommandLine.arguments.dropFirst())
  }

  /// The value of an environment variable, nil where it is not set (getenv(3)).
  package static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// Ends the process with this status (exit(3)).
  package static func exit(_ status: CInt) -> Never {
    Glibc.exit(status)
  }
}
