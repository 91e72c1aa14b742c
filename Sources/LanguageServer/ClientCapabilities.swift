import Syntax

/// What the editor said it can do, as far as it matters here (LSP 3.17, `initialize`).
struct ClientCapabilities: Sendable {
  /// With its version: "Neovim 0.11.2"; nil where it does not say.
  private(set) var name: String?
  private(set) var encoding = PositionEncoding.utf16
  private(set) var showsRelatedInformation = false
  private(set) var hoverIsMarkdown = false
  /// Shows images that are written into the text.
  private(set) var showsImages = false
  private(set) var takesCodeActions = false
  private(set) var takesDocumentChanges = false
  /// An edit may create a file.
  private(set) var createsFiles = false
  private(set) var takesProgress = false
  private(set) var registersWatchedFiles = false
  /// Asks for diagnostics and is not told them. One that does both would show each twice.
  private(set) var onlyPulls = false
  private(set) var refreshesDiagnostics = false

  init() {}

  /// - Parameter parameters: those of `initialize`.
  init(_ parameters: JSONValue?) {
    let all = parameters?["capabilities"]
    let text = all?["textDocument"]
    let offered = all?["general"]?["positionEncodings"]?.elements.compactMap(\.string) ?? []
    encoding = offered.compactMap { PositionEncoding(rawValue: $0) }.first ?? .utf16
    let published = text?["publishDiagnostics"]
    showsRelatedInformation = published?["relatedInformation"]?.bool ?? false
    onlyPulls = text?["diagnostic"] != nil && published == nil
    hoverIsMarkdown = text?["hover"]?["contentFormat"]?.elements.contains { $0.equals("markdown") } ?? false
    takesCodeActions = text?["codeAction"]?["codeActionLiteralSupport"] != nil
    let workspace = all?["workspace"]
    let edits = workspace?["workspaceEdit"]
    takesDocumentChanges = edits?["documentChanges"]?.bool ?? false
    createsFiles =
      takesDocumentChanges && edits?["resourceOperations"]?.elements.contains { $0.equals("create") } ?? false
    registersWatchedFiles = workspace?["didChangeWatchedFiles"]?["dynamicRegistration"]?.bool ?? false
    refreshesDiagnostics = workspace?["diagnostics"]?["refreshSupport"]?.bool ?? false
    takesProgress = all?["window"]?["workDoneProgress"]?.bool ?? false
    if let info = parameters?["clientInfo"], let name = info["name"]?.string {
      self.name = name + (info["version"]?.string.map { " \($0)" } ?? "")
    }
    showsImages = ["Visual Studio Code", "VSCodium", "Code - OSS", "Cursor"].contains { name?.hasPrefix($0) ?? false }
  }
}
