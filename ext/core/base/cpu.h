/*
 * cpu.h - what the running CPU can do, for those who have faster paths than portable C.
 *
 * A function for such a path is compiled with __attribute__((target(...))) and called only after
 * its question here was answered with yes. With -DNEARDUP_WITHOUT_AVX512 or -DNEARDUP_WITHOUT_AVX2
 * the answer is always no, so that what the paths bring can be measured on one machine.
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

/* The parts that all such CPUs but the first have: F, BW and DQ. */
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
