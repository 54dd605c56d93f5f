/*
 * cpu_model.c - what __builtin_cpu_supports() reads on x86-64, for the libraries of compile_for.sh.
 *
 * zig's runtime library defines it but never fills it, so no CPU would have AVX2 or AVX-512. This
 * one has libgcc's layout, and is filled when the library is loaded, with the features that
 * ext/core asks for.
 */
#include <cpuid.h>

enum feature { avx2 = 10, fma = 14, avx512f = 15, avx512vl = 20, avx512bw = 21, avx512dq = 22 };

/* Registers that the system saves, in XCR0: those of AVX, and those of AVX-512 besides. */
enum { saves_avx = 0x06, saves_avx512 = 0xe6 };

__attribute__((visibility("hidden"))) struct {
    unsigned vendor, type, subtype, features;
} __cpu_model;

static void add(enum feature feature, unsigned has) {
    if (has)
        __cpu_model.features |= 1u << feature;
}

__attribute__((constructor)) static void fill_cpu_model(void) {
    unsigned eax, ebx, ecx, edx, saved, high;
    if (!__get_cpuid(1, &eax, &ebx, &ecx, &edx) || !(ecx & bit_OSXSAVE))
        return;
    __asm__ volatile("xgetbv" : "=a"(saved), "=d"(high) : "c"(0));
    if ((saved & saves_avx) != saves_avx)
        return;
    add(fma, ecx & bit_FMA);
    if (!__get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx))
        return;
    add(avx2, ebx & bit_AVX2);
    if ((saved & saves_avx512) != saves_avx512)
        return;
    add(avx512f, ebx & bit_AVX512F);
    add(avx512bw, ebx & bit_AVX512BW);
    add(avx512dq, ebx & bit_AVX512DQ);
    add(avx512vl, ebx & bit_AVX512VL);
}
