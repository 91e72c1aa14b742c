extension UnsafeBufferPointer<UInt8> {
  /// Looks at 64 bytes from an offset on; behind the last byte there are spaces.
  @inline(__always)
  func withBlock64<Result>(at start: Int, _ body: (UnsafeRawPointer) -> Result) -> Result {
    if let base = UnsafeRawPointer(baseAddress), start + 64 <= count { return body(base + start) }
    return withUnsafeTemporaryAllocation(byteCount: 64, alignment: 16) { padded in
      padded.initializeMemory(as: UInt8.self, repeating: 0x20)
      padded.copyMemory(from: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(self)[start...]))
      guard let block = padded.baseAddress else { preconditionFailure("64 bytes have an address") }
      return body(UnsafeRawPointer(block))
    }
  }
}
