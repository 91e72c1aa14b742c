// What the benchmark calls of simdjson: bytes in, whether they are JSON out. On-demand parsing would leave values
// unchecked, so this is the parser that validates everything.
#include <simdjson.h>

extern "C" int reference_parse(const char *bytes, size_t length, size_t capacity) {
  static simdjson::dom::parser parser;
  auto result = parser.parse(bytes, length, capacity < length + simdjson::SIMDJSON_PADDING);
  return result.error() == simdjson::SUCCESS;
}

#include "kernel.h"

extern "C" void reference_pairs(const Col *fg, int nf, const Col *bg, int nb, double deadline, Res *result) {
  *result = pairs_opt(fg, nf, bg, nb, deadline);
}
