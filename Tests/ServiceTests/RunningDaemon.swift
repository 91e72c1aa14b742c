import Foundation
import Glibc
import Linux
import Testing

@_silgen_name("pidfd_open") private func openProcess(_ process: pid_t, _ flags: UInt32) -> CInt

/// The built contrastd in a process of its own, on a socket of its own; killed with the value.
///
/// It is started as a service manager would, with a NOTIFY_SOCKET of the test's, so that a test waits for what the
/// daemon says and for nothing else. Who keeps that socket has to read from it: it holds few messages.
final class RunningDaemon {
  /// How long anything may take that should take no time.
  static let patience = Duration.seconds(15)

  let process: pid_t
  let folder: TestFolder
  let notices: NoticeSocket
  private let exit: Descriptor
  private var status: Int32?

  /// Where this test program was built, and contrastd beside it.
  static let programs = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()

  /// Starts contrastd, and returns once it is ready.
  ///
  /// - Parameters:
  ///   - roots: directories named on its command line.
  ///   - configuration: the text of its configuration file, `contrastd.conf` in `folder`.
  ///   - prefix: a program with arguments that executes the rest.
  convenience init(
    _ roots: [String] = [], configuration: String? = nil, through prefix: [String] = [], keepsNotices: Bool = false
  ) throws {
    let folder = try TestFolder()
    var words = ["--foreground", "--socket=\(folder("s"))"]
    if let configuration {
      try folder.file("contrastd.conf", configuration)
      words.append("--config=\(folder("contrastd.conf"))")
    }
    try self.init(words: words + roots, in: folder, through: prefix)
    try waitUntilReady()
    if !keepsNotices { notices.close() }
  }

  /// Starts contrastd on a folder in which it finds again what it left there, and returns once it is ready.
  ///
  /// - Parameter word: a directory, or a configuration; the folder's `p` without one.
  convenience init(remembering folder: TestFolder, _ word: String? = nil, through prefix: [String] = []) throws {
    try? folder.remove("log")
    try self.init(
      words: [
        "--foreground", "--socket=\(folder("s"))", "--state-directory=\(folder("state"))", word ?? folder("p"),
      ], in: folder, through: prefix)
    try waitUntilReady()
  }

  /// Starts contrastd with these words, and waits for nothing.
  /// `passed` is a listening socket that it gets as its third descriptor.
  init(words: [String], in folder: TestFolder, through prefix: [String] = [], passing passed: CInt? = nil) throws {
    self.folder = folder
    notices = try NoticeSocket(folder("notify-\(UUID().uuidString.prefix(8))"))
    let program = Self.programs.appendingPathComponent("contrastd").path
    let environment = ["PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8", "NOTIFY_SOCKET=\(notices.path)"]
    process = try spawn(prefix + [program] + words, environment, errors: folder("log"), passing: passed)
    exit = Descriptor(owning: openProcess(process, 0))
  }

  deinit {
    if status == nil {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
  }

  var socket: String { folder("s") }

  /// What it wrote to standard error so far.
  var log: String { (try? folder.text("log")) ?? "" }

  func client() throws -> DaemonClient { try DaemonClient(socket) }

  func waitUntilReady() throws { try waitForNotice("READY=1") }

  /// Waits until the daemon tells the service manager a line that begins so.
  @discardableResult
  func waitForNotice(_ prefix: String, within time: Duration = patience) throws -> String {
    let end = Clock.monotonic() + time
    while true {
      if let line = notices.take(prefix) { return line }
      let ready = try poll([notices.raw, exit.raw], until: end)
      if ready[0] { continue }
      if ready[1] { throw Problem("contrastd ended before it said \(prefix): \(log)") }
      throw Problem("contrastd did not say \(prefix): \(log)")
    }
  }

  func signal(_ number: Int32) { if status == nil { kill(process, number) } }

  /// Waits for its end: the exit status, or 128 and the number of the signal that killed it.
  func waitForExit(within time: Duration = patience) throws -> Int32 {
    if let status { return status }
    guard try poll([exit.raw], until: Clock.monotonic() + time)[0] else {
      throw Problem("contrastd did not end: \(log)")
    }
    var raw: Int32 = 0
    waitpid(process, &raw, 0)
    let code = raw & 0x7F == 0 ? (raw >> 8) & 0xFF : 128 + raw & 0x7F
    status = code
    return code
  }

  /// Ends it by SIGTERM.
  func stop() throws -> Int32 {
    signal(SIGTERM)
    return try waitForExit()
  }

  var isRunning: Bool { (try? poll([exit.raw], until: .zero)[0]) == false }

  /// Resident memory in bytes.
  func residentSize() throws -> Int {
    let text = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
    return try #require(line.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }.first) << 10
  }

  /// How many descriptors it has open.
  func descriptorCount() throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").count
  }

  /// Processor time it has used, user and system.
  func processorTime() throws -> Duration {
    let text = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    let fields = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ")
    let ticks = try #require(Int(fields[12])) + #require(Int(fields[13]))
    return .milliseconds(ticks * 1000 / sysconf(Int32(_SC_CLK_TCK)))
  }
}

/// What a test cannot go on without.
struct Problem: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Which of the descriptors can be read; none where the time is over first.
func poll(_ raws: [CInt], _ events: Int32 = POLLIN, until end: Duration) throws -> [Bool] {
  while true {
    let left = max(.zero, end - Clock.monotonic())
    var waits = raws.map { pollfd(fd: $0, events: Int16(events), revents: 0) }
    var time = timespec(
      tv_sec: Int(left.components.seconds), tv_nsec: Int(left.components.attoseconds / 1_000_000_000))
    let count = ppoll(&waits, nfds_t(waits.count), &time, nil)
    if count >= 0 { return waits.map { $0.revents != 0 } }
    guard errno == EINTR else { throw Problem("ppoll: error \(errno)") }
  }
}

/// posix_spawn(3) with standard error appended to a file, and no signal blocked.
private func spawn(_ words: [String], _ environment: [String], errors: String, passing passed: CInt?) throws -> pid_t {
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
  posix_spawn_file_actions_addopen(&actions, 1, errors, O_WRONLY | O_CREAT | O_APPEND, 0o600)
  posix_spawn_file_actions_adddup2(&actions, 1, 2)
  if let passed { posix_spawn_file_actions_adddup2(&actions, passed, 3) }
  var attributes = posix_spawnattr_t()
  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }
  var none = sigset_t()
  sigemptyset(&none)
  posix_spawnattr_setsigmask(&attributes, &none)
  posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
  let arguments = words.map { strdup($0) } + [nil]
  let variables = environment.map { strdup($0) } + [nil]
  defer { for pointer in arguments + variables { free(pointer) } }
  var process: pid_t = 0
  let code = posix_spawnp(&process, words[0], &actions, &attributes, arguments, variables)
  guard code == 0 else { throw Problem("cannot run \(words[0]): error \(code)") }
  return process
}
