/*
 * fuzz_blobs.c - any bytes as blobs that SQL passes back to us, and as the input that they are made
 * from.
 *
 *   (1) Components that are read are in order and named after their smallest member; joined as
 *       edges they are the same components, and their blob is read as the same members. So are
 *       those of texts.
 *   (2) Edges give the same blob in any order, and star clusters lie within components.
 *   (3) Counts of words that are read give each word a rarity, at most that of a word in no text.
 *   (4) A set of words that is valid has its words, and these words give the same blob.
 *   (5) Vectors that are read have dot products that are the same both ways round, a cosine from -1
 *       to 1, and 1 with themselves.
 *   (6) Document frequencies that are valid give the same blob.
 *   (7) A projection signature that is read has a header that is written as the same bytes, and
 *       its bands together are its bits. Permuted as another one is, it keeps its distance.
 *   (8) A vector that is read has a projection unless it is all zeroes, the same with hyperplanes
 *       that were drawn before.
 *   (9) A column that is read and written again is read as the same values, in no more bytes, or
 *       with wider offsets in a few more.
 *   (10) A part of signatures that is read is written with as many records, all in that part; and
 *       what is written is read and written as the same bytes.
 *
 * The first byte says which of them.
 */
#include "fuzz_core.h"
#include <math.h>

static uint64_t little_endian(const char *bytes, size_t width) {
    uint64_t value = 0;
    for (size_t i = 0; i < width; i++)
        value |= (uint64_t)(unsigned char)bytes[i] << 8 * i;
    return value;
}

/* ---- Components ------------------------------------------------------------------------------ */

struct members {
    struct component_member *items;
    size_t count;
};

static enum component_blob_result read_members(const void *blob, size_t size,
                                               struct members *members) {
    return component_blob_read(blob, size, &allocator, NULL, &members->items, &members->count);
}

static const struct component_member *find(const struct members *members, int64_t member) {
    size_t low = 0, high = members->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (members->items[middle].member < member)
            low = middle + 1;
        else
            high = middle;
    }
    MUST(low < members->count && members->items[low].member == member);
    return &members->items[low];
}

static void check_members(const struct members *members) {
    for (size_t i = 0; i < members->count; i++) {
        const struct component_member *item = &members->items[i];
        MUST(i == 0 || item->member > members->items[i - 1].member);
        MUST(item->component <= item->member);
        MUST(find(members, item->component)->component == item->component);
    }
}

/* The blob of a forest's components, and the members read from it. Frees the forest. */
static struct fuzz_text blob_of(struct union_find *forest, struct members *members) {
    struct fuzz_text blob;
    blob.bytes = (char *)component_blob_write(forest, &allocator, &blob.length);
    union_find_free(forest, &allocator);
    MUST(blob.bytes && read_members(blob.bytes, blob.length, members) == component_blob_ok);
    check_members(members);
    return blob;
}

/* Joins texts that were read; their blob is at most as long, and the same if it is as long. */
static void check_texts(const struct fuzz_text *blob, const struct members *members) {
    const unsigned char *bytes = (const unsigned char *)blob->bytes;
    struct text_components components = {0};
    struct component_text last = {NULL, 0};
    for (size_t i = 0; i < members->count; i++) {
        struct component_text ends[] = {
            component_blob_text(bytes, blob->length, members->items[i].component),
            component_blob_text(bytes, blob->length, members->items[i].member)};
        MUST(component_text_compare(ends[0], ends[1]) <= 0);
        MUST(i == 0 || component_text_compare(last, ends[1]) < 0);
        MUST(text_components_join(&components, &allocator, ends[0], ends[1]) == union_find_ok);
        last = ends[1];
    }
    size_t size;
    unsigned char *written = text_components_blob(&components, &allocator, &size);
    MUST(written &&
         (size < blob->length || (size == blob->length && memcmp(written, bytes, size) == 0)));
    text_components_free(&components, &allocator);
    free(written);
}

