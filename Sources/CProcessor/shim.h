/* What the processor can do and Swift has no name for. */
#pragma once

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>

/* Whether AVX2 and FMA are there and the system keeps their registers (Intel SDM, volume 1, 14.7). */
static inline int contrastd_has_avx2(void) {
  unsigned a, b, c, d, low, high;
  const unsigned fma = 1u << 12, osxsave = 1u << 27, avx = 1u << 28, avx2 = 1u << 5;
  if (!__get_cpuid(1, &a, &b, &c, &d) || (c & (fma | osxsave | avx)) != (fma | osxsave | avx)) return 0;
  __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  if ((low & 6) != 6) return 0;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & avx2) != 0;
}

#define CONTRASTD_AVX2 __attribute__((target("avx2")))

static inline unsigned long long contrastd_equal64(const void *block, unsigned char fold, unsigned char value) {
  const __m128i folds = _mm_set1_epi8((char)fold), values = _mm_set1_epi8((char)value);
  unsigned long long bits = 0;
  for (int part = 0; part < 4; part++) {
    __m128i bytes = _mm_or_si128(_mm_loadu_si128((const __m128i *)block + part), folds);
    bits |= (unsigned long long)(unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, values)) << (16 * part);
  }
  return bits;
}

static inline unsigned long long contrastd_at_most64(const void *block, unsigned char value) {
  const __m128i values = _mm_set1_epi8((char)value);
  unsigned long long bits = 0;
  for (int part = 0; part < 4; part++) {
    __m128i bytes = _mm_loadu_si128((const __m128i *)block + part);
    __m128i fits = _mm_cmpeq_epi8(_mm_min_epu8(bytes, values), bytes);
    bits |= (unsigned long long)(unsigned)_mm_movemask_epi8(fits) << (16 * part);
  }
  return bits;
}

CONTRASTD_AVX2 static inline unsigned long long contrastd_equal64_avx2(
    const void *block, unsigned char fold, unsigned char value) {
  const __m256i folds = _mm256_set1_epi8((char)fold), values = _mm256_set1_epi8((char)value);
  __m256i low = _mm256_or_si256(_mm256_loadu_si256((const __m256i *)block), folds);
  __m256i high = _mm256_or_si256(_mm256_loadu_si256((const __m256i *)block + 1), folds);
  return (unsigned)_mm256_movemask_epi8(_mm256_cmpeq_epi8(low, values)) |
         (unsigned long long)(unsigned)_mm256_movemask_epi8(_mm256_cmpeq_epi8(high, values)) << 32;
}

CONTRASTD_AVX2 static inline unsigned long long contrastd_at_most64_avx2(const void *block, unsigned char value) {
  const __m256i values = _mm256_set1_epi8((char)value);
  __m256i low = _mm256_loadu_si256((const __m256i *)block), high = _mm256_loadu_si256((const __m256i *)block + 1);
  return (unsigned)_mm256_movemask_epi8(_mm256_cmpeq_epi8(_mm256_min_epu8(low, values), low)) |
         (unsigned long long)(unsigned)_mm256_movemask_epi8(_mm256_cmpeq_epi8(_mm256_min_epu8(high, values), high)) << 32;
}
#else
#define CONTRASTD_AVX2
#define contrastd_equal64_avx2 contrastd_equal64
#define contrastd_at_most64_avx2 contrastd_at_most64

static inline int contrastd_has_avx2(void) { return 0; }

/* Of 64 bytes at any address: bit i is set where byte i equals `value`, once the bits of `fold` are set in it. */
static inline unsigned long long contrastd_equal64(const void *block, unsigned char fold, unsigned char value) {
  unsigned long long bits = 0;
  for (int i = 0; i < 64; i++)
    bits |= (unsigned long long)((((const unsigned char *)block)[i] | fold) == value) << i;
  return bits;
}

/* The same, where byte i is at most `value`. */
static inline unsigned long long contrastd_at_most64(const void *block, unsigned char value) {
  unsigned long long bits = 0;
  for (int i = 0; i < 64; i++) bits |= (unsigned long long)(((const unsigned char *)block)[i] <= value) << i;
  return bits;
}
#endif

/* The lines of 128 bytes: how many feeds, where the last one ends (0 for none), and whether anything is a return or
   beyond ASCII. */
struct contrastd_lines {
  int feeds, end, returns, others;
};

/* The same work for every processor, and for one with AVX2: call it where contrastd_has_avx2() says so. */
#define CONTRASTD_LINES(NAME, EQUAL, AT_MOST) \
  static inline struct contrastd_lines NAME(const void *block) { \
    const unsigned char *second = (const unsigned char *)block + 64; \
    unsigned long long low = EQUAL(block, 0, '\n'), high = EQUAL(second, 0, '\n'); \
    return (struct contrastd_lines){ \
        .feeds = __builtin_popcountll(low) + __builtin_popcountll(high), \
        .end = high ? 128 - __builtin_clzll(high) : low ? 64 - __builtin_clzll(low) : 0, \
        .returns = (EQUAL(block, 0, '\r') | EQUAL(second, 0, '\r')) != 0, \
        .others = ~(AT_MOST(block, 0x7F) & AT_MOST(second, 0x7F)) != 0}; \
  }
CONTRASTD_LINES(contrastd_lines, contrastd_equal64, contrastd_at_most64)
CONTRASTD_AVX2 CONTRASTD_LINES(contrastd_lines_avx2, contrastd_equal64_avx2, contrastd_at_most64_avx2)

/* Which of 64 bytes are what in JSON, a bit a byte. */
struct contrastd_json {
  unsigned long long quotes, backslashes, operators, spaces, controls;
};

/* As above. A bracket and a brace differ in one bit. */
#define CONTRASTD_JSON(NAME, EQUAL, AT_MOST) \
  static inline struct contrastd_json NAME(const void *block) { \
    unsigned long long breaks = EQUAL(block, 0, '\n') | EQUAL(block, 0, '\r') | EQUAL(block, 0, '\t'); \
    return (struct contrastd_json){ \
        .quotes = EQUAL(block, 0, '"'), \
        .backslashes = EQUAL(block, 0, '\\'), \
        .operators = EQUAL(block, 0x20, '{') | EQUAL(block, 0x20, '}') | EQUAL(block, 0, ':') | EQUAL(block, 0, ','), \
        .spaces = breaks | EQUAL(block, 0, ' '), \
        .controls = AT_MOST(block, 0x1F)}; \
  }
CONTRASTD_JSON(contrastd_json, contrastd_equal64, contrastd_at_most64)
CONTRASTD_AVX2 CONTRASTD_JSON(contrastd_json_avx2, contrastd_equal64_avx2, contrastd_at_most64_avx2)
