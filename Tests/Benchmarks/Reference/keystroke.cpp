// keystroke SOCKET FILE : the least a language server can do. It has FILE's text; of each didChange it takes the one
// change into the text, parses the text with simdjson, and publishes no diagnostics for the version.
#include <simdjson.h>
#include <cstdio>
#include <cstring>
#include <string>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static std::string text;

static size_t offset(uint64_t line, uint64_t character) {
  size_t at = 0;
  for (; line; line--) at = (const char *)memchr(text.data() + at, '\n', text.size() - at) - text.data() + 1;
  return at + character;  // what is edited is ASCII
}

static bool answer(int fd, simdjson::dom::parser &parser, const std::string &message) {
  static simdjson::dom::parser messages;
  auto params = messages.parse(message)["params"];
  auto change = params["contentChanges"].at(0);
  uint64_t version, line, character, last, end;
  std::string_view with;
  if (params["textDocument"]["version"].get(version) || change["text"].get(with)) return false;
  auto range = change["range"];
  if (range["start"]["line"].get(line) || range["start"]["character"].get(character)) return false;
  if (range["end"]["line"].get(last) || range["end"]["character"].get(end)) return false;
  size_t from = offset(line, character), to = last == line ? from + end - character : offset(last, end);
  text.replace(from, to - from, with);
  text.reserve(text.size() + simdjson::SIMDJSON_PADDING);
  if (parser.parse(text.data(), text.size(), false).error()) return false;
  char body[256], frame[320];
  int n = snprintf(body, sizeof body, "{\"jsonrpc\":\"2.0\",\"method\":\"textDocument/publishDiagnostics\",\"params\":"
                   "{\"uri\":\"\",\"version\":%llu,\"diagnostics\":[]}}", (unsigned long long)version);
  n = snprintf(frame, sizeof frame, "Content-Length: %d\r\n\r\n%s", n, body);
  return write(fd, frame, n) == n;
}

int main(int, char **v) {
  FILE *file = fopen(v[2], "r");
  char buffer[65536];
  for (size_t n; (n = fread(buffer, 1, sizeof buffer, file)) > 0;) text.append(buffer, n);
  sockaddr_un address{AF_UNIX, {}};
  strncpy(address.sun_path, v[1], sizeof address.sun_path - 1);
  int listener = socket(AF_UNIX, SOCK_STREAM, 0);
  if (bind(listener, (sockaddr *)&address, sizeof address) || listen(listener, 1)) return 1;
  int fd = accept(listener, nullptr, nullptr);
  simdjson::dom::parser parser;
  std::string rest;
  for (ssize_t n; (n = read(fd, buffer, sizeof buffer)) > 0;) {
    rest.append(buffer, n);
    for (size_t head; (head = rest.find("\r\n\r\n")) != std::string::npos;) {
      size_t length = strtoul(rest.c_str() + 16, nullptr, 10);
      if (rest.size() < head + 4 + length) break;
      if (!answer(fd, parser, rest.substr(head + 4, length))) return 1;
      rest.erase(0, head + 4 + length);
    }
  }
}
