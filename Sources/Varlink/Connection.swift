package import Syntax

/// The server's side of one connection, without its socket.
///
/// The host hands in what it read (`receive`), takes calls one at a time (`next`), answers each (`reply`,
/// `replyContinuing`, `fail`), and writes out what `drain` gives. A call that comes while another is being answered
/// waits, so replies leave in the order of the calls; what `org.varlink.service` can answer never reaches the host.
package struct Connection: Sendable {
  /// Calls that may wait unread behind the one being answered.
  package static let pipelineLimit = 16

  package enum Event: Sendable {
    /// Answer this one; the next comes after its last reply.
    case call(Call)
    /// Write what is left to write, then close. Nothing comes after it.
    case close(CloseReason)
  }

  /// What the client did.
  package enum CloseReason: Hashable, Sendable {
    case malformed(CallError)
    case frame(FrameError)
  }

  private let service: ServiceInfo
  private var reader: FrameReader
  private var writer = JSONWriter(pretty: false)
  /// How much of what the writer holds has been drained.
  private var drained = 0
  private var pending: Call?
  private var isClosed = false

  package init(_ service: ServiceInfo, frameLimit: Int = FrameReader.standardLimit) {
    self.service = service
    reader = FrameReader(limit: frameLimit)
  }

  /// False while the client is far enough ahead with its calls or behind with reading our replies: read no more from the
  /// socket until it is true again. Keeping to it bounds the memory of a connection by one frame and one read.
  package var wantsInput: Bool {
    !isClosed && !isFull
      && (reader.waiting == 0 || (reader.waiting < Connection.pipelineLimit && reader.buffered < reader.limit))
  }

  /// True when `next` has something to take that is here already. After `drain` made room, ask `next` again.
  package var isReady: Bool { !isClosed && !isFull && pending == nil && reader.waiting > 0 }

  /// True when the client began a frame and we wait for its rest: the time for it runs.
  package var awaitsRestOfFrame: Bool { reader.hasPartialFrame && wantsInput }

  /// The call that is being answered.
  package var call: Call? { pending }

  /// Takes what was read from the socket; `next` says what it means.
  package mutating func receive(_ bytes: Span<UInt8>) {
    if !isClosed { reader.append(bytes) }
  }

  /// The next thing to do; nil until more has come, the call at hand is answered, or replies were drained. Ask after
  /// `receive`, after the last reply to a call, and after `drain`.
  package mutating func next() -> Event? {
    while !isClosed, !isFull, pending == nil {
      do throws(FrameError) {
        guard let frame = try reader.next() else { return nil }
        do throws(CallError) {
          let call = try Call(frame)
          pending = call
          if !answer(call) { return .call(call) }
        } catch {
          return close(.malformed(error))
        }
      } catch {
        return close(.frame(error))
      }
    }
    return nil
  }

  /// So many replies wait to be written that no call is taken.
  private var isFull: Bool { outputSize >= reader.limit }

  private mutating func close(_ reason: CloseReason) -> Event {
    isClosed = true
    reader = FrameReader(limit: reader.limit)
    return .close(reason)
  }

  /// Answers what needs no host; false where it does.
  private mutating func answer(_ call: Call) -> Bool {
    do throws(MethodError) {
      switch try service.route(call) {
      case .host: return false
      case .getInterfaceDescription(let interface): reply { $0.field("description", interface.description) }
      case .getInfo:
        let service = service
        reply { writer in
          writer.field("vendor", service.vendor)
          writer.field("product", service.product)
          writer.field("version", service.version)
          writer.field("url", service.url)
          writer.field("interfaces", service.interfaces.map(\.name))
        }
      }
    } catch {
      fail(error)
    }
    return true
  }
}

extension Connection {
  /// The only or the last reply to the call at hand; `parameters` writes their members. Nothing is written for a call
  /// that wants silence, and nothing happens where no call is at hand.
  package mutating func reply(_ parameters: (inout JSONWriter) -> Void = { _ in }) {
    guard let call = pending else { return }
    pending = nil
    if call.expectation != .silence { writer.reply(parameters) }
  }

  /// A reply that others follow. A caller who did not say `more` gets the error ExpectedMore instead, and that was all.
  package mutating func replyContinuing(_ parameters: (inout JSONWriter) -> Void) {
    switch pending?.expectation {
    case .replies: writer.continuingReply(parameters)
    case .reply: fail(.expectedMore)
    case .silence, nil: break
    }
  }

  /// An error as the last reply to the call at hand.
  package mutating func fail(_ error: MethodError) {
    guard let call = pending else { return }
    pending = nil
    if call.expectation != .silence { writer.reply(error) }
  }
}

extension Connection {
  /// How many bytes wait to be written.
  package var outputSize: Int { writer.bytes.count - drained }

  /// How many bytes are held for it.
  var heldSize: Int { writer.bytes.count }

  /// Offers what waits to be written, once; `write` says how many bytes it took. Look at `isReady` afterwards.
  package mutating func drain<Failure: Error>(
    _ write: (Span<UInt8>) throws(Failure) -> Int
  ) throws(Failure) {
    guard outputSize > 0 else { return }
    let count = try write(writer.bytes.span.extracting(drained...))
    drained += min(max(count, 0), outputSize)
    if outputSize == 0 {
      writer.removeAll()
      drained = 0
    } else if drained >= max(outputSize, 64 << 10) {
      // A reader that is never quite done costs no more than what it has not read.
      writer.removeFirst(drained)
      drained = 0
    }
  }
}
