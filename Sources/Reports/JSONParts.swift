package import Colorimetry
package import Contrast
package import Palettes
package import Syntax

extension Diagnostic.Severity {
  package var word: String {
    switch self {
    case .error: "error"
    case .warning: "warning"
    case .note: "note"
    }
  }
}

extension Verdict {
  package var word: String {
    switch self {
    case .pass: "pass"
    case .fail: "fail"
    case .indeterminate: "indeterminate"
    case .exempt: "exempt"
    case .notEvaluated: "not-evaluated"
    }
  }
}

extension TraitSpace {
  /// A combination with every dimension of the palette written out: `style=dark,contrast=normal`.
  package func written(_ combination: TraitCombination) -> String {
    combination.traits(of: dimensions).description
  }
}

/// The parts that several documents share.
extension JSONWriter {
  package mutating func place(_ range: SourceRange) {
    object { writer in
      writer.field("file", range.file)
      writer.field("line", range.start.line)
      writer.field("column", range.start.column)
      writer.field("endLine", range.end.line)
      writer.field("endColumn", range.end.column)
    }
  }

  package mutating func pairing(_ pairing: Pairing, _ audit: Audit) {
    let key = audit.key(of: pairing)
    object { writer in
      writer.field("foreground", key.foreground)
      writer.field("background", key.background)
      if !pairing.backdrops.isEmpty { writer.field("on", pairing.backdrops.map { audit.palette.colors[$0].name }) }
      writer.field("usage", pairing.usage.rawValue)
      writer.field("required", pairing.required)
      writer.field("rule", pairing.rule.rawValue)
      writer.field("reason", pairing.reason)
      writer.field("severity", pairing.severity.word)
    }
  }

  /// Fields of an open object: `ratio`, or `minimum` and `maximum` where the backdrop decides.
  package mutating func measurement(_ measurement: Measurement) {
    if measurement.isDefinite {
      field("ratio", measurement.minimum.value)
    } else {
      field("minimum", measurement.minimum.value)
      field("maximum", measurement.maximum.value)
      field("exact", measurement.isExact)
    }
  }

  package mutating func tally(_ tally: Tally) {
    object { writer in
      writer.field("pass", tally.pass)
      writer.field("fail", tally.fail)
      writer.field("indeterminate", tally.indeterminate)
      writer.field("exempt", tally.exempt)
      writer.field("notEvaluated", tally.notEvaluated)
    }
  }

  /// A colour: hex for eyes, encoded extended sRGB for arithmetic.
  package mutating func color(_ color: RGBA) {
    object { writer in
      writer.field("hex", color.hex)
      writer.field("srgb") { $0.array(count: 3) { $0.component(color.rgb[$1]) } }
      writer.field("alpha", color.alpha)
    }
  }

  /// Most components were written with eight bits, and what those look like is known.
  private mutating func component(_ value: Double) {
    let byte = (value * 255).rounded()
    if byte >= 0, byte <= 255, byte / 255 == value {
      raw(JSONWriter.byteComponents[Int(byte)])
    } else {
      number(value)
    }
  }

  private static let byteComponents = (0...255).map { byte in
    var writer = JSONWriter(pretty: false)
    writer.number(Double(byte) / 255)
    return writer.bytes
  }
}