static void try_components(struct fuzz_input *input) {
    struct fuzz_text blob = fuzz_take(input, input->left);
    struct members members, again;
    if (read_members(blob.bytes, blob.length, &members) != component_blob_ok) {
        MUST(!members.items);
    } else if (component_blob_has_texts((const unsigned char *)blob.bytes, blob.length)) {
        check_members(&members);
        check_texts(&blob, &members);
        free(members.items);
    } else {
        struct union_find forest = {0};
        check_members(&members);
        for (size_t i = 0; i < members.count; i++) {
            int64_t ends[] = {members.items[i].component, members.items[i].member};
            MUST(union_find_join(&forest, &allocator, ends, 1) == union_find_ok);
        }
        struct fuzz_text written = blob_of(&forest, &again);
        MUST(again.count == members.count);
        MUST(members.count == 0 ||
             memcmp(again.items, members.items, members.count * sizeof *members.items) == 0);
        /* A varint may be longer than necessary; if none is, the same blob is written again. */
        MUST(written.length < blob.length || (written.length == blob.length &&
                                              memcmp(written.bytes, blob.bytes, blob.length) == 0));
        free(written.bytes);
        free(again.items);
        free(members.items);
    }
    free(blob.bytes);
}

/* ---- Edges ----------------------------------------------------------------------------------- */

enum { edges_max = 512 };

struct edges {
    int64_t ends[2 * edges_max];
    size_t count;
};

/* Numbers of one byte, or of as many bytes as the first byte says. */
static void read_edges(struct fuzz_input *input, struct edges *edges) {
    unsigned width = 1 + fuzz_byte(input) % 8;
    for (edges->count = 0; edges->count < edges_max && input->left > 0; edges->count++) {
        edges->ends[2 * edges->count] = (int64_t)fuzz_integer(input, width);
        edges->ends[2 * edges->count + 1] = (int64_t)fuzz_integer(input, width);
    }
}

/* In reverse order, with each edge reversed. */
static void reverse(struct edges *edges) {
    for (size_t i = 0; i < edges->count; i++) {
        int64_t kept = edges->ends[i];
        edges->ends[i] = edges->ends[2 * edges->count - 1 - i];
        edges->ends[2 * edges->count - 1 - i] = kept;
    }
}

static struct fuzz_text unite(const struct edges *edges, struct members *members) {
    struct union_find forest = {0};
    MUST(union_find_join(&forest, &allocator, edges->ends, edges->count) == union_find_ok);
    return blob_of(&forest, members);
}

static struct fuzz_text cluster(const struct edges *edges, struct members *members) {
    struct star_clusters stars = {0};
    for (size_t i = 0; i < edges->count; i++)
        MUST(star_clusters_add(&stars, &allocator, edges->ends[2 * i], edges->ends[2 * i + 1]) ==
             union_find_ok);
    MUST(star_clusters_make(&stars, &allocator));
    struct fuzz_text blob = blob_of(&stars.forest, members);
    star_clusters_free(&stars, &allocator);
    return blob;
}

/* What an edge weighs, whichever way it goes. */
static double weight_of(const int64_t ends[2]) {
    static const double weights[] = {LINKED_CANNOT, 0.5, LINKED_MUST, 0.25, 0.5, 1};
    return weights[((uint64_t)ends[0] + (uint64_t)ends[1]) % 6];
}

static struct fuzz_text link_edges(const struct edges *edges, struct members *members) {
    struct linked_clusters linked = {0};
    for (size_t i = 0; i < edges->count; i++)
        MUST(linked_clusters_add(&linked, &allocator, edges->ends[2 * i], edges->ends[2 * i + 1],
                                 weight_of(edges->ends + 2 * i)) == union_find_ok);
    MUST(linked_clusters_make(&linked, &allocator));
    struct fuzz_text blob = blob_of(&linked.forest, members);
    linked_clusters_free(&linked, &allocator);
    for (size_t i = 0; i < edges->count; i++) {
        const int64_t *ends = edges->ends + 2 * i;
        MUST(weight_of(ends) != LINKED_CANNOT || ends[0] == ends[1] ||
             find(members, ends[0])->component != find(members, ends[1])->component);
    }
    return blob;
}

