/* What the processor can do: Swift has no name for the instructions that tell. */
#pragma once

#if defined(__x86_64__)
#include <cpuid.h>

/* Whether AVX2 and FMA are there and the system keeps their registers (Intel SDM, volume 1, 14.7). */
static inline int contrastd_has_avx2(void) {
  unsigned a, b, c, d, low, high;
  const unsigned fma = 1u << 12, osxsave = 1u << 27, avx = 1u << 28, avx2 = 1u << 5;
  if (!__get_cpuid(1, &a, &b, &c, &d) || (c & (fma | osxsave | avx)) != (fma | osxsave | avx)) return 0;
  __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  if ((low & 6) != 6) return 0;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & avx2) != 0;
}
#else
static inline int contrastd_has_avx2(void) { return 0; }
#endif
