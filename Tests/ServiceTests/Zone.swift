import Foundation

/// A time zone of a test's own: in it, it is the time that the test wants.
struct Zone {
  /// As TZ has it (tzset(3)).
  let text: String
  private let offset: Int
  private static let day = 86_400

  /// - Parameter offset: seconds east of UTC, less than a day either way.
  private init(offset: Int) {
    self.offset = offset
    let (hours, rest) = abs(offset).quotientAndRemainder(dividingBy: 3600)
    text = "TST" + (offset > 0 ? "-" : "+") + "\(hours):\(rest / 60):\(rest % 60)"
  }

  private static var now: Int { Int(Date().timeIntervalSince1970) }

  /// In which the next day begins so many seconds from now.
  static func beforeMidnight(_ seconds: Int) -> Zone { Zone(offset: day - seconds - now % day) }

  /// Two in which it is the middle of one day, and of the next.
  static func yesterdayAndToday() -> (yesterday: Zone, today: Zone) {
    let noon = day / 2 - now % day
    return noon > 0
      ? (Zone(offset: noon - day), Zone(offset: noon)) : (Zone(offset: noon), Zone(offset: noon + day))
  }

  /// The date there, so many days on.
  func date(in days: Int = 0) -> String {
    let date = Date(timeIntervalSince1970: TimeInterval(Self.now + offset + days * Self.day))
    return String(date.ISO8601Format().prefix(10))
  }
}
