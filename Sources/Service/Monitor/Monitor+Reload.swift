import Linux

extension Monitor {
  /// Reads the configuration again. A broken one changes nothing; what is wrong with it is returned and told.
  ///
  /// Roots that stay lose no event; connections stay.
  @discardableResult
  func reload() -> String? {
    _ = try? ServiceManager.notify([.reloading])
    // Before the first look through is over, its end tells it.
    defer { if isReadyTold { _ = try? ServiceManager.notify([.ready]) } }
    do throws(DaemonError) {
      let new = try options.configuration()
      apply(new)
      tellStatus()
      return nil
    } catch {
      tell(
        Event(
          .configurationInvalid, "The configuration is not taken, the one in force stays: \(error.message)"))
      return error.message
    }
  }

  private func apply(_ new: Configuration) {
    configuration = new
    armVerifying()
    prune()
    let kept = roots.filter { root in new.roots.contains { $0.isSame(as: root.configuration) } }
    for root in roots where !kept.contains(where: { $0 === root }) { watcher.stop(root.tree) }
    roots = kept
    for root in new.roots where !kept.contains(where: { root.isSame(as: $0.configuration) }) { watch(root) }
    showEditorsAllRoots()
    pump()
  }
}

extension Configuration.Root {
  /// Watched in the same way, wherever it is written.
  fileprivate func isSame(as other: Configuration.Root) -> Bool {
    name == other.name && path == other.path && override == other.override
  }
}
