import Testing

@testable import Palettes

@Suite("Trait collections")
struct TraitCollectionTests {
  @Test("Where two collections name a dimension, the later one wins it")
  func merging() {
    let merged = TraitCollection([.style: "dark", .contrast: "high"]).merging(TraitCollection([.contrast: "normal"]))
    #expect(merged == TraitCollection([.style: "dark", .contrast: "normal"]))
    #expect(merged.description == "style=dark,contrast=normal")
  }

  @Test("Saying nothing and naming the default fill the same variant slot")
  func slots() {
    let plain = TraitCollection([.style: "dark"])
    let spelled = TraitCollection([
      .level: "base", .style: "dark", .contrast: "normal", .gamut: "srgb", .idiom: "universal",
    ])
    #expect(plain.asVariant == spelled.asVariant)
    #expect(TraitCollection([.style: "unspecified"]).asVariant.isEmpty)
  }

  @Test(
    "A written collection is read back as it was", arguments: ["style=dark", "style=dark,contrast=high,level=elevated"])
  func roundTrip(text: String) throws {
    #expect(try TraitCollection(parsing: text).description == text)
  }

  @Test(
    "A mistyped trait is refused with the nearest known one",
    arguments: [
      ("styl=dark", "\"style\""), ("style=drak", "\"dark\""), ("contrast=hihg", "\"high\""), ("dark", "has no key"),
      ("style=dark,style=light", "twice"), ("style=light,dark", "one value"),
    ])
  func errors(text: String, hint: String) {
    let error = #expect(throws: TraitSyntaxError.self) { try TraitCollection(parsing: text) }
    #expect(error?.description.contains(hint) == true, "\(String(describing: error))")
  }

  @Test("An item without a key is another value of the key before it")
  func values() throws {
    let parsed = try TraitSyntax.parse("style=light,dark,contrast=high")
    #expect(parsed.map(\.values) == [["light", "dark"], ["high"]])
  }

  @Test("A palette's own dimension is known where the palette names it")
  func own() throws {
    let known = [TraitDimension("brand"): ["plain", "bold"]]
    #expect(try TraitCollection(parsing: "brand=bold", known: known)[TraitDimension("brand")] == "bold")
    #expect(throws: TraitSyntaxError.self) { try TraitCollection(parsing: "brand=bold") }
  }
}

@Suite("Trait combinations")
struct TraitCombinationTests {
  @Test("A partial question is completed from the environment, then from the defaults")
  func completion() {
    let combination = TraitCombination(
      TraitCollection([.contrast: "high"]), in: TraitCollection([.style: "dark", .contrast: "normal"]))
    #expect(combination[.style] == "dark")
    #expect(combination[.contrast] == "high")
    #expect(combination[.level] == "base")
    #expect(combination[.idiom] == "universal")
    #expect(combination[.gamut] == "srgb")
    #expect(combination[TraitDimension("brand")] == "unspecified")
  }

  @Test("Asking for an unspecified style asks nothing, also against the environment")
  func unspecified() {
    let question = TraitCollection([.style: "unspecified"])
    #expect(TraitCombination(question)[.style] == "light")
    #expect(TraitCombination(question, in: TraitCollection([.style: "dark"]))[.style] == "light")
  }

  @Test("The default presentation is light, normal, base")
  func isDefault() {
    #expect(TraitCombination(TraitCollection([.style: "light", .contrast: "normal"])).isDefault)
    #expect(!TraitCombination(TraitCollection([.style: "dark"])).isDefault)
  }
}

@Suite("Overrides")
struct OverrideTests {
  @Test("All three are read, one over the other")
  func parsing() throws {
    let override = try Override(parsing: "fake-dark=yes,dynamic=no", over: Override(parsing: "style=light"))
    #expect(override.style == "light")
    #expect(override.isFakeDark)
    #expect(!override.isDynamic)
  }

  @Test("A mistyped override says what there is", arguments: ["styl=dark", "style=blue", "fake-dark=maybe", "dark"])
  func errors(text: String) {
    #expect(throws: TraitSyntaxError.self) { try Override(parsing: text) }
  }

  @Test("Without dynamic colours contrast and level fall back too, idiom and gamut stay")
  func notDynamic() throws {
    let asked = TraitCombination(
      TraitCollection([.style: "dark", .contrast: "high", .level: "elevated", .idiom: "ipad", .gamut: "p3"]))
    let effective = try Override(parsing: "dynamic=no").effective(asked, for: .app)
    #expect(effective == TraitCombination(TraitCollection([.idiom: "ipad", .gamut: "p3"])))
  }
}

@Suite("Nearest name")
struct NearestTests {
  @Test(
    "A typing error finds the name that was meant",
    arguments: [("labell", "label"), ("sytle", "style"), ("CHECK", "check"), ("systemBackgroud", "systemBackground")])
  func near(typed: String, meant: String) {
    #expect(Nearest.name(to: typed, in: ["label", "style", "check", "systemBackground", "traits"]) == meant)
  }

  @Test("What is nothing like any name finds none")
  func far() {
    #expect(Nearest.name(to: "quaternion", in: ["label", "style", "check"]) == nil)
  }
}
