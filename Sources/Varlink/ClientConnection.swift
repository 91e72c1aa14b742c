package import Syntax

/// The client's side of one connection, without its socket: calls become bytes to write, bytes read become replies.
package struct ClientConnection: Sendable {
  /// The largest reply a client takes: 16 MiB.
  package static let standardLimit = 16 << 20

  private var reader: FrameReader
  /// The calls whose last reply has not come, oldest first.
  private var expected: [Call.Expectation] = []

  package init(frameLimit: Int = ClientConnection.standardLimit) {
    reader = FrameReader(limit: frameLimit)
  }

  /// How many calls are not answered to the end.
  package var outstanding: Int { expected.count }

  /// The bytes of a call, to be written as they are; `parameters` writes their members.
  package mutating func call(
    _ method: String, _ expectation: Call.Expectation = .reply, _ parameters: (inout JSONWriter) -> Void = { _ in }
  ) -> [UInt8] {
    var writer = JSONWriter(pretty: false)
    writer.call(method, expectation, parameters)
    if expectation != .silence { expected.append(expectation) }
    return writer.bytes
  }

  /// Takes what was read from the socket.
  package mutating func receive(_ bytes: Span<UInt8>) {
    reader.append(bytes)
  }

  /// The next reply to the oldest call that is not answered to the end; nil until more bytes have come. After an error
  /// the connection is of no use.
  package mutating func next() throws(ReplyError) -> Reply? {
    let frame: [UInt8]?
    do throws(FrameError) { frame = try reader.next() } catch { throw .frame(error) }
    guard let frame else { return nil }
    let reply: Reply
    do throws(CallError) { reply = try Reply(frame) } catch { throw .malformed(error) }
    guard let expectation = expected.first, !reply.continues || expectation == .replies else { throw .unexpected }
    if !reply.continues { expected.removeFirst() }
    return reply
  }
}

/// The server said something that is no reply.
package enum ReplyError: Error, Hashable, Sendable {
  case frame(FrameError)
  case malformed(CallError)
  /// There is no call it could belong to, or it goes on where one reply was asked for.
  case unexpected
}

extension ReplyError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .frame(let error): error.description
    case .malformed(let error): error.description
    case .unexpected: "a reply came that nobody asked for"
    }
  }
}
