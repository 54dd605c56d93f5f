/*
 * cpu.h - instruction sets of the running CPU, for code with faster paths than portable C.
 *
 * A function for such a path is compiled with __attribute__((target(...))) and must be called only
 * if the matching question below is answered with true. Building with -DNEARDUP_WITHOUT_AVX512 or
 * -DNEARDUP_WITHOUT_AVX2 makes the answer false, so that all paths can be measured on one machine.
 */
#pragma once

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h> /* strcmp */

#if defined(__x86_64__) && defined(__GNUC__)
#define CPU_HAS_PATHS 1
#endif

static inline bool cpu_has_avx2(void) {
#if defined(CPU_HAS_PATHS) && !defined(NEARDUP_WITHOUT_AVX2)
    return __builtin_cpu_supports("avx2");
#else
    return false;
#endif
}

/* AVX-512 F, BW, DQ and VL, which every CPU with AVX-512 except the first generation has. */
static inline bool cpu_has_avx512(void) {
#if defined(CPU_HAS_PATHS) && !defined(NEARDUP_WITHOUT_AVX512)
    return cpu_has_avx2() && __builtin_cpu_supports("avx512f") &&
           __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl");
#else
    return false;
#endif
}

/* The paths of a kernel, from the slowest to the fastest. */
enum cpu_path { cpu_path_scalar, cpu_path_avx2, cpu_path_avx512, cpu_path_none };

/*
 * A table of a kernel by path. A kernel that gains nothing from one path has the next slower one
 * in its place. Without vector instructions only portable C is compiled.
 */
#ifdef CPU_HAS_PATHS
#define CPU_PATHS(scalar, avx2, avx512) \
    { scalar, avx2, avx512, NULL }
#else
#define CPU_PATHS(scalar, avx2, avx512) \
    { scalar, NULL, NULL, NULL }
#endif

/* A function that is compiled for the instructions, and the constants, of whoever calls it. */
#ifdef __GNUC__
#define INLINED inline __attribute__((always_inline))
#else
#define INLINED inline
#endif

/* Memory that is read soon, so that several places are fetched side by side. */
#ifdef __GNUC__
#define PREFETCH(address) __builtin_prefetch(address)
#else
#define PREFETCH(address) ((void)(address))
#endif

/* The number of the lowest bit that is set, from 0 to 63. There must be one. */
static inline unsigned lowest_bit(uint64_t bits) {
    assert(bits != 0);
#ifdef __GNUC__
    return (unsigned)__builtin_ctzll(bits);
#else
    unsigned lowest = 0;
    for (; !(bits & 1); bits >>= 1)
        lowest++;
    return lowest;
#endif
}

static inline enum cpu_path cpu_path_best(void) {
    return cpu_has_avx512() ? cpu_path_avx512 : cpu_has_avx2() ? cpu_path_avx2 : cpu_path_scalar;
}

static inline const char *cpu_path_name(enum cpu_path path) {
    return path == cpu_path_avx512 ? "avx512" : path == cpu_path_avx2 ? "avx2" : "scalar";
}

/* A path by name, or the fastest for NULL; cpu_path_none if this CPU or build lacks it. */
static inline enum cpu_path cpu_path_named(const char *name) {
    enum cpu_path best = cpu_path_best();
    if (!name)
        return best;
    for (unsigned path = cpu_path_scalar; path <= best; path++)
        if (strcmp(name, cpu_path_name((enum cpu_path)path)) == 0)
            return (enum cpu_path)path;
    return cpu_path_none;
}

/* Defines `kernel`, which returns a path by its name, or NULL; see CPU_PATHS(). */
#define CPU_KERNEL(type, kernel, scalar, avx2, avx512)                \
    type *kernel(const char *name) {                                  \
        static type *const paths[] = CPU_PATHS(scalar, avx2, avx512); \
        return paths[cpu_path_named(name)];                           \
    }
