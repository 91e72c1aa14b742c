import CSystemd
import Glibc

/// What a service tells the manager that started it (sd_notify(3)). Where none did, nothing happens.
package enum ServiceManager {
  /// One line of a notification.
  package enum Notice: Equatable, Sendable {
    /// Start-up is over, or a reload.
    case ready
    /// A reload has begun now: sent with MONOTONIC_USEC.
    case reloading
    case stopping
    /// One line for `systemctl status`.
    case status(String)
    /// This much more time for what is under way, from now.
    case extendTimeout(Duration)
    /// The process is alive. ``EventLoop/setWatchdog(_:)`` does it by itself.
    case watchdog
    /// Why the service fails, as an error number.
    case failure(CInt)
  }

  /// Sends the notices as one message, so that the manager sees them together.
  ///
  /// Returns whether there was a manager to tell: NOTIFY_SOCKET is set.
  @discardableResult
  package static func notify(_ notices: [Notice]) throws(SystemError) -> Bool {
    let status = sd_notify(0, notices.map(text).joined(separator: "\n"))
    guard status >= 0 else { throw SystemError(.notify, "the service manager", errno: -status) }
    return status > 0
  }

  /// How often the manager wants to hear WATCHDOG=1 (sd_watchdog_enabled(3)); nil where it does not.
  package static var watchdogInterval: Duration? {
    var microseconds: UInt64 = 0
    return sd_watchdog_enabled(0, &microseconds) > 0 ? Duration(microseconds: microseconds) : nil
  }

  private static func text(_ notice: Notice) -> String {
    switch notice {
    case .ready: "READY=1"
    case .reloading: "RELOADING=1\nMONOTONIC_USEC=\(Clock.monotonic().microseconds)"
    case .stopping: "STOPPING=1"
    // A line break would start another assignment.
    case .status(let line): "STATUS=\(line.escapingControls)"
    case .extendTimeout(let time): "EXTEND_TIMEOUT_USEC=\(time.microseconds)"
    case .watchdog: "WATCHDOG=1"
    case .failure(let code): "ERRNO=\(code)"
    }
  }
}
