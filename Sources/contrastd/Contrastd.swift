import Linux
import Service

@main
enum Contrastd {
  /// Not async: the signals have to be blocked before there is a second thread, which would take them and end the process.
  static func main() {
    Daemon.blockSignals()
    let words = Environment.arguments
    if words.contains("--version") { finish("contrastd \(Daemon.version)\n", 0) }
    if words.contains("--help") || words.contains("-h") { finish(DaemonOptions.usage, 0) }
    do throws(DaemonError) {
      Environment.exit(try Daemon.run(try DaemonOptions(words)))
    } catch {
      try? Terminal.write("contrastd: \(error.message)\n", to: .standardError)
      Environment.exit(error.status)
    }
  }

  private static func finish(_ text: String, _ status: Int32) -> Never {
    try? Terminal.write(text, to: .standardOutput)
    Environment.exit(status)
  }
}
