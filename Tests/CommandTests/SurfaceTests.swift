import Foundation
import Testing

/// `--help`, the man page and the completions tell of the same commands and options.
@Suite struct SurfaceTests {
  /// A command with the names of its options, as its help lists them.
  private struct Listed {
    let name: String
    var options: [String]
    var shorts: [String]
  }

  private static func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: Program.checkout.appendingPathComponent(path)), as: UTF8.self)
  }

  private static func commands() throws -> [Listed] {
    let help = try Program.contrastctl("--help")
    let names = help.lines.filter { $0.hasPrefix("  ") }.compactMap { $0.split(separator: " ").first.map(String.init) }
    return try names.map { name in
      var listed = Listed(name: name, options: [], shorts: [])
      for line in try Program.contrastctl(name, "--help").lines where line.hasPrefix("  -") {
        for word in line.split(separator: "  ")[0].split(separator: ", ") {
          let word = word.split(whereSeparator: { " =[".contains($0) })[0]
          if word.hasPrefix("--") { listed.options.append(String(word)) } else { listed.shorts.append(String(word)) }
        }
      }
      return listed
    }
  }

  /// The options that every command has: they are explained once, and not in each command's section.
  private static func common(_ commands: [Listed]) -> Set<String> {
    commands.dropFirst().reduce(Set(commands.first?.options ?? [])) { $0.intersection($1.options) }
  }

  @Test func `the help lists commands and options`() throws {
    let commands = try Self.commands()
    #expect(commands.count >= 16)
    #expect(Self.common(commands) == ["--help", "--json", "--no-pager", "--output"])
    let check = try #require(commands.first { $0.name == "check" })
    #expect(check.options.contains("--fail-on") && check.options.contains("--json"))
    #expect(Set(check.shorts) == ["-o", "-q", "-h"])
  }

  @Test func `the man page has every command with its options`() throws {
    let page = try Self.text("etc/man/contrastctl.1")
    let explained = try #require(Self.rest(of: page, behind: ".Sh COMMON OPTIONS\n"))
    let commands = try Self.commands()
    let common = Self.common(commands)
    for command in commands {
      let opening = try Regex("\n\\.Ss \(command.name)( |\n)")
      let start = try #require(page.firstMatch(of: opening), "\(command.name) has no section").range.upperBound
      let section = page[start...].split(separator: "\n.Ss ")[0].split(separator: "\n.Sh ")[0]
      for option in command.options {
        #expect(Self.man(common.contains(option) ? explained : section, says: option), "\(command.name) \(option)")
      }
      for short in command.shorts { #expect(page.contains(".It Fl \(short.dropFirst())"), "\(command.name) \(short)") }
    }
  }

  /// What stands behind the first place of a text, up to the end.
  private static func rest(of text: String, behind place: String) -> Substring? {
    text.firstRange(of: place).map { text[$0.upperBound...] }
  }

  /// mdoc writes `--traits` as `.Fl -traits`, or behind a comma of such a list.
  private static func man(_ text: Substring, says option: String) -> Bool {
    let word = option.dropFirst()
    return text.split(separator: "\n").contains { line in
      let words = line.split(separator: " ")
      return (words.first == ".Fl" || words.first == ".It") && words.contains(word)
    }
  }

  @Test func `bash completes every command and exactly its options`() throws {
    let commands = try Self.commands()
    #expect(try Self.bash(["contrastctl", ""]) == Set(commands.map(\.name)).union(["help", "--help", "--version"]))
    for command in commands {
      let offered = try Self.bash(["contrastctl", command.name, "--"])
      #expect(Set(offered.map { $0.hasSuffix("=") ? String($0.dropLast()) : $0 }) == Set(command.options), "\(command)")
    }
  }

  @Test func `bash completes the values of an option`() throws {
    #expect(try Self.bash(["contrastctl", "check", "--fail-on", "=", "w"]) == ["warning"])
    #expect(try Self.bash(["contrastctl", "check", "--fail-on", "n"]) == ["note", "never"])
    #expect(try Self.bash(["contrastctl", "explain", "a", "b", "--conformance", "="]) == ["AA", "AAA"])
    #expect(try Self.bash(["contrastctl", "traits", "--traits", "=", "st"]) == ["style="])
    #expect(try Self.bash(["contrastctl", "traits", "--traits", "=", "style", "=", "d"]) == ["dark"])
    #expect(try Self.bash(["contrastctl", "help", "ma"]) == ["matrix"])
    #expect(try Self.bash(["contrastctl", "check", "etc/contr"]) == ["etc/contrastd"])
    #expect(try Self.bash(["contrastctl", "watch", "--until", "="]) == ["pass"])
    #expect(try Self.bash(["contrastctl", "status", "--socket", "=", "etc/contr"]) == ["etc/contrastd"])
    #expect(try Self.bash(["contrastctl", "tokens", "-o", "etc/contr"]) == ["etc/contrastd"])
    #expect(try Self.bash(["contrastctl", "status", "etc/contr"]) == [])
  }

  /// What the completion offers for the last of the words.
  private static func bash(_ words: [String]) throws -> Set<String> {
    let array = words.map { "'\($0)'" }.joined(separator: " ")
    let script = """
      . etc/completions/contrastctl.bash; COMP_WORDS=(\(array)); COMP_CWORD=\(words.count - 1); _contrastctl
      printf "%s\\n" "${COMPREPLY[@]}"
      """
    let run = try Program.shell("bash --norc <<'END'\n\(script)\nEND\n")
    #expect(run.errors.isEmpty, "\(run.errors)")
    return Set(run.output.split(separator: "\n").map(String.init))
  }

  @Test func `zsh has every command and exactly its options`() throws {
    let script = try Self.text("etc/completions/_contrastctl")
    for command in try Self.commands() {
      #expect(script.contains("'\(command.name):"), "\(command.name)")
      let section = try #require(
        Self.rest(of: script, behind: "\n    \(command.name))"), "\(command.name) has no section"
      ).split(separator: ";;")[0]
      #expect(Self.zsh(section, in: script) == Set(command.options), "\(command.name)")
    }
  }

  /// The options of a piece of the script: written `'--option`, `'*--option`, `{-o,--option}` or `{-o+,--option=}`, and
  /// those of the arrays that stand in it.
  private static func zsh(_ text: Substring, in script: String) -> Set<String> {
    let written = text.matches(of: /['"*,](--[a-z0-9-]+)[\[=}]/).map { String($0.output.1) }
    return text.matches(of: /\$([a-z]+)/).reduce(into: Set(written)) { options, match in
      guard let array = rest(of: script, behind: "\n  \(match.output.1)=(") else { return }
      options.formUnion(zsh(array.split(separator: ")\n")[0], in: script))
    }
  }

  @Test func `fish has every command and exactly its options`() throws {
    let lines = try Self.text("etc/completions/contrastctl.fish").replacing("\\\n", with: "").split(separator: "\n")
    var lists: [Substring: [Substring]] = [:]
    func expanded(_ words: some Sequence<Substring>) -> [Substring] {
      words.flatMap { $0.first == "$" ? lists[$0.dropFirst(), default: []] : [$0] }
    }
    for words in lines.map({ $0.split(separator: " ") }) where words.starts(with: ["set", "-l"]) {
      lists[words[2]] = expanded(words[3...])
    }
    for command in try Self.commands() {
      #expect(lines.contains { $0.contains(" -a \(command.name) ") }, "\(command.name)")
      let offered = lines.compactMap { line -> String? in
        guard line.hasPrefix("complete"), let option = line.firstMatch(of: /\ -l ([a-z0-9-]+)/) else { return nil }
        let condition = expanded(line.split(separator: "\"")[1].split(separator: " "))
        let isOffered =
          condition[0] == "__fish_seen_subcommand_from" && condition.contains(Substring(command.name))
        return isOffered ? "--\(option.output.1)" : nil
      }
      #expect(Set(offered) == Set(command.options), "\(command.name)")
    }
  }
}
