import Foundation
import Glibc
import Synchronization
import Testing

@testable import Linux

/// Everything here turns a loop on a thread of its own: a test that waits must not hold a thread of the pool.
@Suite struct EventLoopTests {
  /// The one actor of a program, as the daemon has it.
  actor Monitor {
    nonisolated let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
    private var sources: [EventSource] = []
    private(set) var numbers: [Int] = []

    init(_ loop: EventLoop) {
      self.loop = loop
    }

    func add(_ number: Int) {
      #expect(loop.isCurrent)
      numbers.append(number)
    }

    /// Handlers are closures of the actor: they use its state without a hop.
    func listen(_ raw: CInt) throws {
      sources.append(
        try loop.addIO(raw, .readable) { [unowned self] _ in
          var byte: UInt8 = 0
          if read(raw, &byte, 1) == 1 { numbers.append(Int(byte)) }
        })
      sources.append(
        try loop.addTimer(after: .milliseconds(1)) { [unowned self] in
          numbers.append(1000)
          sources[1].arm(after: .milliseconds(1))
        })
    }

    func stopListening() {
      sources = []
    }
  }

  /// Turns the loop on a new thread until it is left with this code.
  private func turn(_ loop: EventLoop, expecting code: CInt) async throws {
    let left: CInt = try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(with: Result { try loop.run() })
      }
    }
    #expect(left == code)
  }

  @Test func `Jobs run in the order in which they came, on the loop's thread`() async throws {
    let loop = try EventLoop()
    let monitor = Monitor(loop)
    try await withThrowingTaskGroup { group in
      group.addTask { try await turn(loop, expecting: 7) }
      for number in 0..<1000 { await monitor.add(number) }
      #expect(await monitor.numbers == Array(0..<1000))
      loop.exit(7)
      try await group.waitForAll()
    }
  }

  @Test func `Many threads wake the loop, and nothing is lost`() async throws {
    let loop = try EventLoop()
    let monitor = Monitor(loop)
    try await withThrowingTaskGroup { group in
      group.addTask { try await turn(loop, expecting: 0) }
      await withTaskGroup { writers in
        for writer in 0..<8 {
          writers.addTask {
            for number in 0..<500 { await monitor.add(writer * 1000 + number) }
          }
        }
      }
      let numbers = await monitor.numbers
      #expect(numbers.count == 4000)
      for writer in 0..<8 {
        #expect(numbers.filter { $0 / 1000 == writer } == (0..<500).map { writer * 1000 + $0 })
      }
      loop.exit(0)
      try await group.waitForAll()
    }
  }

  @Test func `What was enqueued before the loop turns runs when it does, what was before the exit before it`() throws {
    let loop = try EventLoop()
    let order = Mutex<[Int]>([])
    for number in 0..<3 { loop.post { order.withLock { $0.append(number) } } }
    loop.post { loop.post { order.withLock { $0.append(3) } } }
    loop.post { loop.post { loop.exit(5) } }
    #expect(try loop.runBounded() == 5)
    #expect(order.withLock { $0 } == [0, 1, 2, 3])
  }

  @Test func `Handlers use the actor's state, between its jobs`() async throws {
    let loop = try EventLoop()
    let monitor = Monitor(loop)
    var ends: [CInt] = [0, 0]
    try #require(pipe2(&ends, O_CLOEXEC | O_NONBLOCK) == 0)
    let reader = Descriptor(owning: ends[0])
    let writer = Descriptor(owning: ends[1])
    try await withThrowingTaskGroup { group in
      group.addTask { try await turn(loop, expecting: 0) }
      try await monitor.listen(reader.raw)
      for byte in UInt8(1)...5 { _ = withUnsafeBytes(of: byte) { write(writer.raw, $0.baseAddress, 1) } }
      // Two turns of the timer, each armed by its own handler.
      while await monitor.numbers.filter({ $0 == 1000 }).count < 2 { await Task.yield() }
      while await monitor.numbers.filter({ $0 < 1000 }).count < 5 { await Task.yield() }
      #expect(await monitor.numbers.filter { $0 < 1000 } == [1, 2, 3, 4, 5])
      await monitor.stopListening()
      let count = await monitor.numbers.count
      _ = withUnsafeBytes(of: UInt8(9)) { write(writer.raw, $0.baseAddress, 1) }
      await monitor.add(-1)
      #expect(await monitor.numbers.count == count + 1)
      loop.exit(0)
      try await group.waitForAll()
    }
  }

  @Test func `A source may be let go of inside its own handler, and on another thread`() async throws {
    final class Box { var source: EventSource? }
    let loop = try EventLoop()
    let box = Box()
    var runs = 0
    box.source = try loop.addTimer(after: .zero) {
      runs += 1
      box.source = nil
      loop.post { loop.exit(0) }
    }
    #expect(try loop.runBounded() == 0)
    #expect(runs == 1)

    let other = try EventLoop()
    nonisolated(unsafe) var held: EventSource? = try other.addTimer(after: .seconds(1000)) {}
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        held = nil
        continuation.resume()
      }
    }
    #expect(held == nil)
    other.post { other.exit(0) }
    #expect(try other.run() == 0)
  }

  @Test func `Timers run in the order of their times, once each, and can be taken back`() throws {
    let loop = try EventLoop()
    var order: [Int] = []
    let start = Clock.monotonic()
    let first = try loop.addTimer(after: .milliseconds(30)) {
      order.append(3)
      loop.exit(0)
    }
    let second = try loop.addTimer(after: .milliseconds(10)) {
      #expect(Clock.monotonic() - start >= .milliseconds(10))
      order.append(1)
    }
    let third = try loop.addTimer(after: .milliseconds(1)) { order.append(9) }
    let fourth = try loop.addTimer { order.append(2) }
    third.disable()
    fourth.arm(at: start + .milliseconds(20))
    #expect(!third.isEnabled && fourth.isEnabled)
    #expect(try loop.runBounded() == 0)
    #expect(order == [1, 2, 3])
    #expect([first, second, third, fourth].filter(\.isEnabled).isEmpty)
  }

  @Test func `Jobs without end leave descriptors and timers their turn`() throws {
    let loop = try EventLoop()
    @Sendable func again() { loop.post(again) }
    for _ in 0..<100 { again() }
    let timer = try loop.addTimer(after: .milliseconds(20)) { loop.exit(0) }
    #expect(try loop.runBounded() == 0)
    #expect(!timer.isEnabled)
  }

  @Test func `Work in slices alternates with everything else`() throws {
    let loop = try EventLoop()
    var order: [String] = []
    var left = 3
    var work: EventSource?
    work = try loop.addWork {
      order.append("slice")
      loop.post { loop.post {} }
      left -= 1
      if left == 0 {
        work?.disable()
        loop.exit(0)
      }
    }
    #expect(work?.isEnabled == false)
    work?.enable()
    #expect(try loop.runBounded() == 0)
    #expect(order == ["slice", "slice", "slice"])
  }

  @Test func `Signals come as events`() throws {
    Signals.block([.user1, .hangUp])
    let loop = try EventLoop()
    var seen: [Signal] = []
    let sources = try [Signal.user1, .hangUp].map { signal in
      try loop.addSignal(signal) {
        seen.append(signal)
        if seen.count == 2 { loop.exit(0) }
      }
    }
    for signal in [Signal.user1, .hangUp] { pthread_kill(pthread_self(), signal.rawValue) }
    let code = try withExtendedLifetime(sources) { try loop.runBounded() }
    #expect(code == 0)
    #expect(Set(seen) == [.user1, .hangUp])
  }

  @Test func `A descriptor that cannot be polled is refused`() throws {
    let loop = try EventLoop()
    let scratch = try Scratch()
    try scratch.file("a")
    let file = try Descriptor.open(scratch("a"), O_RDONLY, for: .read)
    let error = #expect(throws: SystemError.self) { try loop.addIO(file.raw, .readable) { _ in } }
    #expect(error?.code == EPERM)
  }

  @Test func `The loop makes and leaves no descriptor behind`() throws {
    let scratch = try Scratch()
    let child = try Child.runSuite("EventLoopInside", by: [], environment: ["CONTRASTD_TEST_LOOP": scratch.path])
    #expect(child.status == 0, "\(child.output)")
    #expect(child.output.contains("with 3 tests in 1 suite passed"), "\(child.output)")
  }
}

