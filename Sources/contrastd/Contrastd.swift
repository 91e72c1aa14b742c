import Linux
import Service

@main
enum Contrastd {
  /// On the main thread: the loop turns there, and it is the one that takes the blocked signals.
  @MainActor static func main() async {
    let words = Environment.arguments
    if words.contains("--version") { finish("contrastd \(Daemon.version)\n", 0) }
    if words.contains("--help") || words.contains("-h") { finish(DaemonOptions.usage, 0) }
    do throws(DaemonError) {
      Environment.exit(try await Daemon.run(try DaemonOptions(words)))
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
