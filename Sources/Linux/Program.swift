import Glibc

/// Another program, run to its end.
package enum Program {
  package struct Result: Sendable {
    package let output: [UInt8]
    /// What it wrote to standard error.
    package let complaint: String
    /// Its exit status; 128 and the signal's number where it was killed.
    package let status: CInt
  }

  /// Runs a program that is looked for in PATH, with this process's environment and working directory.
  ///
  /// Input and complaints go through memory files, so that neither side ever waits for the other to read.
  package static func run(_ name: String, _ arguments: [String], input: [UInt8] = []) throws(SystemError) -> Result {
    let given = try memory(input, name)
    let complaint = try memory([], name)
    var ends: [CInt] = [-1, -1]
    guard pipe2(&ends, O_CLOEXEC) == 0 else { throw SystemError(.run, name, errno: errno) }
    let reading = Descriptor(owning: ends[0])
    let process: pid_t
    do {
      let writing = Descriptor(owning: ends[1])
      process = try spawn(name, arguments, [given.raw, writing.raw, complaint.raw])
    }
    var output: [UInt8] = []
    // It is waited for whatever becomes of its output.
    let problem: SystemError?
    do throws(SystemError) {
      try Files.readOn(&output, from: reading.raw, name, limit: .max - 1)
      problem = nil
    } catch {
      problem = error
    }
    var status: CInt = 0
    guard retrying({ waitpid(process, &status, 0) }) == process else { throw SystemError(.run, name, errno: errno) }
    if let problem { throw problem }
    let signal = status & 0x7F
    return Result(
      output: output, complaint: String(decoding: try contents(complaint, name), as: UTF8.self),
      status: signal == 0 ? status >> 8 & 0xFF : 128 + signal)
  }

  private static func spawn(_ name: String, _ arguments: [String], _ descriptors: [CInt]) throws(SystemError) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    for (number, descriptor) in descriptors.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, descriptor, CInt(number))
    }
    var words = ([name] + arguments).map { strdup($0) } + [nil]
    var process: pid_t = 0
    let code = posix_spawnp(&process, name, &actions, nil, &words, environ)
    for word in words { free(word) }
    posix_spawn_file_actions_destroy(&actions)
    guard code == 0 else { throw SystemError(.run, name, errno: code) }
    return process
  }

  /// A file in memory that holds the bytes, read from its start.
  private static func memory(_ bytes: [UInt8], _ name: String) throws(SystemError) -> Descriptor {
    let raw = memfd_create("contrastd", UInt32(MFD_CLOEXEC))
    guard raw >= 0 else { throw SystemError(.run, name, errno: errno) }
    let file = Descriptor(owning: raw)
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        retrying { write(file.raw, buffer.baseAddress.map { $0 + written }, bytes.count - written) }
      }
      guard count > 0 else { throw SystemError(.run, name, errno: errno) }
      written += count
    }
    lseek(file.raw, 0, SEEK_SET)
    return file
  }

  private static func contents(_ file: borrowing Descriptor, _ name: String) throws(SystemError) -> [UInt8] {
    lseek(file.raw, 0, SEEK_SET)
    var bytes: [UInt8] = []
    try Files.readOn(&bytes, from: file.raw, name, limit: Files.defaultLimit)
    return bytes
  }
}
