import Glibc

/// A directory that is being listed. It may take several slices.
final class Listing {
  let directory: WatchedDirectory
  let isDeep: Bool
  let descriptor: Descriptor
  var seen: Set<Name> = []

  init(_ directory: WatchedDirectory, isDeep: Bool, _ descriptor: consuming Descriptor) {
    self.directory = directory
    self.isDeep = isDeep
    self.descriptor = descriptor
  }
}

extension WatchedTree {
  /// How many entries are looked at before the time is asked again.
  private static let stride = 64

  /// Opens a directory, watches it, and only then begins to list it: what comes in between is told twice, not never.
  func begin(_ directory: WatchedDirectory, isDeep: Bool, _ view: borrowing RootView) {
    guard !directory.isGone else { return }
    do throws(SystemError) {
      let opened = try view.open(directory.path)
      var status = stat()
      guard fstat(opened.raw, &status) == 0 else { throw SystemError(.list, whole(directory.path), errno: errno) }
      guard FileIdentity(status) == directory.identity else { return lookAgain(directory) }
      if directory.isLinked && directory.isLoop { throw problem(.list, directory.path, .linkLoop) }
      if directory.failure != nil {
        directory.failure = nil
        outbox.put(.problems)
      }
      watch(directory, opened)
      noteMount(of: directory)
      entries.clear()
      listing = Listing(directory, isDeep: isDeep, opened)
    } catch {
      if error.isNotFound { lookAgain(directory) } else { fail(directory, error) }
    }
  }

  /// The path leads elsewhere by now.
  private func lookAgain(_ directory: WatchedDirectory) {
    if let parent = directory.parent {
      queue.look(at: directory.name, in: parent, .scan(isDeep: false))
    } else {
      isChainDirty = true
    }
  }

  /// Lists on for a stride.
  func resume(_ listing: Listing, _ view: borrowing RootView) {
    let directory = listing.directory
    do throws(SystemError) {
      for _ in 0..<Self.stride {
        if let entry = entries.next(in: directory.path) {
          meet(entry, listing, view)
        } else if try !entries.fill(from: listing.descriptor, root: root, path: directory.path) {
          return end(listing)
        }
      }
    } catch {
      self.listing = nil
      fail(directory, error)
    }
  }

  private func end(_ listing: Listing) {
    self.listing = nil
    // Perhaps gone, perhaps created when the listing had passed the place: each is looked at by itself.
    for name in listing.directory.knownNames where !listing.seen.contains(name) {
      queue.look(at: name, in: listing.directory, .scan(isDeep: false))
    }
  }

  private func meet(_ entry: EntryBuffer.Entry, _ listing: Listing, _ view: borrowing RootView) {
    let name = Name(entry.name)
    let cause = WorkQueue.Cause.scan(isDeep: listing.isDeep)
    listing.seen.insert(name)
    guard entry.isUTF8 else { return meetNameless(entry, name, in: listing.directory) }
    switch entry.kind {
    case .symbolicLink, .unknown: take(view.look(at: entry.path), name, in: listing.directory, cause)
    case .regular where !claims(entry.path): take(.nothing, name, in: listing.directory, cause)
    case .directory where skipping.contains(entry.name): take(.nothing, name, in: listing.directory, cause)
    default:
      var status = stat()
      guard fstatat(listing.descriptor.raw, entry.name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
        return queue.look(at: name, in: listing.directory, cause)
      }
      // It may have become a link since it was listed.
      guard FileKind(mode: status.st_mode) == entry.kind else {
        return queue.look(at: name, in: listing.directory, cause)
      }
      take(RootView.Found(status, isLink: false), name, in: listing.directory, cause)
    }
  }

  private func meetNameless(_ entry: EntryBuffer.Entry, _ name: Name, in directory: WatchedDirectory) {
    let isDirectory = entry.kind == .directory
    guard isDirectory || claims(entry.path) else { return }
    setProblem(problem(isDirectory ? .list : .read, entry.path, .notUTF8), name, in: directory)
  }
}

extension WatchedTree {
  /// Watches the open directory itself, whatever its path has come to mean.
  private func watch(_ directory: WatchedDirectory, _ opened: borrowing Descriptor) {
    let old = directory.watch
    do throws(SystemError) {
      let watch: CInt
      do throws(SystemError) {
        watch = try table.add("/proc/self/fd/\(opened.raw)", .contents, for: .directory(directory))
      } catch {
        // Where /proc is not to be had, by its name.
        guard error.isNotFound else { throw error }
        watch = try table.add(whole(directory.path), .contents, for: .directory(directory))
      }
      directory.watch = watch
      unwatched.remove(Name(directory.path))
      if let old, old != watch { table.release(old, of: .directory(directory)) }
    } catch {
      if case .watchLimit(let limit) = error.reason { watchLimit = limit }
      unwatch(directory)
      unwatched.insert(Name(directory.path))
    }
  }

  func unwatch(_ directory: WatchedDirectory) {
    if let watch = directory.watch { table.release(watch, of: .directory(directory)) }
    directory.watch = nil
    unwatched.remove(Name(directory.path))
    silent[Name(directory.path)] = nil
  }

  /// Where a mount begins: whether the kernel tells what happens on it.
  private func noteMount(of directory: WatchedDirectory) {
    if directory.parent?.identity.device == directory.identity.device {
      silent[Name(directory.path)] = nil
    } else {
      noteMount(at: directory.path, on: directory.identity.device)
    }
  }

  func noteMount(at path: String, on device: dev_t) {
    let real = (try? Files.realPath(whole(path))) ?? whole(path)
    let mount = Mounts().mount(at: real, on: device)
    silent[Name(path)] = mount.flatMap { $0.isSilent ? $0.type : nil }
  }
}
