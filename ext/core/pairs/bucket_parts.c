/* bucket_parts.c - see bucket_parts.h. */
#include "bucket_parts.h"

#include <assert.h>
#include <string.h> /* memset */

/*
 * Owning fewer texts than a 16th of those that a part may have is not tried: the others then meet
 * them in large buckets, and would be in a smaller part, too.
 */
enum { texts_per_owned = 16, word_bits = 64 };

/*
 * A share of stored buckets makes a few parts; more, if there would be too many shares. All shares
 * together have at most copies_most times the rows of the whole.
 */
enum { parts_per_share = 4, shares_most = 64, copies_most = 8 };

/* The share of texts_most that the next part should have. */
static const double aim = 0.8;

static void free_shares(struct bucket_parts *parts, const struct allocator *allocator) {
    for (uint32_t share = 0; parts->shares && share < parts->share_count; share++)
        stored_buckets_free(parts->shares + share, allocator);
    RELEASE(allocator, parts->shares);
    parts->shares = NULL;
}

void bucket_parts_free(struct bucket_parts *parts, const struct allocator *allocator) {
    free_shares(parts, allocator);
    RELEASE(allocator, parts->ranks);
    *parts = (struct bucket_parts){0};
}

static uint32_t texts_of(const struct bucket_parts *parts) {
    return parts->set ? parts->set->texts : parts->stored->texts;
}

/* Large buckets of later bands are not compared at all. */
static bool is_dropped(const struct bucket_parts *parts, const struct bucket_reader *reader) {
    return reader->size > parts->whole_most && reader->band > parts->bands;
}

/* ---- The order of texts ---------------------------------------------------------------------- */

/* A reader of what is divided, or of the share of it that the next part is of. */
static struct bucket_reader reader_of(const struct bucket_parts *parts,
                                      const struct allocator *allocator,
                                      struct interruption *interruption) {
    return (struct bucket_reader){
        .set = parts->set,
        .stored = parts->shares ? parts->shares + parts->first / parts->share_texts : parts->stored,
        .allocator = allocator,
        .interruption = interruption};
}

/* Lowers the label of each text to the first text of each of its buckets, and counts their rows. */
static enum record_result find_labels(struct bucket_parts *parts, const struct allocator *allocator,
                                      uint32_t *labels, struct interruption *interruption) {
    struct bucket_reader reader = reader_of(parts, allocator, interruption);
    while (bucket_reader_next(&reader)) {
        parts->rows += reader.size;
        uint32_t first = (uint32_t)reader.members[0];
        for (size_t i = 0; i < reader.size && !is_dropped(parts, &reader); i++)
            if (first < labels[reader.members[i]])
                labels[reader.members[i]] = first;
    }
    return bucket_reader_end(&reader);
}

/* Ranks the texts by label, and those with one label by number: a counting sort. */
static enum record_result rank_texts(struct bucket_parts *parts, const struct allocator *allocator,
                                     struct interruption *interruption) {
    uint32_t texts = texts_of(parts);
    uint32_t *labels = allocator->resize(NULL, ((size_t)texts + 1) * sizeof *labels);
    uint32_t *starts = allocator_zeroes(allocator, (size_t)texts + 1, sizeof *starts);
    enum record_result result = labels && starts ? record_ok : record_no_memory;
    for (uint32_t text = 0; text < texts && result == record_ok; text++)
        labels[text] = text;
    if (result == record_ok)
        result = find_labels(parts, allocator, labels, interruption);
    if (result == record_ok && interruption_after(interruption, texts))
        result = record_no_memory;
    if (result == record_ok) {
        for (uint32_t text = 0; text < texts; text++)
            starts[labels[text] + 1]++;
        for (uint32_t label = 0; label < texts; label++)
            starts[label + 1] += starts[label];
        for (uint32_t text = 0; text < texts; text++)
            labels[text] = starts[labels[text]]++;
        parts->ranks = labels;
        labels = NULL;
    }
    RELEASE(allocator, labels, starts);
    return result;
}

/* ---- Shares ---------------------------------------------------------------------------------- */

/*
 * Who owns one of the first texts of a bucket has the bucket. Returns how many these are in the one
 * that was read.
 */
