import Linux
import Syntax

/// Events by number; the last thousand or so are kept for subscribers, and what came before is in the store's log.
struct EventHistory {
  static let capacity = 1024

  /// Which store, or run without one: a clock of another starts afresh.
  let instance: String
  private var epoch = 1
  private(set) var last = 0
  private var numbered = 0
  private var kept: [Kept] = []

  /// An event, and how it is written, once anybody wants to read it.
  private struct Kept {
    let event: Event
    var json: [UInt8] = []
  }

  /// Up to this number they are in the store; behind it a later run may give them to other events. Without a store no
  /// later run has this instance.
  private var durable = Int.max

  init() {
    instance = String(UInt64.random(in: .min ... .max), radix: 16)
  }

  /// Goes on from a store, with the last events that are in it.
  init(_ memory: Store.Memory) {
    instance = memory.instance
    epoch = memory.epoch
    last = memory.last
    numbered = memory.last
    durable = memory.last
    // Without a gap.
    var recent = memory.recent[...]
    for index in recent.indices.dropFirst().reversed() where recent[index - 1].sequence != recent[index].sequence - 1 {
      recent = recent[index...]
      break
    }
    kept = recent.map { Kept(event: $0) }
  }

  /// Gives an event its number.
  mutating func number(_ event: Event) -> Event {
    numbered += 1
    var event = event
    event.sequence = numbered
    return event
  }

  /// Events that are told now, in order of their numbers. All of them are kept until the next come, however many: who reads
  /// gets them.
  mutating func append(_ events: some Collection<Event>) {
    if kept.count > Self.capacity { kept.removeFirst(kept.count - Self.capacity / 2) }
    kept += events.map { Kept(event: $0) }
    last = kept.last?.event.sequence ?? last
  }

  /// Everything up to this number is in the store.
  mutating func kept(through sequence: Int) { durable = max(durable, sequence) }

  /// `c:INSTANCE:EPOCH:SEQUENCE`; epoch 0 where the number is not durable: nobody goes on from there.
  func clock(_ sequence: Int) -> String {
    sequence <= durable ? clockStem + "\(sequence)" : "c:\(instance):0:\(sequence)"
  }

  /// What stands before the number in the clock of what is in the store.
  var clockStem: String { "c:\(instance):\(epoch):" }

  var clock: String { clock(last) }

  /// The number in a clock of this run, nil for another's or what is none.
  func sequence(of clock: String) -> Int? {
    let parts = clock.split(separator: ":")
    guard parts.count == 4, parts[0] == "c", parts[1] == instance, Int(parts[2]) == epoch, let number = Int(parts[3]),
      (0...last).contains(number)
    else { return nil }
    return number
  }

  /// What came after an event, for `json(at:)`; nil where some of it is no longer kept.
  func indices(after sequence: Int) -> Range<Int>? {
    if sequence >= last { return 0..<0 }
    guard let first = kept.first?.event.sequence, sequence + 1 >= first else { return nil }
    return sequence + 1 - first..<kept.count
  }

  /// An event as every subscriber gets it: an object, written once for all of them.
  mutating func json(at index: Int) -> (sequence: Int, json: [UInt8]) {
    let event = kept[index].event
    if kept[index].json.isEmpty {
      var writer = JSONWriter(pretty: false)
      writer.object { event.write(to: &$0, clock: clock(event.sequence)) }
      kept[index].json = writer.bytes
    }
    return (event.sequence, kept[index].json)
  }
}
