import Glibc
import Testing

@testable import Linux

@Suite struct SystemErrorTests {
  @Test func `A message names what was tried, where, why and what to do`() {
    let rows: [(SystemError, String)] = [
      (
        SystemError(.read, "ios/Colors.xcassets", .code(EACCES)),
        "cannot read ios/Colors.xcassets: permission denied; give this user the right to it, or run as its owner"
      ),
      (SystemError(.write, "a", .code(EIO)), "cannot write a: input/output error"),
      (SystemError(.list, "a", .code(9999)), "cannot list a: error 9999"),
      (
        SystemError(.read, "a", .notRegular(.fifo)),
        "cannot read a: it is a FIFO, and only regular files are read; remove it"
      ),
      (
        SystemError(.read, "a", .notRegular(.directory)),
        "cannot read a: it is a directory, not a file; rename or remove it"
      ),
      (
        SystemError(.read, "a", .tooLarge(size: 200 << 20, limit: 16 << 20)),
        "cannot read a: it has 200 MiB; files over 16 MiB are not read: split it, or move it elsewhere"
      ),
      (
        SystemError(.read, "a", .outsideRoot(target: "/etc")),
        "cannot read a: it leads out of the root, to /etc; links must stay inside"
      ),
    ]
    for (error, message) in rows { #expect(error.description == message) }
  }

  @Test func `Control characters of a name are escaped, the rest is kept`() {
    let error = SystemError(.read, "a\u{1B}[2J\nb\u{9B}é\u{2028}𐐀", .code(EIO))
    #expect(error.description == "cannot read a\\u{1b}[2J\\u{a}b\\u{9b}é\\u{2028}𐐀: input/output error")
  }

  @Test func `ELOOP is a link loop`() {
    #expect(SystemError(.read, "a", errno: ELOOP).reason == .linkLoop)
    #expect(SystemError(.read, "a", errno: ENOTDIR).isNotFound)
  }
}

@Suite struct ClockTests {
  @Test func `Monotonic time never goes back`() {
    let times = (0..<1000).map { _ in Clock.monotonic() }
    #expect(times == times.sorted())
  }

  @Test func `Today is a date, and ends within a day`() {
    let today = Clock.today()
    #expect(today.year > 2024 && (1...12).contains(today.month) && (1...31).contains(today.day))
    #expect((Duration.seconds(1)...Duration.seconds(25 * 3600)).contains(Clock.untilMidnight()))
  }
}

@Suite struct DescriptorTests {
  @Test func `A descriptor is closed when its owner goes away, and not when it is released`() throws {
    let kept = try Descriptor.open("/dev/null", O_RDONLY, for: .read).release()
    #expect(fcntl(kept, F_GETFD) & FD_CLOEXEC != 0)
    #expect(close(kept) == 0)
    var raw: CInt = -1
    do {
      let owned = dup(0)
      raw = fcntl(owned, F_DUPFD_CLOEXEC, 900)
      close(owned)
      let descriptor = Descriptor(owning: raw)
      #expect(fcntl(descriptor.raw, F_GETFD) >= 0)
    }
    #expect(fcntl(raw, F_GETFD) == -1)
  }
}
