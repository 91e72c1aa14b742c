import Contrast
import Syntax

extension Request {
  static let initialize = Request(method: "initialize") { session, parameters in
    session.phase = .running
    session.client = ClientCapabilities(parameters)
    session.takePathMap(parameters?["initializationOptions"])
    session.folders = session.initialFolders(parameters)
    let client = session.client
    let version = session.version
    let roots = session.roots.map { session.paths.uri(of: $0.path) }
    return { writer in
      writer.object { writer in
        writer.field("capabilities") { $0.object { client.writeAnswer(to: &$0, roots) } }
        writer.field("serverInfo") { writer in
          writer.object { writer in
            writer.field("name", "contrastd")
            writer.field("version", version)
          }
        }
      }
    }
  }

  static let shutdown = Request(method: "shutdown") { session, _ in
    session.phase = .shutDown
    session.cancelWaiting()
    return { $0.null() }
  }
}

extension ClientCapabilities {
  /// - Parameter roots: what is watched already, as URIs.
  fileprivate func writeAnswer(to writer: inout JSONWriter, _ roots: [String]) {
    writer.field("positionEncoding", encoding.rawValue)
    writer.field("textDocumentSync") { writer in
      writer.object { writer in
        writer.field("openClose", true)
        writer.field("change", 2)
        writer.field("save") { $0.object { $0.field("includeText", false) } }
      }
    }
    writer.field("hoverProvider", true)
    writer.field("colorProvider", true)
    writer.field("codeActionProvider") { $0.object { $0.field("codeActionKinds", ["quickfix"]) } }
    if onlyPulls {
      writer.field("diagnosticProvider") { writer in
        writer.object { writer in
          writer.field("interFileDependencies", true)
          writer.field("workspaceDiagnostics", false)
        }
      }
    }
    writer.field("workspace") { writer in
      writer.object { writer in
        writer.field("workspaceFolders") { writer in
          writer.object { writer in
            writer.field("supported", true)
            writer.field("changeNotifications", true)
          }
        }
      }
    }
    writer.field("experimental") { writer in
      writer.object { $0.field("contrastd") { $0.object { $0.field("roots", roots) } } }
    }
  }
}

extension Session {
  /// `contrastd.rootMap`: what the bridge on another machine calls the directories here.
  fileprivate mutating func takePathMap(_ options: JSONValue?) {
    if options?["contrastd"]?["bridge"]?.bool ?? false { idPrefix = "daemon-" }
    let entries = options?["contrastd"]?["rootMap"]?.elements.compactMap { entry -> PathMap.Entry? in
      guard let local = entry["local"]?.string, let remote = entry["remote"]?.string else { return nil }
      return PathMap.Entry(local: local, remote: remote)
    }
    if let entries, !entries.isEmpty { paths = PathMap(entries) }
  }

  fileprivate func initialFolders(_ parameters: JSONValue?) -> [String] {
    let given = parameters?["workspaceFolders"]?.elements.compactMap { $0["uri"]?.string.flatMap(paths.path) } ?? []
    if !given.isEmpty { return given }
    if let root = parameters?["rootUri"]?.string.flatMap(paths.path) { return [root] }
    return parameters?["rootPath"]?.string.flatMap { paths.path(of: "file://" + $0) }.map { [$0] } ?? []
  }
}

extension Notification {
  static let initialized = Notification(method: "initialized") { session, _ in
    guard session.client.registersWatchedFiles else { return }
    session.outbox.request("client/registerCapability", id: "\(session.idPrefix)watched-files") { writer in
      writer.field("registrations") { writer in
        writer.array(["workspace/didChangeWatchedFiles"]) { writer, method in
          writer.object { writer in
            writer.field("id", "watched-files")
            writer.field("method", method)
            writer.field("registerOptions") { writer in
              writer.object { writer in
                writer.field("watchers") { writer in
                  writer.array(["**/*.json"]) { writer, glob in writer.object { $0.field("globPattern", glob) } }
                }
              }
            }
          }
        }
      }
    }
  }

  static let didChangeWorkspaceFolders = Notification(method: "workspace/didChangeWorkspaceFolders") {
    session, parameters in
    func folders(_ key: StaticString) -> [String] {
      parameters?["event"]?[key]?.elements.compactMap { $0["uri"]?.string.flatMap(session.paths.path) } ?? []
    }
    let removed = folders("removed")
    let added = folders("added")
    session.folders.removeAll { removed.contains($0) || added.contains($0) }
    session.folders += added
    for document in session.documents.values { session.ask(for: document) }
  }

  static let didChangeWatchedFiles = Notification(method: "workspace/didChangeWatchedFiles") { session, parameters in
    let files = parameters?["changes"]?.elements.compactMap { $0["uri"]?.string.flatMap(session.paths.path) } ?? []
    if !files.isEmpty { session.events.append(.changed(files)) }
  }
}

/// Loading, and who is told of it.
extension Session {
  /// The root that has a file: the innermost.
  func root(of path: String) -> Int? {
    roots.indices.filter { roots[$0].covers(path) }.max { roots[$0].path.utf8.count < roots[$1].path.utf8.count }
  }

  /// Asks the host for the palettes around a document that no root has.
  mutating func ask(for document: Document) {
    guard let path = document.path, Workspace.wants(path), !isElsewhere(path), root(of: path) == nil
    else { return }
    let scope = scope(of: path)
    if asked.insert(scope).inserted {
      beginProgress(scope)
      events.append(.load(scope))
    }
  }

  /// Where the palettes of a file are looked for: in its folder of the workspace; else beside the catalog that it is
  /// part of, or beside itself.
  private func scope(of path: String) -> String {
    if let folder = folders.filter({ path.isWithin($0) }).max(by: { $0.utf8.count < $1.utf8.count }) { return folder }
    var parts = path.split(separator: "/").dropLast()
    if let catalog = parts.firstIndex(where: { $0.hasSuffix(".xcassets") }) {
      parts = parts[..<catalog]
    } else if parts.last?.hasSuffix(".colorset") ?? false {
      parts = parts.dropLast()
    }
    return "/" + parts.joined(separator: "/")
  }

  /// Whether a document's palettes are still to come.
  func isLoading(_ uri: String) -> Bool {
    guard let path = documents[uri]?.path, Workspace.wants(path) else { return false }
    if let root = root(of: path) { return !roots[root].isLoaded }
    return !declined.contains(scope(of: path))
  }

  private mutating func beginProgress(_ path: String) {
    guard client.takesProgress else { return }
    lastToken += 1
    let token = "\(idPrefix)contrastd-\(lastToken)"
    progress[path] = token
    outbox.request("window/workDoneProgress/create", id: token) { $0.field("token", token) }
    outbox.notify("$/progress") { writer in
      writer.field("token", token)
      writer.field("value") { writer in
        writer.object { writer in
          writer.field("kind", "begin")
          writer.field("title", "Reading palettes")
          writer.field("message", path)
        }
      }
    }
  }

  mutating func endProgress(_ path: String) {
    guard let token = progress.removeValue(forKey: path) else { return }
    outbox.notify("$/progress") { writer in
      writer.field("token", token)
      writer.field("value") { $0.object { $0.field("kind", "end") } }
    }
  }
}
