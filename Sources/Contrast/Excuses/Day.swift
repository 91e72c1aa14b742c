/// A date of the Gregorian calendar, passed in by whoever has a clock. The order is that of time.
package struct Day: Hashable, Comparable, Sendable, CustomStringConvertible {
  package let year: Int
  /// 1 to 12
  package let month: Int
  /// 1 to 31
  package let day: Int

  package init(year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// A clock's date.
  package init(_ date: (year: Int, month: Int, day: Int)) {
    self.init(year: date.year, month: date.month, day: date.day)
  }

  /// Reads `2026-11-30` (ISO 8601); nil for anything else, and for a day that is not in the calendar.
  package init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts.map(\.utf8.count) == [4, 2, 2],
      parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }), let year = Int(parts[0]),
      let month = Int(parts[1]), let day = Int(parts[2]), (1...12).contains(month),
      (1...Self.length(ofMonth: month, year)).contains(day)
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  private static func length(ofMonth month: Int, _ year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  }

  /// The same day of a later month; the last of it where it has no such day.
  package func later(months: Int) -> Day {
    let count = year * 12 + month - 1 + months
    let (year, month) = (count / 12, count % 12 + 1)
    return Day(year: year, month: month, day: min(day, Self.length(ofMonth: month, year)))
  }

  /// How many days it is behind another one; negative before it.
  package func days(since other: Day) -> Int { number - other.number }

  /// The day so many days later.
  package func adding(days: Int) -> Day {
    var rest = days
    var date = (year: year, month: month, day: day)
    while rest > 0 {
      let left = Self.length(ofMonth: date.month, date.year) - date.day
      if rest <= left {
        date.day += rest
        break
      }
      rest -= left + 1
      date = date.month == 12 ? (date.year + 1, 1, 1) : (date.year, date.month + 1, 1)
    }
    return Day(date)
  }

  /// Days since the first of March of the year 0, when a year begins behind its leap day.
  private var number: Int {
    let (years, months) = month > 2 ? (year, month - 3) : (year - 1, month + 9)
    return 365 * years + years / 4 - years / 100 + years / 400 + (153 * months + 2) / 5 + day - 1
  }

  package static func < (left: Day, right: Day) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }

  package var description: String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let years = String(year)
    return String(repeating: "0", count: max(0, 4 - years.count)) + years + "-" + two(month) + "-" + two(day)
  }
}
