/// A bounded queue before the journal: writers never wait, one child task does.
///
/// ```swift
/// group.addTask { await queue.run() }   // ends after finish(), when everything queued is sent
/// if !queue.send(fields) { dropped += 1 }
/// ```
package struct JournalQueue: Sendable {
  private struct Entry: Sendable {
    let fields: [Journal.Field]
    let file: String
    let line: Int
    let function: String
    let sent: (@Sendable () -> Void)?
  }

  private let entries: AsyncStream<Entry>
  private let continuation: AsyncStream<Entry>.Continuation

  /// `capacity` is how many entries may wait.
  package init(capacity: Int = 1024) {
    (entries, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(capacity))
  }

  /// Queues an entry. False where the queue is full, or finished: the entry is dropped, and the caller counts it.
  /// `sent` is called in the task that sends, once the journal has it.
  package func send(
    _ fields: [Journal.Field], file: String = #fileID, line: Int = #line, function: String = #function,
    sent: (@Sendable () -> Void)? = nil
  ) -> Bool {
    let entry = Entry(fields: fields, file: file, line: line, function: function, sent: sent)
    if case .enqueued = continuation.yield(entry) { return true }
    return false
  }

  /// Nothing more will come; ``run(_:)`` ends when it has sent what waits.
  package func finish() {
    continuation.finish()
  }

  /// Sends until ``finish()`` or cancellation, one entry after the other. For one child task, off the loop.
  ///
  /// What the journal did not take goes to `failed`.
  package func run(_ failed: (SystemError) -> Void = { _ in }) async {
    for await entry in entries {
      do throws(SystemError) {
        try Journal.send(entry.fields, file: entry.file, line: entry.line, function: entry.function)
        entry.sent?()
      } catch {
        failed(error)
      }
    }
  }
}
