import CSystemd
import Glibc

/// The system journal (sd_journal_sendv(3)).
package enum Journal {
  /// A field of an entry: a name of systemd.journal-fields(7) and any bytes, newlines and zeros too.
  package struct Field: Equatable, Sendable {
    package let name: String
    package let value: [UInt8]

    package init(_ name: String, _ value: String) {
      self.init(name, Array(value.utf8))
    }

    package init(_ name: String, _ value: [UInt8]) {
      self.name = name
      self.value = value
    }

    /// A-Z, 0-9 and `_`, a letter first, 64 at most: what journald takes from a client.
    package var hasValidName: Bool {
      let bytes = name.utf8
      guard let first = bytes.first, bytes.count <= 64, Self.isLetter(first) else { return false }
      return bytes.allSatisfy { Self.isLetter($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "_") }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
      (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    }
  }

  /// Whether there is a journal to send to. Where there is none, ``send(_:file:line:function:)`` drops in silence.
  package static var isAvailable: Bool {
    access("/run/systemd/journal/socket", W_OK) == 0
  }

  /// Sends one entry, with the place of the call as CODE_FILE, CODE_LINE and CODE_FUNC.
  ///
  /// This waits where journald stands still: for a task off the loop, see ``JournalQueue``. Nothing is sent where a
  /// name is none: the error's reason is `notAFieldName`.
  package static func send(
    _ fields: [Field], file: String = #fileID, line: Int = #line, function: String = #function
  ) throws(SystemError) {
    for field in fields where !field.hasValidName {
      throw SystemError(.send, "the journal, field \(field.name)", .notAFieldName)
    }
    let place = [Field("CODE_FILE", file), Field("CODE_LINE", "\(line)"), Field("CODE_FUNC", function)]
    let status = send(raw: fields + place)
    guard status >= 0 else { throw SystemError(.send, "the journal", errno: -status) }
  }

  /// One buffer for all fields, so that each `iovec` is a range of it.
  private static func send(raw fields: [Field]) -> CInt {
    var bytes: [UInt8] = []
    var ends: [Int] = []
    for field in fields {
      bytes += field.name.utf8
      bytes.append(UInt8(ascii: "="))
      bytes += field.value
      ends.append(bytes.count)
    }
    return bytes.withUnsafeMutableBytes { buffer in
      var parts: [iovec] = []
      var start = 0
      for end in ends {
        parts.append(iovec(iov_base: buffer.baseAddress.map { $0 + start }, iov_len: end - start))
        start = end
      }
      return sd_journal_sendv(parts, CInt(parts.count))
    }
  }
}
