import Glibc

/// The time, asked for at the edge and passed inwards as an argument.
package enum Clock {
  /// CLOCK_MONOTONIC: for measuring spans; unmoved by whoever sets the time.
  package static func monotonic() -> Duration {
    read(CLOCK_MONOTONIC)
  }

  /// CLOCK_REALTIME: since 1970-01-01 00:00 UTC.
  package static func sinceEpoch() -> Duration {
    read(CLOCK_REALTIME)
  }

  /// Today's date of the Gregorian calendar in the time zone of the process (TZ, else /etc/localtime); month and day from 1.
  package static func today() -> (year: Int, month: Int, day: Int) {
    var seconds = time_t(sinceEpoch().components.seconds)
    var parts = tm()
    localtime_r(&seconds, &parts)
    return (Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday))
  }

  /// When a day begins in the time zone of the process, in seconds since 1970.
  package static func beginning(ofYear year: Int, month: Int, day: Int) -> Int {
    var parts = tm()
    parts.tm_year = CInt(year - 1900)
    parts.tm_mon = CInt(month - 1)
    parts.tm_mday = CInt(day)
    // Whether it is summer time then is looked up.
    parts.tm_isdst = -1
    return mktime(&parts)
  }

  /// `2026-11-30 09:05:07` in the time zone of the process.
  package static func timestamp(_ secondsSinceEpoch: Int) -> String {
    var seconds = time_t(secondsSinceEpoch)
    var parts = tm()
    localtime_r(&seconds, &parts)
    func two(_ number: CInt) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let day = "\(Int(parts.tm_year) + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
    return "\(day) \(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))"
  }

  /// The time until the next day begins, in the time zone of the process; a second over, so that it has begun then.
  package static func untilMidnight() -> Duration {
    let today = today()
    // A day is not always 24 hours long.
    let end = beginning(ofYear: today.year, month: today.month, day: today.day + 1)
    return .seconds(max(1, end - Int(sinceEpoch().components.seconds) + 1))
  }

  private static func read(_ clock: clockid_t) -> Duration {
    var time = timespec()
    clock_gettime(clock, &time)
    return Duration(secondsComponent: Int64(time.tv_sec), attosecondsComponent: Int64(time.tv_nsec) * 1_000_000_000)
  }
}
