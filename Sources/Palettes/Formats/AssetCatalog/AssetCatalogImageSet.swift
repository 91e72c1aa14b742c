import Syntax

/// Reads the `Contents.json` of one image set: its slots, not its pixels.
struct ImageSetReader {
  private static let scale = TraitDimension("scale")

  private let document: JSONDocument
  private let name: String

  init(_ document: JSONDocument, name: String) {
    self.document = document
    self.name = name
  }

  mutating func read(into fragment: inout Fragment) {
    let images = document.root?["images"]
    guard let images, images.kind == .array else {
      guard document.isComplete else { return }
      let message = "an image set needs \"images\", an array of entries, beside \"info\""
      let range = (images ?? document.root)?.range ?? document.text.range(0..<0)
      fragment.diagnostics.append(Diagnostic(.warning, "catalog/malformed", message, at: range))
      return
    }
    var slots: [ImageSet.Slot] = []
    for entry in images.elements {
      do throws(SlotProblem) {
        slots.append(ImageSet.Slot(traits: try traits(of: entry), filename: entry["filename"]?.string))
      } catch {
        fragment.diagnostics.append(Diagnostic(.warning, error.code, error.message, at: error.place.range))
      }
    }
    fragment.images.append(ImageSet(name: name, slots: slots, range: images.range))
  }

  private func traits(of entry: JSONValue) throws(SlotProblem) -> TraitCollection {
    var slot = CatalogSlot()
    if let idiom = entry["idiom"] { try slot.take(idiom: idiom) }
    if let gamut = entry["display-gamut"] { try slot.take(gamut: gamut) }
    if let appearances = entry["appearances"] {
      for appearance in appearances.elements { try slot.take(appearance: appearance) }
    }
    var traits = slot.traits
    traits[Self.scale] = entry["scale"]?.string
    return traits
  }
}
