import Syntax
import Varlink

/// One method of `org.contrastd.contrast`.
struct ControlMethod: Sendable {
  let name: String
  /// Answered with NotReady until every root was looked through.
  var needsReady = true
  /// Answers, or keeps the call for later (Sync, Subscribe).
  let answer: @Sendable (isolated Monitor, Client, inout Parameters) throws(MethodError) -> Void

  /// The list. A new method is one file that defines it, one line here and its declaration in `Interface.swift`.
  static let all: [ControlMethod] = [
    .getStatus, .listPalettes, .listFindings, .listMeasurements, .explain, .suggest, .measure, .resolve, .ask,
    .setEnvironment, .register, .unregister, .sync, .subscribe, .history, .verify, .reload, .getConfiguration,
  ]

  /// The same by whole name.
  static let named = Dictionary(
    all.map { ("\(interfaceName).\($0.name)", $0) }, uniquingKeysWith: { first, _ in first })
}