static size_t owners(const struct bucket_parts *parts, const struct bucket_reader *reader) {
    if (is_dropped(parts, reader))
        return 0;
    /* The last one meets no text of a greater id. */
    return reader->size - (reader->size > 0 && reader->size <= parts->whole_most);
}

/* How far the buckets are divided. */
struct division {
    uint64_t number, added[shares_most]; /* of this bucket, and of the last one in each share */
    uint64_t copies;                     /* of rows, in all shares */
};

/* Adds the bucket to each share that owns some of its texts, but those that earlier parts owned. */
static enum record_result share_bucket(struct bucket_parts *parts,
                                       const struct allocator *allocator,
                                       const struct bucket_reader *reader,
                                       struct division *division) {
    enum record_result result = record_ok;
    division->number++;
    for (size_t i = 0, count = owners(parts, reader); i < count && result == record_ok; i++) {
        uint32_t rank = parts->ranks[reader->members[i]], share = rank / parts->share_texts;
        if (rank < parts->first || division->added[share] == division->number)
            continue;
        division->added[share] = division->number;
        division->copies += reader->size;
        result = stored_buckets_add(parts->shares + share, allocator, reader->band, reader->members,
                                    reader->size);
    }
    return result;
}

/* Divides the stored buckets among shares, so that a part reads those of its share only. */
static enum record_result divide(struct bucket_parts *parts, const struct allocator *allocator,
                                 struct interruption *interruption) {
    struct division division = {0};
    uint64_t texts = texts_of(parts);
    uint64_t least = texts / shares_most + 1,
             wanted = (uint64_t)parts_per_share * parts->texts_most;
    if (wanted >= texts) /* one share would be a copy */
        return record_ok;
    parts->share_texts = (uint32_t)(wanted < least ? least : wanted);
    parts->share_count = (uint32_t)((texts - 1) / parts->share_texts + 1);
    parts->shares = allocator_zeroes(allocator, parts->share_count, sizeof *parts->shares);
    if (!parts->shares)
        return record_no_memory;
    struct bucket_reader reader = {
        .stored = parts->stored, .allocator = allocator, .interruption = interruption};
    for (uint32_t share = 0; share < parts->share_count; share++)
        parts->shares[share].storage = parts->stored->storage;
    bool pays = true; /* otherwise each share would be nearly the whole */
    while (pays && bucket_reader_next(&reader)) {
        reader.result = share_bucket(parts, allocator, &reader, &division);
        pays = division.copies / copies_most <= parts->rows;
    }
    enum record_result result = bucket_reader_end(&reader);
    if (!pays)
        free_shares(parts, allocator);
    for (uint32_t share = 0; pays && share < parts->share_count && result == record_ok; share++)
        result = stored_buckets_end(parts->shares + share, allocator);
    return result;
}

/* ---- Parts ----------------------------------------------------------------------------------- */

static bool is_owned(const struct bucket_parts *parts, int64_t text) {
    return parts->ranks[text] - parts->first < parts->width; /* or it wraps */
}

/* The rows of a part, with the numbers of its texts. */
struct part_rows {
    struct bucket_rows rows; /* none if there are too many texts */
    uint64_t *seen;          /* a bit for each text of the whole */
    uint32_t texts;
};

/* Adds a bucket, if there are no more than `most` texts with it. False if memory runs out. */
static bool add_bucket(struct part_rows *part, const struct allocator *allocator,
                       const struct bucket_reader *reader, int64_t number, uint32_t most) {
    for (size_t i = 0; i < reader->size; i++) {
        uint64_t *word = part->seen + reader->members[i] / word_bits;
        uint64_t bit = UINT64_C(1) << reader->members[i] % word_bits;
        part->texts += !(*word & bit);
        *word |= bit;
    }
    if (part->texts > most) {
        bucket_rows_free(&part->rows, allocator);
        return true;
    }
    if (reader->size > BUCKET_ROWS_MAX - part->rows.count)
        return false;
    for (size_t i = 0; i < reader->size; i++)
        if (!bucket_rows_add(&part->rows, allocator, reader->band, number, reader->members[i]))
            return false;
    return true;
}

