import Glibc

/// The reference kernels in C, from the library that `run` builds.
struct Reference {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// kernel.h's Col.
  struct Color {
    var (red, green, blue, alpha): (Double, Double, Double, Double)
  }

  /// kernel.h's Res.
  struct Result {
    var (pairs, pass): (UInt64, UInt64)
    var sum: Double
  }

  private typealias Pairs =
    @convention(c) (UnsafeRawPointer?, Int32, UnsafeRawPointer?, Int32, Double, UnsafeMutableRawPointer?) -> Void
  private typealias Parse = @convention(c) (UnsafeRawPointer?, Int, Int) -> Int32

  private let pairsFunction: Pairs
  private let parseFunction: Parse

  init(_ path: String) throws {
    guard let library = dlopen(path, RTLD_NOW), let pairs = dlsym(library, "reference_pairs"),
      let parse = dlsym(library, "reference_parse")
    else { throw Failure(description: "\(path): \(dlerror().map { String(cString: $0) } ?? "cannot be loaded")") }
    pairsFunction = unsafeBitCast(pairs, to: Pairs.self)
    parseFunction = unsafeBitCast(parse, to: Parse.self)
  }

  func pairs(_ fronts: [Color], _ backs: [Color]) -> Result {
    var result = Result(pairs: 0, pass: 0, sum: 0)
    fronts.withUnsafeBytes { fronts in
      backs.withUnsafeBytes { backs in
        pairsFunction(
          fronts.baseAddress, Int32(fronts.count / MemoryLayout<Color>.stride), backs.baseAddress,
          Int32(backs.count / MemoryLayout<Color>.stride), .infinity, &result)
      }
    }
    return result
  }

  /// - Parameter bytes: with 64 more behind the text.
  func parses(_ bytes: [UInt8], length: Int) -> Bool {
    bytes.withUnsafeBytes { parseFunction($0.baseAddress, length, $0.count) == 1 }
  }
}