/* Checks that blob and members are the same; frees the second ones. */
static void check_same(const struct fuzz_text *blob, struct fuzz_text other,
                       struct members *members) {
    MUST(blob->length == other.length && memcmp(blob->bytes, other.bytes, blob->length) == 0);
    free(other.bytes);
    free(members->items);
}

static void try_edges(struct fuzz_input *input) {
    struct edges edges;
    struct members components, clusters, divided, again;
    read_edges(input, &edges);
    struct fuzz_text whole = unite(&edges, &components), stars = cluster(&edges, &clusters);
    struct fuzz_text linked = link_edges(&edges, &divided);
    for (size_t i = 0; i < edges.count; i++)
        MUST(find(&components, edges.ends[2 * i])->component ==
             find(&components, edges.ends[2 * i + 1])->component);
    MUST(clusters.count == components.count && divided.count == components.count);
    for (size_t i = 0; i < clusters.count; i++) {
        int64_t component = components.items[i].component;
        MUST(find(&components, clusters.items[i].component)->component == component);
        MUST(find(&components, divided.items[i].component)->component == component);
    }
    reverse(&edges);
    check_same(&whole, unite(&edges, &again), &again);
    check_same(&stars, cluster(&edges, &again), &again);
    check_same(&linked, link_edges(&edges, &again), &again);
    free(whole.bytes);
    free(stars.bytes);
    free(linked.bytes);
    free(divided.items);
    free(components.items);
    free(clusters.items);
}

/* ---- Words ----------------------------------------------------------------------------------- */

static void try_frequencies(struct fuzz_input *input) {
    uint32_t word = (uint32_t)fuzz_integer(input, 4);
    struct fuzz_text blob = fuzz_take(input, input->left);
    struct word_frequencies frequencies = {0};
    size_t size = 0;
    if (word_frequencies_valid(blob.bytes, blob.length)) {
        MUST(word_frequencies_add_blob(&frequencies, &allocator, NULL, blob.bytes, blob.length));
        unsigned char *written = word_frequencies_blob(&frequencies, &allocator, &size);
        MUST(size == blob.length && memcmp(written, blob.bytes, size) == 0);
        free(written);
        MUST(word_frequencies_finish(&frequencies, &allocator));
        for (uint32_t i = 0; i < 64; i++, word = word * 5 + 1) {
            double rarity = word_frequencies_rarity(&frequencies, word);
            MUST(rarity >= 0 && rarity <= log((double)frequencies.texts + 1));
            MUST(word_frequencies_count(&frequencies, word) > 0 || rarity > 0 ||
                 frequencies.texts == 0);
        }
    }
    word_frequencies_free(&frequencies, &allocator);
    free(blob.bytes);
}

/* Whether the blob has words in ascending order, and nothing else. */
static bool is_word_set(const char *blob, size_t size) {
    bool ascending = size % 4 == 0;
    for (size_t at = 4; ascending && at < size; at += 4)
        ascending = little_endian(blob + at - 4, 4) < little_endian(blob + at, 4);
    return ascending;
}

static void try_word_set(struct fuzz_input *input) {
    struct fuzz_text blob = fuzz_take(input, input->left);
    struct word_set set = {0};
    size_t size = 0;
    bool valid = is_word_set(blob.bytes, blob.length);
    for (size_t at = 0; at + 4 <= blob.length; at += 4) {
        uint32_t word = (uint32_t)little_endian(blob.bytes + at, 4);
        MUST(word_set_has(blob.bytes, blob.length, word) || !valid);
        MUST(word_set_add(&set, &allocator, NULL, &word, 1));
    }
    unsigned char *written = word_set_blob(&set, &allocator, &size);
    MUST(is_word_set((const char *)written, size));
    bool same = size == blob.length && (size == 0 || memcmp(written, blob.bytes, size) == 0);
    MUST(valid == same);
    free(written);
    free(blob.bytes);
}

