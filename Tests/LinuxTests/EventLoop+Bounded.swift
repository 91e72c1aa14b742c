@testable import Linux

extension EventLoop {
  /// ``run()`` that ends with 99 after 20 seconds, when what a test waits for has not come.
  func runBounded() throws -> CInt {
    let timer = try addTimer(after: .seconds(20)) { [unowned self] in exit(99) }
    return try withExtendedLifetime(timer) { try run() }
  }
}
