/*
 * vector_kernels.c - measures the inner loops of random projection and of Hamming distances on one
 * core.
 *
 *     build/tests/bench/contestants/vector_kernels DIMENSIONS BITS ONES < VECTORS
 *
 * VECTORS are dense, one after the other. Prints the CPU seconds of projecting all of them, of the
 * Hamming distances between each of the first ONES projections and all, and the sum of these
 * distances.
 */
#include "base/allocator.h"
#include "vectors/projections/projection_signature.h"
#include "vectors/projections/projection.h"

#include "core/plain_memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { seed = 1, block_size = 512 };

static _Noreturn void give_up(const char *message) {
    fprintf(stderr, "vector_kernels: %s\n", message);
    exit(1);
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void *memory(size_t count, size_t size) {
    void *block = calloc(count ? count : 1, size);
    if (!block)
        give_up("out of memory");
    return block;
}

/* All of standard input, in whole vectors of `size` bytes. */
static unsigned char *read_vectors(size_t size, size_t *count) {
    size_t capacity = 1024, n = 0;
    unsigned char *bytes = memory(capacity, size);
    for (;;) {
        n += fread(bytes + n * size, size, capacity - n, stdin);
        if (n < capacity)
            break;
        bytes = realloc(bytes, (capacity *= 2) * size);
        if (!bytes)
            give_up("out of memory");
    }
    *count = n;
    return bytes;
}

/* In blocks, so that the distances stay in the cache. */
static uint64_t distances_of(const unsigned char *bits, size_t stride, size_t count, size_t ones) {
    uint32_t distances[block_size];
    hamming_kernel *kernel = hamming_kernel_named(NULL);
    uint64_t sum = 0;
    for (size_t i = 0; i < ones && i < count; i++)
        for (size_t first = 0; first < count; first += block_size) {
            size_t many = count - first < block_size ? count - first : block_size;
            kernel(bits + i * stride, bits + first * stride, stride, stride, many, distances);
            uint32_t of_block = 0;
            for (size_t j = 0; j < many; j++)
                of_block += distances[j];
            sum += of_block;
        }
    return sum;
}

int main(int argument_count, char **arguments) {
    if (argument_count != 4)
        give_up("usage: vector_kernels DIMENSIONS BITS ONES < VECTORS");
    uint32_t dimensions = (uint32_t)strtoul(arguments[1], NULL, 10);
    uint32_t bits = (uint32_t)strtoul(arguments[2], NULL, 10);
    size_t ones = strtoul(arguments[3], NULL, 10), count;
    size_t stride = (projection_bytes(bits) + 7) / 8 * 8; /* whole words; what is unused is zero */
    if (dimensions < 1 || bits < 1 || bits > hyperplanes_bits_max ||
        !hyperplanes_fit(dimensions, bits))
        give_up("no such dimensions or bits");
    unsigned char *bytes = read_vectors(4 * (size_t)dimensions, &count);
    struct vector *vectors = memory(count, sizeof *vectors);
    for (size_t i = 0; i < count; i++)
        vectors[i] = (struct vector){bytes + i * 4 * dimensions, NULL, dimensions};
    unsigned char *projections = memory(count, stride);
    bool *directed = memory(count, sizeof *directed);
    struct projection_workspace workspace = {0};

    double begin = now();
    struct hyperplanes *planes = hyperplanes_new(&plain_allocator, dimensions, bits, seed, NULL);
    if (!planes || !projection_of_dense(planes, vectors, count, &workspace, &plain_allocator,
                                        projections, stride, directed))
        give_up("out of memory");
    double between = now();
    uint64_t sum = distances_of(projections, stride, count, ones);
    printf("%.6f %.6f %llu\n", between - begin, now() - between, (unsigned long long)sum);

    hyperplanes_free(planes, &plain_allocator);
    projection_workspace_free(&workspace, &plain_allocator);
    free(directed);
    free(projections);
    free(vectors);
    free(bytes);
    return 0;
}