/* ---- Projections ----------------------------------------------------------------------------- */

static void check_bands(const unsigned char *bits, uint32_t count) {
    for (uint32_t rows = 1; rows <= projection_rows_max && rows <= count; rows += 7)
        for (uint32_t from = 0; from + rows <= count; from += rows) {
            uint64_t band = projection_band(bits, from, rows);
            for (uint32_t row = 0; row < rows; row++)
                MUST((band >> (rows - 1 - row) & 1) ==
                     (uint64_t)(bits[(from + row) / 8] >> (7 - (from + row) % 8) & 1));
        }
}

static void try_projection_signature(struct fuzz_input *input) {
    uint32_t order = (uint32_t)fuzz_integer(input, 4);
    struct fuzz_text blob = fuzz_take(input, input->left);
    unsigned char *bytes = (unsigned char *)blob.bytes, written[projection_header_size];
    struct projection_header header;
    if (projection_signature_read(bytes, blob.length, &header)) {
        size_t size = projection_bytes(header.bits);
        unsigned char *bits = bytes + projection_header_size;
        unsigned char *permuted = malloc(2 * size), *none = calloc(size, 1);
        struct bit_permutation *permutation = NULL;
        uint32_t before, after;
        MUST(blob.length == projection_signature_size(header.bits));
        projection_header_write(&header, written);
        MUST(memcmp(written, bytes, sizeof written) == 0);
        check_bands(bits, header.bits);
        MUST(permuted && none);
        MUST(bit_permutation_change(&permutation, &allocator, header.bits, order));
        bit_permutation_apply(permutation, bits, permuted);
        bit_permutation_apply(permutation, none, permuted + size);
        hamming_kernel_named(NULL)(bits, none, size, size, 1, &before);
        hamming_kernel_named(NULL)(permuted, permuted + size, size, size, 1, &after);
        MUST(before == after && before <= header.bits);
        free(permutation);
        free(permuted);
        free(none);
    }
    free(blob.bytes);
}

static void try_vector(struct fuzz_input *input) {
    uint32_t bits = 1 + fuzz_byte(input) % 99, place;
    struct fuzz_text blob = fuzz_take(input, input->left);
    struct projection_workspace workspace = {0};
    struct vector vector;
    unsigned char drawn[16], read[16];
    bool directed, zero = true;
    if (vector_read(blob.bytes, blob.length, &vector, &place) == vector_ok) {
        for (uint32_t i = 0; i < vector.count; i++)
            zero = zero && vector_value(&vector, i) == 0;
        enum projection_result result =
            projection_of(&vector, bits, 1, &workspace, &allocator, drawn);
        MUST(result == (zero ? projection_no_direction : projection_ok));
        if (!vector.dimensions) {
            struct hyperplanes *planes = hyperplanes_new(&allocator, vector.count, bits, 1, NULL);
            MUST(planes && projection_of_dense(planes, &vector, 1, &workspace, &allocator, read, 0,
                                               &directed));
            MUST(directed == !zero);
            MUST(zero || memcmp(drawn, read, projection_bytes(bits)) == 0);
            hyperplanes_free(planes, &allocator);
        }
        projection_workspace_free(&workspace, &allocator);
    }
    free(blob.bytes);
}

/* ---- Vectors --------------------------------------------------------------------------------- */

static bool can_compare(const struct vector *v, const struct vector *w) {
    return vector_is_sparse(v) == vector_is_sparse(w) &&
           (vector_is_sparse(v) || v->count == w->count);
}

