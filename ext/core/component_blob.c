/* component_blob.c - see component_blob.h. */
#include "component_blob.h"

#include <string.h> /* memcpy, memcmp */

static const unsigned char magic[4] = {'N', 'D', 'C', '1'};

enum { varint_max = 10 };

static unsigned char *write_varint(unsigned char *at, uint64_t value) {
    for (; value >= 0x80; value >>= 7)
        *at++ = (unsigned char)(value | 0x80);
    *at++ = (unsigned char)value;
    return at;
}

/* NULL where the bytes end too soon or say more than 64 bits. */
static const unsigned char *read_varint(const unsigned char *at, const unsigned char *end,
                                        uint64_t *value) {
    *value = 0;
    for (unsigned shift = 0; at < end && shift < 64; shift += 7) {
        uint64_t bits = *at & 0x7F;
        if (shift == 63 && bits > 1)
            return NULL;
        *value |= bits << shift;
        if (!(*at++ & 0x80))
            return at;
    }
    return NULL;
}

/* A member with its node, so that sorting by member keeps the way to its root. */
struct sorted_member {
    int64_t member;
    uint32_t node;
};

/*
 * Merges two ascending runs, from[begin, middle) and from[middle, end), into `to`. False where that
 * was interrupted.
 */
static bool merge(const struct sorted_member *from, struct sorted_member *to, size_t begin,
                  size_t middle, size_t end, struct interruption *interruption) {
    size_t left = begin, right = middle;
    for (size_t i = begin; i < end; i++) {
        bool take_left = left < middle && (right == end || from[left].member <= from[right].member);
        to[i] = from[take_left ? left++ : right++];
        if (interruption_at(interruption, i))
            return false;
    }
    return true;
}

/*
 * Sorts by merging runs of doubling length to and fro between two arrays; returns the one that
 * holds the result, NULL where that was interrupted. qsort() would do, but it allocates behind the
 * host's back.
 */
static struct sorted_member *sort_runs(struct sorted_member *from, struct sorted_member *to,
                                       size_t count, struct interruption *interruption) {
    for (size_t run = 1; run < count; run *= 2) {
        for (size_t begin = 0; begin < count; begin += 2 * run) {
            size_t middle = count - begin > run ? begin + run : count;
            size_t end = count - begin > 2 * run ? begin + 2 * run : count;
            if (!merge(from, to, begin, middle, end, interruption))
                return NULL;
        }
        struct sorted_member *swapped = from;
        from = to;
        to = swapped;
    }
    return from;
}

/*
 * The members in ascending order, in `sorted`, which has room for twice as many; NULL where that
 * was interrupted.
 */
static struct sorted_member *sort_members(const struct union_find *forest,
                                          struct sorted_member *sorted) {
    for (size_t node = 0; node < forest->count; node++)
        sorted[node] = (struct sorted_member){forest->members[node], (uint32_t)node};
    return sort_runs(sorted, sorted + forest->count, forest->count, forest->interruption);
}

/*
 * `first[root]` is where the component of `root` was first met, or UINT32_MAX. NULL where that was
 * interrupted.
 */
static unsigned char *write_entries(struct union_find *forest, const struct sorted_member *sorted,
                                    uint32_t *first, unsigned char *at) {
    int64_t previous = INT64_MIN;
    for (size_t i = 0; i < forest->count; i++) {
        uint32_t root = union_find_root(forest, sorted[i].node);
        if (first[root] == UINT32_MAX)
            first[root] = (uint32_t)i;
        at = write_varint(at, (uint64_t)sorted[i].member - (uint64_t)previous);
        at = write_varint(at, i - first[root]);
        previous = sorted[i].member;
        if (interruption_at(forest->interruption, i))
            return NULL;
    }
    return at;
}

unsigned char *component_blob_write(struct union_find *forest, const struct allocator *allocator,
                                    size_t *size) {
    /* Distances back fit 32 bits, hence 5 bytes. */
    size_t most = sizeof magic + varint_max + forest->count * (varint_max + 5);
    struct sorted_member *sorted =
        allocator->resize(NULL, (2 * forest->count + 1) * sizeof *sorted);
    uint32_t *first = allocator->resize(NULL, (forest->count + 1) * sizeof *first);
    unsigned char *blob = allocator->resize(NULL, most);
    unsigned char *end = NULL;
    if (sorted && first && blob) {
        memset(first, 0xFF, forest->count * sizeof *first);
        memcpy(blob, magic, sizeof magic);
        const struct sorted_member *in_order = sort_members(forest, sorted);
        end = write_varint(blob + sizeof magic, forest->count);
        end = in_order ? write_entries(forest, in_order, first, end) : NULL;
    }
    allocator->release(sorted);
    allocator->release(first);
    if (!end) {
        allocator->release(blob);
        return NULL;
    }
    *size = (size_t)(end - blob);
    return blob;
}

/* One entry; NULL where it is malformed: not ascending, or pointing before the first member. */
static const unsigned char *read_entry(const unsigned char *at, const unsigned char *end,
                                       struct component_member *members, size_t i) {
    uint64_t step, back;
    at = read_varint(at, end, &step);
    if (at)
        at = read_varint(at, end, &back);
    if (!at || back > i || (i > 0 && step == 0))
        return NULL;
    uint64_t previous = i > 0 ? (uint64_t)members[i - 1].member : (uint64_t)INT64_MIN;
    if (step > (uint64_t)INT64_MAX - previous)
        return NULL;
    members[i].member = (int64_t)(previous + step);
    /* The smallest member of a component points at itself; all others point at such a one. */
    if (back > 0 && members[i - back].component != members[i - back].member)
        return NULL;
    members[i].component = members[i - back].member;
    return at;
}

enum component_result component_blob_read(const unsigned char *blob, size_t size,
                                          const struct allocator *allocator,
                                          struct interruption *interruption,
                                          struct component_member **members, size_t *count) {
    const unsigned char *end = blob + size, *at;
    uint64_t claimed;
    *members = NULL;
    *count = 0;
    if (size < sizeof magic || memcmp(blob, magic, sizeof magic) != 0)
        return component_malformed;
    at = read_varint(blob + sizeof magic, end, &claimed);
    if (!at || claimed > (uint64_t)(end - at) / 2) /* an entry has two bytes at least */
        return component_malformed;
    if (claimed == 0)
        return at == end ? component_ok : component_malformed;
    struct component_member *array = allocator->resize(NULL, (size_t)claimed * sizeof *array);
    if (!array)
        return component_no_memory;
    bool interrupted = false;
    for (size_t i = 0; i < claimed && at && !interrupted; i++) {
        at = read_entry(at, end, array, i);
        interrupted = interruption_at(interruption, i);
    }
    if (at != end || interrupted) {
        allocator->release(array);
        return interrupted ? component_no_memory : component_malformed;
    }
    *members = array;
    *count = (size_t)claimed;
    return component_ok;
}
