import Certification
import Glibc
import Varlink

// A test server: `varlink-certification-server SOCKET` serves org.varlink.certification on a Unix socket, one
// connection after another, until it is killed.

func fail(_ message: String) -> Never {
  print("varlink-certification-server: \(message): \(String(cString: strerror(errno)))")
  exit(1)
}

func listen(at path: String) -> CInt {
  let socket = Glibc.socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { fail("the path is too long") }
  withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
  let bound = withUnsafePointer(to: address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      bind(socket, __CONST_SOCKADDR_ARG(__sockaddr__: $0), socklen_t(MemoryLayout<sockaddr_un>.size))
    }
  }
  guard bound == 0, Glibc.listen(socket, 16) == 0 else { fail("cannot listen on \(path)") }
  return socket
}

/// Writes all that waits to be written; false where the client is gone.
func flush(_ connection: inout Connection, to socket: CInt) -> Bool {
  var isOpen = true
  while isOpen, connection.outputSize > 0 {
    connection.drain { bytes in
      let count = bytes.withUnsafeBytes { send(socket, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }
      isOpen = count > 0
      return count
    }
  }
  return isOpen
}

/// Serves one connection until its client closes it or breaks the protocol.
func serve(_ socket: CInt, _ service: ServiceInfo, _ certification: inout Certification) {
  var connection = Connection(service)
  var chunk = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = read(socket, &chunk, chunk.count)
    guard count > 0 else { return }
    connection.receive(chunk.span.extracting(..<count))
    repeat {
      while let event = connection.next() {
        switch event {
        case .call(let call): certification.answer(call, on: &connection)
        case .close(let reason):
          print("closed: \(reason)")
          _ = flush(&connection, to: socket)
          return
        }
      }
      guard flush(&connection, to: socket) else { return }
    } while connection.isReady
  }
}

guard CommandLine.arguments.count == 2 else {
  print("usage: varlink-certification-server SOCKET")
  exit(2)
}
let service = try Certification.service()
var certification = Certification()
let listener = listen(at: CommandLine.arguments[1])
print("listening on \(CommandLine.arguments[1])")
fflush(nil)
while true {
  let client = accept(listener, __SOCKADDR_ARG(__sockaddr__: nil), nil)
  guard client >= 0 else { fail("accept") }
  serve(client, service, &certification)
  close(client)
}