static void try_vectors(struct fuzz_input *input) {
    size_t length = fuzz_byte(input);
    struct fuzz_text a = fuzz_take(input, length < input->left ? length : input->left);
    struct fuzz_text b = fuzz_take(input, input->left);
    struct vector v, w;
    uint32_t place;
    bool read = vector_read(a.bytes, a.length, &v, &place) == vector_ok &&
                vector_read(b.bytes, b.length, &w, &place) == vector_ok;
    if (read && can_compare(&v, &w)) {
        struct dot_products there = dot_products(&v, &w), back = dot_products(&w, &v);
        double cosine = 0;
        MUST(there.vw == back.vw && there.vv == back.ww && there.ww == back.vv);
        MUST(!dot_products_cosine(&there, &cosine) || (cosine >= -1 && cosine <= 1));
        there = dot_products(&v, &v);
        MUST(!dot_products_cosine(&there, &cosine) || cosine == 1);
    }
    free(a.bytes);
    free(b.bytes);
}

static void try_document_frequencies(struct fuzz_input *input) {
    struct word_frequencies frequencies = {0};
    struct fuzz_text blob = fuzz_take(input, input->left);
    size_t size = 0;
    if (document_frequencies_add_blob(&frequencies, &allocator, NULL, blob.bytes, blob.length) ==
        document_ok) {
        MUST(word_frequencies_finish(&frequencies, &allocator));
        unsigned char *written = document_frequencies_blob(&frequencies, &allocator, &size);
        MUST(written && size == blob.length && memcmp(written, blob.bytes, size) == 0);
        free(written);
    }
    word_frequencies_free(&frequencies, &allocator);
    free(blob.bytes);
}

/* ---- Columns --------------------------------------------------------------------------------- */

static enum column_write_result copy_value(struct column_writer *writer,
                                           const struct packed_column *column, uint64_t row) {
    bool is_text = column->type == packed_text || column->type == packed_short_text;
    if (column_is_null(column, row))
        return column_write_null(writer);
    if (column->type == packed_integer)
        return column_write_integer(writer, column_integer_at(column, row));
    if (column->type == packed_real)
        return column_write_real(writer, column_real_at(column, row));
    size_t length;
    const unsigned char *bytes = column_bytes_at(column, row, &length);
    return column_write_bytes(writer, is_text ? packed_text : packed_blob, bytes, length);
}

static void check_row(const struct packed_column *a, const struct packed_column *b, uint64_t row) {
    MUST(column_is_null(a, row) == column_is_null(b, row));
    if (column_is_null(a, row))
        return;
    if (a->type <= packed_real) {
        MUST(a->type == b->type && column_integer_at(a, row) == column_integer_at(b, row));
        return;
    }
    size_t length_of_a, length_of_b;
    const unsigned char *x = column_bytes_at(a, row, &length_of_a);
    const unsigned char *y = column_bytes_at(b, row, &length_of_b);
    MUST(length_of_a == length_of_b && memcmp(x, y, length_of_a) == 0);
}

static void try_column(struct fuzz_input *input) {
    struct fuzz_text blob = fuzz_take(input, input->left);
    struct packed_column column, again;
    uint64_t place;
    if (column_read((const unsigned char *)blob.bytes, blob.length, NULL, &column, &place) ==
        column_sound) {
        struct column_writer writer = {.allocator = &allocator, .limit = SIZE_MAX};
        unsigned char *written;
        size_t size;
        for (uint64_t row = 0; row < column.rows; row++)
            MUST(copy_value(&writer, &column, row) == column_written);
        MUST(column_writer_finish(&writer, &written, &size) == column_written);
        column_writer_free(&writer);
        size_t wider = column.type >= packed_short_text ? 4 * (size_t)column.rows + 8 : 0;
        MUST(size <= blob.length + wider);
        MUST(column_read(written, size, NULL, &again, &place) == column_sound);
        MUST(again.rows == column.rows);
        for (uint64_t row = 0; row < column.rows; row++)
            check_row(&column, &again, row);
        free(written);
    }
    free(blob.bytes);
}

