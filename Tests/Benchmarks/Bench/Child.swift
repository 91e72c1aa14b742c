import Glibc

/// A process of ours: its end is waited for, or it is ended.
final class Child {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  let pid: pid_t
  private var isOver = false

  /// - Parameter output: where its standard output and error go.
  init(_ words: [String], output: String = "/dev/null") throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var pid: pid_t = 0
    let problem = posix_spawn(&pid, words[0], &actions, nil, &arguments, environ)
    guard problem == 0 else { throw Failure(description: "\(words[0]): \(String(cString: strerror(problem)))") }
    self.pid = pid
  }

  deinit { end() }

  /// The exit status.
  func wait() -> Int32 {
    var status: Int32 = 0
    waitpid(pid, &status, 0)
    isOver = true
    return (status >> 8) & 0xFF
  }

  func end() {
    if isOver { return }
    kill(pid, SIGTERM)
    _ = wait()
  }

  /// Looks at a figure of /proc/PID/status until the process ends: its largest value.
  func peak(of field: String) -> Int {
    var largest = 0
    var status: Int32 = 0
    while waitpid(pid, &status, WNOHANG) == 0 {
      largest = max(largest, figure(field) ?? 0)
      pause(milliseconds: 1)
    }
    isOver = true
    return largest
  }

  /// A number of /proc/PID/status.
  func figure(_ field: String) -> Int? {
    guard let text = contents(of: "/proc/\(pid)/status") else { return nil }
    return String(decoding: text, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("\(field):") }
      .flatMap { $0.split(whereSeparator: { $0 == "\t" || $0 == " " }).dropFirst().first }.flatMap { Int($0) }
  }
}

func pause(milliseconds: Int32) { poll(nil, 0, milliseconds) }

func contents(of path: String) -> [UInt8]? {
  guard let file = fopen(path, "r") else { return nil }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = fread(&buffer, 1, buffer.count, file)
    if count == 0 { return bytes }
    bytes += buffer[..<count]
  }
}

func write(_ bytes: [UInt8], to path: String) {
  guard let file = fopen(path, "w") else { return }
  fwrite(bytes, 1, bytes.count, file)
  fclose(file)
}
