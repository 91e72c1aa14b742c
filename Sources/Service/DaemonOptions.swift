import Linux
import Palettes

/// The command line of contrastd.
package struct DaemonOptions: Sendable {
  package var configurationFile: String?
  package var socket = "/run/contrastd/contrastd.sock"
  /// Where editors connect; nil for nowhere.
  package var editorSocket: String? = "/run/contrastd/lsp.sock"
  /// Where what has been told is kept; nil keeps it in memory alone. The first of `$STATE_DIRECTORY` by default.
  package var stateDirectory = Environment.variable("STATE_DIRECTORY")?.split(separator: ":").first.map(String.init)
  package var isForeground = false
  /// Only look whether the configuration can be used.
  package var checksOnly = false
  /// Directories to watch beside those of the configuration: for trying out.
  package var paths: [String] = []

  package init() {}

  package static let usage = """
    contrastd [--config=FILE] [--socket=PATH] [--lsp-socket=PATH] [--state-directory=DIR] [--check-config]
              [--foreground] [PATH…]

    Watches palettes, measures the contrast of their colours under every trait combination, and answers.

      --config=FILE     read this configuration (and FILE.d/*.conf) instead of /etc/contrastd/contrastd.conf
      --socket=PATH     where to listen, unless the service manager passes a socket (/run/contrastd/contrastd.sock)
      --lsp-socket=PATH where editors connect, likewise (/run/contrastd/lsp.sock; with --socket alone: nowhere)
      --state-directory=DIR  keep here what has been told, across restarts ($STATE_DIRECTORY; without either, in memory)
      --check-config    only say whether the configuration can be used
      --foreground      also log to standard error
      --version, -h     the version, this help

    PATH is watched beside what the configuration names; with a PATH and without --config no file is read.
    Exit status: 0, or 78 where the configuration cannot be used.

    """

  /// Reads the words behind the program's name.
  package init(_ words: [String]) throws(DaemonError) {
    var namesSockets = (own: false, editors: false)
    for word in words {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      switch (parts[0], parts.count) {
      case ("--config", 2): configurationFile = parts[1]
      case ("--socket", 2): (socket, namesSockets.own) = (parts[1], true)
      case ("--lsp-socket", 2): (editorSocket, namesSockets.editors) = (parts[1], true)
      case ("--state-directory", 2): stateDirectory = parts[1]
      case ("--config", 1), ("--socket", 1), ("--lsp-socket", 1), ("--state-directory", 1):
        throw DaemonError(.usage, "\(word) wants a value: \(word)=PATH")
      case ("--check-config", 1): checksOnly = true
      case ("--foreground", 1): isForeground = true
      case (let name, _) where name.hasPrefix("-"):
        let known = [
          "--config", "--socket", "--lsp-socket", "--state-directory", "--check-config", "--foreground", "--version",
          "--help",
        ]
        throw DaemonError(.usage, "contrastd has no option \(name)\(Nearest.hint(for: name, in: known))")
      default: paths.append(word)
      }
    }
    if namesSockets == (true, false) { editorSocket = nil }
  }

  /// The configuration in force: the files, and the paths of the command line.
  func configuration() throws(DaemonError) -> Configuration {
    var configuration = Configuration()
    if paths.isEmpty || configurationFile != nil {
      configuration = try read()
    }
    for path in paths {
      let taken = Set(configuration.roots.map(\.name))
      configuration.roots.append(try root(path, besides: taken))
    }
    guard !configuration.roots.isEmpty else {
      throw DaemonError(
        .configuration,
        "nothing to watch: name a directory as [Palette NAME] Path=… in \(ConfigurationSearch.local), or as PATH")
    }
    return configuration
  }

  private func read() throws(DaemonError) -> Configuration {
    let files: [(path: String, text: String)]
    do throws(SystemError) { files = try ConfigurationSearch.files(configurationFile) } catch {
      throw DaemonError(.configuration, error.description)
    }
    do throws(ConfigurationError) { return try Configuration(files) } catch {
      throw DaemonError(.configuration, error.description)
    }
  }

  private func root(_ path: String, besides taken: Set<String>) throws(DaemonError) -> Configuration.Root {
    do throws(SystemError) {
      let real = try Files.realPath(path)
      let place = ConfigurationPlace(file: "the command line", line: 1)
      let last = real.split(separator: "/").last.map(String.init) ?? "root"
      return Configuration.Root(name: taken.contains(last) ? real : last, path: real, place: place)
    } catch {
      throw DaemonError(.configuration, error.description)
    }
  }
}

/// Why the daemon does not start.
package struct DaemonError: Error {
  package enum Kind: Sendable {
    case usage, configuration, system
  }

  package let kind: Kind
  package let message: String

  package init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }

  /// 2 for a wrong command line, 78 (EX_CONFIG) for a configuration that cannot be used, 1 for anything else.
  package var status: Int32 {
    switch kind {
    case .usage: 2
    case .configuration: 78
    case .system: 1
    }
  }
}