/* Collects the buckets of a part; if it has more texts than `most`, it only counts these. */
static enum record_result collect(const struct bucket_parts *parts,
                                  const struct allocator *allocator, struct part_rows *part,
                                  uint32_t most, struct interruption *interruption) {
    struct bucket_reader reader = reader_of(parts, allocator, interruption);
    size_t words = texts_of(parts) / word_bits + 1;
    if (!part->seen)
        part->seen = allocator->resize(NULL, words * sizeof *part->seen);
    if (!part->seen)
        return record_no_memory;
    memset(part->seen, 0, words * sizeof *part->seen);
    part->texts = 0;
    for (int64_t number = 0; bucket_reader_next(&reader); number++) {
        size_t i = 0, count = owners(parts, &reader);
        while (i < count && !is_owned(parts, reader.members[i]))
            i++;
        if (i < count && !add_bucket(part, allocator, &reader, number, most))
            reader.result = record_no_memory;
    }
    return bucket_reader_end(&reader);
}

/*
 * Finds how many texts the next part owns, and collects its rows. If owning fewer does not make a
 * part smaller, it stays as it is, and so do the parts after it.
 */
static enum record_result find_part(struct bucket_parts *parts, const struct allocator *allocator,
                                    struct part_rows *part, struct interruption *interruption) {
    const double smaller = 0.9;
    uint32_t left = texts_of(parts) - parts->first, before = 0;
    if (parts->shares && left > parts->share_texts - parts->first % parts->share_texts)
        left = parts->share_texts - parts->first % parts->share_texts;
    uint32_t least = parts->texts_most / texts_per_owned;
    least = least < parts->least ? parts->least : least < 1 ? 1 : least;
    if (parts->width > left)
        parts->width = left;
    for (;;) {
        enum record_result result =
            collect(parts, allocator, part, parts->width > least ? parts->texts_most : UINT32_MAX,
                    interruption);
        if (result != record_ok || parts->width <= least || part->texts <= parts->texts_most)
            return result;
        if (before > 0 && part->texts > before * smaller) {
            least = parts->least = parts->width;
            continue; /* to collect them */
        }
        before = part->texts;
        double width = parts->width * (aim * parts->texts_most / part->texts);
        parts->width = width > least ? (uint32_t)width : least;
    }
}

/* Gives the texts of a part their ids, and says which of them it owns. False without memory. */
static bool own(const struct bucket_parts *parts, const struct allocator *allocator,
                struct bucket_set *part) {
    const int64_t *ids = parts->set ? parts->set->ids : parts->stored->ids;
    part->owned = allocator_zeroes(allocator, part->texts / word_bits + 1, sizeof *part->owned);
    for (uint32_t text = 0; part->owned && text < part->texts; text++) {
        uint64_t bit = is_owned(parts, part->ids[text]);
        part->owned[text / word_bits] |= bit << text % word_bits;
        part->ids[text] = ids[part->ids[text]];
    }
    return part->owned != NULL;
}

enum record_result bucket_parts_next(struct bucket_parts *parts, const struct allocator *allocator,
                                     struct bucket_set *part, struct interruption *interruption) {
    assert(!parts->ended && parts->texts_most > 0);
    const double wider_most = 4;
    uint32_t count = texts_of(parts);
    enum record_result result = record_ok;
    if (!parts->ranks) {
        parts->width = parts->first > 0 ? parts->texts_most : count;
        result = rank_texts(parts, allocator, interruption);
        if (result == record_ok && parts->stored && count > 0)
            result = divide(parts, allocator, interruption);
    }
    struct part_rows made = {0};
    uint32_t wanted = parts->width;
    if (result == record_ok && count > 0)
        result = find_part(parts, allocator, &made, interruption);
    if (result == record_ok && (!bucket_set_make(part, allocator, &made.rows, interruption) ||
                                !own(parts, allocator, part)))
        result = record_no_memory;
    bucket_rows_free(&made.rows, allocator);
    allocator->release(made.seen);
    if (result != record_ok)
        return result;
    parts->first += parts->width;
    parts->ended = parts->first >= count;
    double wider = made.texts > 0 ? aim * parts->texts_most / made.texts : wider_most;
    double width = parts->width * (wider < 1 ? 1 : wider < wider_most ? wider : wider_most);
    if (parts->shares && parts->first % parts->share_texts == 0 && width < wanted)
        width = wanted; /* the part is smaller only because its share ends there */
    parts->width = width < UINT32_MAX ? (uint32_t)width : UINT32_MAX;
    return record_ok;
}
