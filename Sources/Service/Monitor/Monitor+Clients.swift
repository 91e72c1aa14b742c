import Linux
import Reports
import Varlink

/// Connections are callbacks on the loop: read, frame, answer, write, queue the rest.
extension Monitor {
  /// How long the rest of a frame, and a stalled reader, are waited for.
  private static let patience = Duration.seconds(10)

  func refused(_ problem: Acceptor.Problem) {
    switch problem {
    case .resting:
      let now = Clock.monotonic()
      guard lastResting.map({ now - $0 > .seconds(60) }) ?? true else { return }
      lastResting = now
      announcer.say("no descriptor is left for another connection; new ones wait. Raise LimitNOFILE=")
    case .failed(let error): announcer.say(error.description)
    }
  }

  func connected(_ socket: consuming UnixSocket, _ peer: PeerCredentials) {
    lastClient += 1
    let client = Client(lastClient, socket, peer, service, frameLimit: configuration.limits.frame)
    if let limit = limitReached(by: peer) { return refuse(client, limit) }
    let number = client.number
    clients[number] = client
    do throws(SystemError) {
      client.source = try loop.addIO(client.socket.descriptor.raw, .readable) { self.ready(number, $0) }
      client.timer = try loop.addTimer { self.lostPatience(number) }
    } catch {
      announcer.say(error.description)
      close(client)
    }
  }

  /// The limit that one more connection of this peer would pass.
  func limitReached(by peer: PeerCredentials) -> String? {
    let limits = configuration.limits
    let own = clients.values.count { $0.peer.user == peer.user } + editors.values.count { $0.peer.user == peer.user }
    if clients.count + editors.count >= limits.connections { return "MaxConnections=\(limits.connections)" }
    return own >= limits.connectionsPerUser ? "MaxConnectionsPerUser=\(limits.connectionsPerUser)" : nil
  }

  /// One error, unasked for, and the connection is closed.
  private func refuse(_ client: Client, _ limit: String) {
    let bytes = ControlError.limitExceeded(limit).frame
    _ = client.socket.write(bytes.span.bytes)
  }

  private func ready(_ number: Int, _ readiness: EventLoop.Readiness) {
    guard let client = clients[number] else { return }
    if readiness.contains(.readable) || readiness.contains(.hungUp) { receive(client) }
    serve(client)
  }

  private func receive(_ client: Client) {
    guard client.connection.wantsInput || client.connection.call != nil else { return }
    switch readBuffer.withUnsafeMutableBytes({ client.socket.read(into: $0) }) {
    case .bytes(let count, _): client.connection.receive(readBuffer.span.extracting(..<count))
    case .wouldBlock: break
    case .end: client.isClosing = true
    case .failed: close(client)
    }
  }

  /// Answers what is there, writes what can be written, and sets what is waited for next.
  func serve(_ client: Client) {
    guard clients[client.number] != nil else { return }
    repeat {
      while let event = client.connection.next() {
        switch event {
        case .call(let call):
          client.timer?.disable()
          answer(call, client)
        case .close(let reason):
          announcer.say("a client of user \(client.peer.user) was disconnected: \(reason)")
          client.isClosing = true
        }
      }
      guard write(client) else { return close(client) }
    } while client.connection.isReady || produce(client)
    if client.isClosing, client.connection.outputSize == 0 { return close(client) }
    setInterest(client)
  }

  /// False where the peer is gone.
  private func write(_ client: Client) -> Bool {
    while client.connection.outputSize > 0 {
      var isBlocked = false
      var isGone = false
      client.connection.drain { bytes in
        switch client.socket.write(bytes.bytes) {
        case .bytes(let count):
          client.timer?.disable()
          return count
        case .wouldBlock: isBlocked = true
        case .failed: isGone = true
        }
        return 0
      }
      if isGone { return false }
      if isBlocked { return true }
    }
    if client.subscription != nil { feed(client) }
    return true
  }

  /// Makes more replies where all before are written, for at most a slice; true where there is something to write.
  private func produce(_ client: Client) -> Bool {
    guard client.producer != nil else { return false }
    let end = Clock.monotonic() + Self.slice
    while client.connection.outputSize == 0, let producer = client.producer, Clock.monotonic() < end {
      producer()
      if client.producer != nil, !write(client) { return true }
    }
    return client.producer == nil && client.connection.outputSize > 0
  }

  func setInterest(_ client: Client) {
    var interest: EventLoop.Readiness = client.producer == nil ? [] : .writable
    if client.connection.wantsInput, !client.isClosing { interest.insert(.readable) }
    if client.connection.outputSize > 0 { interest.insert(.writable) }
    client.source?.setInterest(interest)
    let isWaiting = client.connection.awaitsRestOfFrame || client.connection.outputSize > 0
    if !isWaiting {
      client.timer?.disable()
    } else if !(client.timer?.isEnabled ?? true) {
      client.timer?.arm(after: Self.patience)
    }
  }

  /// What a client has asked already is answered that the daemon is stopping, and not cut off.
  func takeLeave(_ number: Int) {
    ready(number, .readable)
    guard let client = clients[number] else { return }
    client.isClosing = true
    if client.connection.outputSize == 0 { close(client) }
  }

  private func lostPatience(_ number: Int) {
    if let client = clients[number] { close(client) }
  }

  func close(_ client: Client) {
    client.source = nil
    client.timer = nil
    clients[client.number] = nil
    endIfDrained()
  }

  private func answer(_ call: Call, _ client: Client) {
    do throws(MethodError) {
      if isDraining { throw ControlError.draining }
      guard let method = ControlMethod.named[call.method] else {
        throw MethodError.methodNotFound(call.method)
      }
      if method.needsReady, !isReady { throw ControlError.notReady(progress) }
      var parameters = call.parameters
      try method.answer(self, client, &parameters)
    } catch {
      client.connection.fail(error)
    }
  }

  /// How many roots are looked through, of how many.
  var progress: String {
    "\(roots.count { $0.isScanned || $0.lost != nil }) of \(counted(roots.count, "root")) looked through"
  }
}
