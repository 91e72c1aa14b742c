import CLinux

/// What the process holds of the machine's memory.
package enum Memory {
  /// Gives back what was freed and is kept for later (malloc_trim(3)). For the end of something large.
  package static func giveBack() {
    malloc_trim(0)
  }
}