/* ---- Signatures ------------------------------------------------------------------------------ */

/* The collection that a blob is read as; NULL if it is none. */
static struct signature_collection *read_signatures(const unsigned char *bytes, size_t size,
                                                    struct signature_blob_header *header) {
    if (!signature_blob_read_header(bytes, size, header))
        return NULL;
    struct collection_settings settings = {
        .allocator = &allocator, .parameters = header->parameters, .with_texts = true};
    struct signature_collection *collection =
        signature_collection_of_records(&settings, header->key_digest);
    MUST(collection);
    if (signature_blob_read(bytes, size, header, collection, NULL) == signature_blob_ok) {
        MUST(signature_collection_finish(collection) == record_ok);
        return collection;
    }
    signature_collection_free(collection);
    return NULL;
}

/* Writes the one blob that a collection of `records` in this part makes. */
static struct fuzz_text write_signatures(const struct signature_collection *collection,
                                         const struct signature_blob_header *header) {
    struct signature_blob_writer *writer =
        signature_blob_writer_new(collection, header->parts, SIZE_MAX / 2, NULL);
    struct signature_blob blob;
    struct fuzz_text copy = {0};
    bool end;
    MUST(writer && signature_blob_writer_next(writer, &blob, &end) == record_ok);
    MUST(end == (header->records == 0));
    if (!end) {
        MUST(blob.part == header->part);
        copy = (struct fuzz_text){malloc(blob.size), blob.size};
        memcpy(copy.bytes, blob.bytes, blob.size);
        MUST(signature_blob_writer_next(writer, &blob, &end) == record_ok && end);
    }
    signature_blob_writer_free(writer);
    return copy;
}

/* Rows are in order, and texts that share a signature are two or more. */
static void check_shared(const struct signature_collection *collection) {
    struct shared_signatures *reader = shared_signatures_new(collection, NULL);
    struct shared_signature last = {0}, row;
    size_t group = 2;
    bool end = false;
    MUST(reader);
    while (shared_signatures_next(reader, &row, &end) == record_ok && !end) {
        bool same = row.band == last.band && row.signature == last.signature;
        MUST(row.band > 0 && row.band >= last.band);
        MUST(row.band != last.band || row.signature >= last.signature);
        MUST(same ? row.id > last.id : group >= 2);
        group = same ? group + 1 : 1;
        last = row;
    }
    MUST(end && group >= 2);
    shared_signatures_free(reader);
}

static void try_signatures(struct fuzz_input *input) {
    struct fuzz_text blob = fuzz_take(input, input->left);
    struct signature_blob_header header, again;
    struct signature_collection *collection =
        read_signatures((const unsigned char *)blob.bytes, blob.length, &header);
    if (collection) {
        struct fuzz_text first = write_signatures(collection, &header);
        check_shared(collection);
        signature_collection_free(collection);
        if (first.bytes) {
            collection = read_signatures((const unsigned char *)first.bytes, first.length, &again);
            MUST(collection && again.records == header.records);
            struct fuzz_text second = write_signatures(collection, &again);
            MUST(second.length == first.length &&
                 memcmp(second.bytes, first.bytes, first.length) == 0);
            signature_collection_free(collection);
            free(second.bytes);
        }
        free(first.bytes);
    }
    free(blob.bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    static void (*const tries[])(struct fuzz_input *) = {try_components,
                                                         try_edges,
                                                         try_frequencies,
                                                         try_word_set,
                                                         try_vectors,
                                                         try_document_frequencies,
                                                         try_projection_signature,
                                                         try_vector,
                                                         try_column,
                                                         try_signatures};
    struct fuzz_input input = fuzz_input(bytes, size);
    tries[fuzz_byte(&input) % (sizeof tries / sizeof *tries)](&input);
    return 0;
}
