package import Palettes

/// What the daemon is told in its configuration files (systemd's own syntax).
package struct Configuration: Hashable, Sendable {
  /// `[Palette NAME]`: a directory that is watched.
  package struct Root: Hashable, Sendable {
    package let name: String
    /// Absolute.
    package var path = ""
    package var override = Override()
    /// Where `Path=` stands.
    package var place = ConfigurationPlace(file: "", line: 0)
  }

  /// `[Limits]`.
  package struct Limits: Hashable, Sendable {
    package var connections = 128
    package var connectionsPerUser = 32
    /// Bytes a frame.
    package var frame = 1 << 20
  }

  /// How long a root must be quiet before alerts go out, and how long that may be put off.
  package var settle = Duration.milliseconds(50)
  package var maxSettle = Duration.seconds(1)
  /// How often a polled root is looked through.
  package var poll = Duration.seconds(5)
  /// How often every root is looked through for what no event told; zero is never.
  package var verify = Duration.seconds(86_400)
  /// How long what was told is kept, in days.
  package var keepDays = 90
  package var limits = Limits()
  package var roots: [Root] = []

  package init() {}
}

extension Configuration {
  /// As a file would say it: everything in force, written out.
  package var text: String {
    var lines = [
      "[Daemon]", "SettleSec=\(Self.milliseconds(settle))", "MaxSettleSec=\(Self.milliseconds(maxSettle))",
      "PollIntervalSec=\(Self.milliseconds(poll))",
      "VerifyIntervalSec=\(Self.milliseconds(verify))", "", "[Limits]", "MaxConnections=\(limits.connections)",
      "MaxConnectionsPerUser=\(limits.connectionsPerUser)", "", "[Events]", "KeepDays=\(keepDays)",
    ]
    for root in roots {
      lines += ["", "# \(root.place)", "[Palette \(root.name)]", "Path=\(root.path)"]
      if !root.override.isEmpty { lines.append("Override=\(root.override)") }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func milliseconds(_ time: Duration) -> String {
    let (seconds, attoseconds) = time.components
    return "\(seconds * 1000 + attoseconds / 1_000_000_000_000_000)ms"
  }
}

/// A line of a configuration file.
package struct ConfigurationPlace: Hashable, Sendable, CustomStringConvertible {
  package let file: String
  /// From 1.
  package let line: Int

  package var description: String { "\(file):\(line)" }
}

/// A configuration that cannot be used; the daemon does not start with it (exit status 78) and keeps the one it has.
package struct ConfigurationError: Error, CustomStringConvertible {
  package let place: ConfigurationPlace
  package let message: String

  package var description: String { "\(place): \(message)" }
}
