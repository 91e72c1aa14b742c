import Syntax

/// The conditions of one entry of a colour or image set: which variant it is.
///
/// What says no more than saying nothing (`universal`, `sRGB`) is dropped, so that equal slots are equal values.
struct CatalogSlot: Hashable {
  /// Indices into the lists below; 0 says nothing.
  private var style: UInt8 = 0
  private var contrast: UInt8 = 0
  private var gamut: UInt8 = 0
  private var idiom: UInt8 = 0

  private static let styles: [String?] = [nil, "light", "dark", "tinted"]
  private static let contrasts: [String?] = [nil, "high"]
  private static let gamuts: [String?] = [nil, "p3"]
  private static let idioms: [String?] = [nil, "iphone", "ipad", "tv", "watch", "mac", "car", "vision"]

  /// The traits of every slot there is, so that reading a catalog builds none.
  private static let traits: [TraitCollection] = idioms.flatMap { idiom in
    gamuts.flatMap { gamut in
      contrasts.flatMap { contrast in
        styles.map { style in
          var traits = TraitCollection()
          traits[.style] = style
          traits[.contrast] = contrast
          traits[.gamut] = gamut
          traits[.idiom] = idiom
          return traits
        }
      }
    }
  }

  var traits: TraitCollection {
    let place = ((Int(idiom) * Self.gamuts.count + Int(gamut)) * Self.contrasts.count + Int(contrast))
    return Self.traits[place * Self.styles.count + Int(style)]
  }

  var isTinted: Bool { style == 3 }

  /// Notes an element of `appearances`.
  mutating func take(appearance: JSONValue) throws(SlotProblem) {
    guard let kind = appearance["appearance"], let value = appearance["value"] else {
      throw SlotProblem("catalog/malformed", "an appearance needs \"appearance\" and \"value\"", appearance)
    }
    if kind.equals("luminosity") {
      style = try Self.place(of: value, in: Self.styles, "luminosity")
    } else if kind.equals("contrast") {
      contrast = try Self.place(of: value, in: Self.contrasts, "contrast")
    } else {
      throw .unknown(kind, "appearance", ["luminosity", "contrast"])
    }
  }

  /// Notes `display-gamut`.
  mutating func take(gamut value: JSONValue) throws(SlotProblem) {
    if value.equals("sRGB") { return }
    guard value.equals("display-P3") else { throw .unknown(value, "display-gamut", ["sRGB", "display-P3"]) }
    gamut = 1
  }

  /// Notes `idiom`.
  mutating func take(idiom value: JSONValue) throws(SlotProblem) {
    if value.equals("universal") { return }
    idiom = value.equals("reality") ? UInt8(Self.idioms.count - 1) : try Self.place(of: value, in: Self.idioms, "idiom")
  }

  private static func place(
    of value: JSONValue, in known: [String?], _ key: String
  ) throws(SlotProblem) -> UInt8 {
    guard let text = value.string, let place = known.firstIndex(of: text) else {
      throw .unknown(value, key, (key == "idiom" ? ["universal"] : []) + known.compactMap { $0 })
    }
    return UInt8(place)
  }
}

/// Why the conditions of an entry cannot be told.
struct SlotProblem: Error {
  let code: String
  let message: String
  let place: JSONValue

  init(_ code: String, _ message: String, _ place: JSONValue) {
    self.code = code
    self.message = message
    self.place = place
  }

  static func unknown(_ value: JSONValue, _ key: String, _ known: [String]) -> SlotProblem {
    let remedy = Nearest.remedy(for: value.string ?? "", among: known)
    let message = "\(value.shortSource) is no \(key)\(remedy)"
    return SlotProblem("catalog/unknown-\(key)", message, value)
  }
}

extension JSONValue {
  /// The value as written, cut where it is long.
  var shortSource: String {
    let text = String(decoding: document.text.bytes[byteRange].prefix(60), as: UTF8.self)
    return byteRange.count > 60 ? text + "…" : text
  }
}