/// In a process of its own, where nothing else opens files, and with the variables of a service manager.
@Suite(.enabled(if: Environment.variable("CONTRASTD_TEST_LOOP") != nil), .serialized)
struct EventLoopInside {
  @Test func `A thousand loops with sources leave no descriptor`() throws {
    func count() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
    let before = try count()
    for _ in 0..<1000 {
      let loop = try EventLoop()
      let sources = [try loop.addTimer(after: .seconds(1)) {}, try loop.addWork {}]
      loop.exit(0)
      _ = try withExtendedLifetime(sources) { try loop.runBounded() }
    }
    #expect(try count() == before)
  }

  @Test func `A program: the children run as tasks, the main one turns the loop`() async throws {
    let loop = try EventLoop()
    let monitor = EventLoopTests.Monitor(loop)
    let code = try await withThrowingTaskGroup { group in
      group.addTask {
        for number in 0..<10 { await monitor.add(number) }
        await withTaskGroup { children in
          for child in 0..<10 { children.addTask { await monitor.add(child) } }
        }
        loop.exit(3)
      }
      let code = try loop.runBounded()
      try await group.waitForAll()
      return code
    }
    #expect(code == 3)
  }

  @Test func `The watchdog is told while the loop turns`() throws {
    let folder = try #require(Environment.variable("CONTRASTD_TEST_LOOP"))
    let manager = try NotifySocket(folder + "/notify")
    setenv("NOTIFY_SOCKET", manager.path, 1)
    setenv("WATCHDOG_USEC", "100000", 1)
    setenv("WATCHDOG_PID", "\(getpid())", 1)
    #expect(ServiceManager.watchdogInterval == .milliseconds(100))
    let loop = try EventLoop()
    #expect(try loop.setWatchdog(true))
    var told = 0
    let source = try loop.addIO(manager.raw, .readable) { _ in
      if manager.receive() == "WATCHDOG=1" { told += 1 }
      if told == 3 { loop.exit(0) }
    }
    let code = try withExtendedLifetime(source) { try loop.runBounded() }
    #expect(code == 0)
    #expect(told == 3)
  }
}
