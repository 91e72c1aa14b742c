import Contrast
import Linux

extension Day {
  /// Where the process is.
  static var today: Day {
    let today = Clock.today()
    return Day(year: today.year, month: today.month, day: today.day)
  }
}
