import Colorimetry
import Palettes

/// A colour on the command line, in any notation of CSS Color 4.
enum ColorArgument {
  static func parse(_ text: String) throws(UsageError) -> Color {
    do throws(ColorNotationError) {
      return try ColorNotation.parse(text)
    } catch {
      let isBareHex = (3...8).contains(text.count) && text.allSatisfy(\.isHexDigit)
      let hint = isBareHex ? "; hex colours start with #, quoted for the shell: '#\(text)'" : ""
      throw UsageError("\"\(text)\" is no colour: \(error.message)\(hint)")
    }
  }
}
