/*
 * cpu.h - instruction sets of the running CPU, for code with faster paths than portable C.
 *
 * A function for such a path is compiled with __attribute__((target(...))) and must be called only
 * if the matching question below is answered with true. Building with -DNEARDUP_WITHOUT_AVX512 or
 * -DNEARDUP_WITHOUT_AVX2 makes the answer false, so that all paths can be measured on one machine.
 */
#ifndef NEARDUP_CPU_H
#define NEARDUP_CPU_H

#include <stdbool.h>

#if defined(__x86_64__) && defined(__GNUC__)
#define CPU_HAS_PATHS 1
#endif

#if defined(CPU_HAS_PATHS) && !defined(NEARDUP_WITHOUT_AVX2)
static inline bool cpu_has_avx2(void) {
    return __builtin_cpu_supports("avx2");
}
#else
static inline bool cpu_has_avx2(void) {
    return false;
}
#endif

/* AVX-512 F, BW and DQ, which every CPU with AVX-512 except the first generation has. */
#if defined(CPU_HAS_PATHS) && !defined(NEARDUP_WITHOUT_AVX2) && !defined(NEARDUP_WITHOUT_AVX512)
static inline bool cpu_has_avx512(void) {
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("avx512f") &&
           __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq");
}
#else
static inline bool cpu_has_avx512(void) {
    return false;
}
#endif

#endif
