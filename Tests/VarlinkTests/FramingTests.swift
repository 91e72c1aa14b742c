import Testing

@testable import Varlink

@Suite("FrameReader")
struct FramingTests {
  private func frames(_ reader: inout FrameReader) throws(FrameError) -> [[UInt8]] {
    var result: [[UInt8]] = []
    while let frame = try reader.next() { result.append(frame) }
    return result
  }

  @Test("A stream split in two at any byte gives the same frames")
  func splits() throws {
    let stream = Array("{\"a\":1}\0{}\0\0{\"method\":\"é\"}\0".utf8)
    let whole = stream.dropLast().split(separator: 0, omittingEmptySubsequences: false).map(Array.init)
    for cut in 0...stream.count {
      var reader = FrameReader()
      reader.append(stream.span.extracting(..<cut))
      var got = try frames(&reader)
      #expect(reader.hasPartialFrame == (cut > 0 && stream[cut - 1] != 0), "\(cut)")
      reader.append(stream.span.extracting(cut...))
      got += try frames(&reader)
      #expect(got == whole, "\(cut)")
      #expect(!reader.hasPartialFrame && reader.buffered == 0)
    }
  }

  @Test("1,000 frames of one write come one by one, and leave nothing behind")
  func burst() throws {
    let stream = (0..<1000).flatMap { Array("{\"n\":\($0)}\0".utf8) }
    var reader = FrameReader()
    reader.append(stream.span)
    #expect(reader.waiting == 1000)
    let got = try frames(&reader)
    #expect(got.count == 1000)
    #expect(got.last == Array("{\"n\":999}".utf8))
    #expect(reader.buffered == 0 && reader.waiting == 0)
  }

  @Test("A frame of 1 MiB byte by byte costs no more than once over")
  func byteByByte() throws {
    let frame = [UInt8](repeating: 0x20, count: FrameReader.standardLimit)
    let clock = ContinuousClock()
    var reader = FrameReader()
    var early = 0
    let took = try clock.measure {
      for at in frame.indices {
        reader.append(frame.span.extracting(at..<at + 1))
        if try reader.next() != nil { early += 1 }
      }
      reader.append([0].span)
    }
    #expect(early == 0)
    #expect(try reader.next()?.count == frame.count)
    #expect(took < .seconds(10), "quadratic work takes minutes")
  }

  @Test("1 MiB passes, one byte more does not, in one piece or in many, and the frames before it do")
  func limit() throws {
    for (count, passes) in [(FrameReader.standardLimit, true), (FrameReader.standardLimit + 1, false)] {
      for chunk in [1 << 16, 4 << 20] {
        let stream = Array("{}\0".utf8) + [UInt8](repeating: 0x20, count: count) + [0] + Array("{}\0".utf8)
        var reader = FrameReader()
        for start in stride(from: 0, to: stream.count, by: chunk) {
          reader.append(stream.span.extracting(start..<min(start + chunk, stream.count)))
        }
        #expect(try reader.next() == Array("{}".utf8))
        if passes {
          #expect(try reader.next()?.count == count)
          #expect(try reader.next() == Array("{}".utf8))
        } else {
          for _ in 0..<2 {
            #expect(throws: FrameError.tooLong(limit: FrameReader.standardLimit)) { try reader.next() }
          }
        }
        if passes { #expect(try reader.next() == nil) }
      }
    }
  }

  @Test("200 MiB without a NUL keep at most the limit")
  func endless() {
    let chunk = [UInt8](repeating: 0x61, count: 1 << 16)
    var reader = FrameReader()
    var most = 0
    for _ in 0..<3200 {
      reader.append(chunk.span)
      most = max(most, reader.buffered)
    }
    #expect(most <= FrameReader.standardLimit)
    #expect(reader.buffered == 0)
    #expect(reader.hasPartialFrame)
    #expect(throws: FrameError.self) { try reader.next() }
  }
}
