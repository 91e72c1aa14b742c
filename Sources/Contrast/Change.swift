package import Palettes

/// What may happen to a workspace.
package enum Change: Sendable {
  /// A file is there, or has other bytes than before. Where they break off, what the file said before keeps being
  /// served, marked stale.
  case source(path: String, bytes: [UInt8])
  /// The same, read already: so that many files can be read on several cores.
  case read(Fragment)
  /// A file is there and cannot be read; the reason with its remedy.
  case unreadable(path: String, reason: String)
  /// What `source` last brought for a file is no half-written state: it is broken, and that is a finding from now on.
  case broken(path: String)
  /// A file is gone.
  case removed(path: String)
  case policy(Policy)
  /// A policy, baseline or waiver file of a directory above.
  case above(CompanionScope, bytes: [UInt8])
  /// Pairs of a palette that were judged in an earlier run, or before it was moved: no value keeps them out.
  case judged(palette: String, pairs: Set<PairKey>)
  /// The day it is.
  case day(Day)
  /// A variant over what the sources say (what if); for one palette, or for every one that has the name.
  case register(name: String, registration: Registration)
  /// Takes a variant away, and with it one registered before.
  case unregister(name: String, traits: TraitCollection)
}
