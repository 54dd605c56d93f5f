/*
 * test_bzip2.c - bzip2 files of all kinds, whole and damaged. Every undamaged block comes out, and
 * each missing one is reported at its place.
 */
#include "bzip2_files.h"
#include "core/random_input.h"
#include "input/input.h"
#include "small_limits.h"
#include "temporary_file.h"
#include "test.h"

#include <unistd.h>

static struct outcome outcome;
static struct text_buffer file, content;

/* ---- Files ----------------------------------------------------------------------------------- */

/* The place of each block in `file` and in `content`. */
enum { blocks_max = 512 };
static struct block {
    size_t offset, length; /* of its bytes in `content` */
    size_t bit, end;       /* in the file */
} blocks[blocks_max];
static size_t block_count;
static struct marks marks;

enum kind { kind_text, kind_noise, kind_runs };

static void add_content(enum kind kind, size_t length) {
    static const char *const words[] = {"one ", "two, ", "three. ", "<page>", "more ", "\n"};
    size_t end = content.length + length;
    while (content.length < end) {
        const char *word = words[random_below(6)];
        if (kind == kind_text)
            text_buffer_append(&content, word, strlen(word));
        else if (kind == kind_noise)
            text_buffer_append_byte(&content, (char)random_below(256));
        else
            text_buffer_append_byte(&content, "ab"[random_below(5000) == 0]);
    }
    content.length = end;
}

static void begin_file(void) {
    text_buffer_clear(&file);
    text_buffer_clear(&content);
    block_count = 0;
}

/* Adds a stream of new content in blocks of that many bytes, fewer than its level allows. */
static void add_stream(int level, enum kind kind, size_t length, size_t block) {
    size_t offset = content.length;
    add_content(kind, length);
    for (size_t done = 0; done < length; done += block) {
        size_t rest = length - done;
        content.bytes[offset + done] = (char)block_count; /* no two are the same */
        blocks[block_count++] =
            (struct block){.offset = offset + done, .length = rest < block ? rest : block};
    }
    put_stream(&file, level, content.bytes + offset, length, block);
}

static void end_file(void) {
    size_t next = 0;
    find_marks(&marks, file.bytes, file.length);
    for (size_t i = 0; i < marks.count; i++)
        if (!marks.ends[i]) {
            blocks[next].bit = marks.bits[i];
            blocks[next++].end = marks.bits[i + 1];
        }
    if (next != block_count)
        abort();
}

/* Small blocks and empty streams, so that a test can try every bit. */
static void make_small_file(void) {
    begin_file();
    add_stream(9, kind_text, 0, 1);
    add_stream(9, kind_text, 900, 300);
    add_stream(1, kind_noise, 0, 1);
    add_stream(5, kind_text, 0, 1);
    add_stream(1, kind_noise, 100, 100);
    add_stream(3, kind_runs, 9000, 4000);
    add_stream(9, kind_text, 10, 10);
    add_stream(9, kind_text, 0, 1);
    end_file();
}

/* ---- Whole files ----------------------------------------------------------------------------- */

static void check_whole(const char *what) {
    read_packed(&outcome, &file);
    CHECK(came_out(&outcome, content.bytes, content.length), "%s: %zu bytes of %zu", what,
          outcome.bytes.length, content.length);
    CHECK(outcome.gaps == 0, "%s: %s", what, outcome.message);
}

/*
 * The longest blocks of each level; content that compresses well, not at all, or to nearly nothing.
 */
static void test_levels(void) {
    static const char *const names[] = {"text", "noise", "runs"};
    for (int level = 1; level <= 9; level += 8)
        for (int kind = kind_text; kind <= kind_runs; kind++) {
            size_t length = (size_t)level * (kind == kind_runs ? 2000000 : 210000);
            begin_file();
            add_content((enum kind)kind, length);
            put_stream(&file, level, content.bytes, length, 0);
            check_whole(names[kind]);
            CHECK(outcome.starts == (kind == kind_runs ? 1U : 3U), "%s, level %d: %zu blocks",
                  names[kind], level, outcome.starts);
        }
}

/*
 * A block that is the same text twice. Its rows form two circles, so most of one is a single walk,
 * unless bzip2 happened to mix the two.
 */
static void test_repeats(void) {
    enum { half = 425000 };
    for (int i = 0; i < 8; i++) {
        begin_file();
        add_content(kind_noise, half);
        text_buffer_reserve(&content, half);
        text_buffer_append(&content, content.bytes, half);
        put_stream(&file, 9, content.bytes, content.length, 0);
        check_whole("a text twice");
    }
}

static void test_streams(void) {
    make_small_file();
    check_whole("mixed streams");
    CHECK(outcome.starts == block_count, "%zu blocks of %zu", outcome.starts, block_count);
    for (size_t i = 0; i < block_count; i++)
        CHECK(outcome.start_at[i] == blocks[i].offset &&
                  outcome.file_bit[i] == (int64_t)blocks[i].bit,
              "block %zu: byte %zu, bit %lld", i, outcome.start_at[i],
              (long long)outcome.file_bit[i]);
    for (size_t count = 1; count <= 3; count++) {
        begin_file();
        for (size_t i = 0; i < count; i++)
            add_stream(9, kind_text, 0, 1);
        CHECK(file.length == 14 * count, "an empty stream has 14 bytes");
        check_whole("nothing but empty streams");
    }
    begin_file();
    for (int i = 0; i < 300; i++)
        add_stream(i % 9 + 1, kind_text, 1, 1);
    check_whole("many streams");
}

/* The pieces cover the file without a gap, except for its header. */
static bool pieces_cover_file(size_t chunk) {
    struct chunks chunks = {bzip2_scanner_open(0), file.bytes, file.length, chunk};
    struct piece piece = {0};
    int64_t next = 32;
    size_t count = 0;
    bool good = true, last = false;
    for (; next_piece(&chunks, &piece); count++) {
        good = good && !last && piece.file_bit == next &&
               piece.file_bit == (int64_t)marks.bits[count] &&
               piece.kind == (marks.ends[count] ? piece_stream_end : piece_block);
        next += (int64_t)piece.packed.count;
        good = good && piece.file_end == next / 8;
        last = piece.last;
    }
    piece_free(&piece);
    bzip2_scanner_close(chunks.scanner);
    return good && last && count == marks.count && next == (int64_t)file.length * 8;
}

static void test_chunks(void) {
    make_small_file();
    for (size_t chunk = 1; chunk <= file.length; chunk += chunk < 200 ? 1 : 97)
        CHECK(pieces_cover_file(chunk), "chunks of %zu", chunk);
    for (size_t chunk = 1; chunk < 40; chunk++) {
        read_chunks(&outcome, file.bytes, file.length, chunk);
        CHECK(came_out(&outcome, content.bytes, content.length) && outcome.gaps == 0,
              "chunks of %zu: %zu bytes, %s", chunk, outcome.bytes.length, outcome.message);
    }
}

/* ---- Damaged files --------------------------------------------------------------------------- */

static bool touched[blocks_max];

static void touch(size_t first_bit, size_t last_bit) {
    for (size_t i = 0; i < block_count; i++)
        if (blocks[i].bit <= last_bit && first_bit < blocks[i].end)
            touched[i] = true;
}

static bool gap_at(size_t offset) {
    for (size_t i = 0; i < outcome.gaps && i < gaps_max; i++)
        if (outcome.gap_at[i] == offset)
            return true;
    return false;
}

/* How many blocks are missing; -1 if an undamaged one is, or one is not reported. */
static int missing_blocks(void) {
    size_t at = 0;
    int missing = 0;
    for (size_t i = 0; i < block_count; i++) {
        const struct block *block = &blocks[i];
        if (outcome.bytes.length - at >= block->length &&
            memcmp(outcome.bytes.bytes + at, content.bytes + block->offset, block->length) == 0)
            at += block->length;
        else if (touched[i] && gap_at(at))
            missing++;
        else
            return -1;
    }
    return at == outcome.bytes.length ? missing : -1;
}

/* How many bytes are in blocks that end before a bit. */
static size_t bytes_before(size_t bit) {
    size_t bytes = 0;
    for (size_t i = 0; i < block_count && blocks[i].end <= bit; i++)
        bytes = blocks[i].offset + blocks[i].length;
    return bytes;
}

/* Every prefix: whole blocks come out, and exactly one report says that the rest is missing. */
static void test_truncation(void) {
    size_t end_of_stream = 0;
    make_small_file();
    for (size_t length = 0; length < file.length; length++) {
        size_t whole = bytes_before(length * 8);
        for (size_t i = 0; i < marks.count; i++)
            if (marks.ends[i] && (marks.bits[i] + 80 + 7) / 8 == length)
                end_of_stream = length;
        read_chunks(&outcome, file.bytes, length, 1 << 16);
        /* The last bits of a block may happen to be those that are assumed to follow it. */
        if (outcome.bytes.length > whole)
            whole = bytes_before(length * 8 + 7);
        CHECK(came_out(&outcome, content.bytes, whole), "%zu bytes: %zu of %zu", length,
              outcome.bytes.length, whole);
        size_t expected = length > 0 && length == end_of_stream ? 0 : 1;
        CHECK(outcome.gaps == expected && (expected == 0 || outcome.gap_at[0] == whole),
              "%zu bytes: %zu gaps, '%s'", length, outcome.gaps, outcome.message);
    }
    CHECK(end_of_stream > 0, "a prefix that ends with a stream is a whole file");
}

/* Whether a flipped bit must be noticed although it is not in a block. */
static bool must_be_noticed(size_t bit) {
    for (size_t i = 0; i < marks.count; i++)
        if (marks.ends[i] && bit >= marks.bits[i] && bit < marks.bits[i] + 80)
            return true;
    return false;
}

static void test_flipped_bits(void) {
    size_t lost = 0, twice = 0, tried = 0;
    make_small_file();
    for (size_t bit = 0; bit < file.length * 8; bit += 5, tried++) {
        memset(touched, 0, sizeof touched);
        touch(bit, bit);
        file.bytes[bit / 8] ^= (char)(0x80 >> bit % 8);
        read_packed(&outcome, &file);
        file.bytes[bit / 8] ^= (char)(0x80 >> bit % 8);
        int missing = missing_blocks();
        CHECK(missing >= 0 && missing <= 1, "bit %zu: %zu bytes, %zu gaps, '%s'", bit,
              outcome.bytes.length, outcome.gaps, outcome.message);
        CHECK(outcome.gaps > 0 || !must_be_noticed(bit), "bit %zu: not noticed", bit);
        CHECK(outcome.gaps <= 2, "bit %zu: %zu gaps", bit, outcome.gaps);
        lost += missing > 0;
        twice += outcome.gaps > 1;
    }
    CHECK(lost > tried / 2, "%zu of %zu flipped bits cost a block", lost, tried);
    CHECK(twice * 50 < tried, "%zu of %zu flipped bits are reported twice", twice, tried);
}

/* Bytes replaced, taken out and put in. */
static void test_changed_bytes(void) {
    struct text_buffer original = {0};
    make_small_file();
    text_buffer_append(&original, file.bytes, file.length);
    for (size_t at = 0; at + 8 < original.length; at += 3) {
        size_t out = random_below(8), in = random_below(8);
        size_t limit = random_below(2) ? 256 : 1;
        memset(touched, 0, sizeof touched);
        touch(at * 8, (at + (out ? out : 1)) * 8 - 1);
        if (at > 0)
            touch(at * 8 - 1, at * 8 - 1);
        text_buffer_clear(&file);
        text_buffer_append(&file, original.bytes, at);
        for (size_t i = 0; i < in; i++)
            text_buffer_append_byte(&file, (char)random_below(limit));
        text_buffer_append(&file, original.bytes + at + out, original.length - at - out);
        read_packed(&outcome, &file);
        CHECK(missing_blocks() >= 0, "byte %zu, %zu out, %zu in: %zu bytes, %zu gaps, '%s'", at,
              out, in, outcome.bytes.length, outcome.gaps, outcome.message);
        CHECK(outcome.gaps <= 2, "byte %zu: %zu gaps", at, outcome.gaps);
    }
    text_buffer_free(&original);
}

/* Damage at several places at once. */
static void test_much_damage(void) {
    struct text_buffer original = {0};
    make_small_file();
    text_buffer_append(&original, file.bytes, file.length);
    for (int round = 0; round < 400; round++) {
        memset(touched, 0, sizeof touched);
        memcpy(file.bytes, original.bytes, file.length);
        for (size_t count = 1 + random_below(8); count > 0; count--) {
            size_t bit = random_below(file.length * 8);
            touch(bit, bit);
            file.bytes[bit / 8] ^= (char)(0x80 >> bit % 8);
        }
        read_packed(&outcome, &file);
        CHECK(missing_blocks() >= 0, "round %d: %zu bytes, %zu gaps, '%s'", round,
              outcome.bytes.length, outcome.gaps, outcome.message);
    }
    text_buffer_free(&original);
}

/* Garbage outside of streams is reported and costs nothing else. */
static void test_rubbish(void) {
    enum { before, between, after };
    for (int place = before; place <= after; place++)
        for (size_t length = 1; length < 40; length++) {
            begin_file();
            if (place != before)
                add_stream(9, kind_text, 700, 300);
            size_t at = place == before ? 0 : content.length;
            for (size_t i = 0; i < length; i++)
                text_buffer_append_byte(&file, length % 3 ? (char)random_below(256) : '\0');
            if (place != after)
                add_stream(9, kind_text, 500, 300);
            read_packed(&outcome, &file);
            CHECK(came_out(&outcome, content.bytes, content.length) && outcome.gaps == 1 &&
                      outcome.gap_at[0] == at,
                  "%zu bytes of rubbish, place %d: %zu bytes, %zu gaps, '%s'", length, place,
                  outcome.bytes.length, outcome.gaps, outcome.message);
        }
}

/*
 * A stream of five blocks in another order, between two whole streams. Each block is whole by
 * itself; only the checksum of the stream is wrong.
 */
static void check_order(const size_t *order, size_t count, bool right) {
    struct bit_file made = {0};
    struct text_buffer expected = {0};
    begin_file();
    add_stream(9, kind_text, 400, 400);
    size_t begin = file.length;
    add_stream(9, kind_text, 1000, 200);
    size_t end = file.length, tail = content.length;
    add_stream(9, kind_text, 300, 100);
    end_file();
    copy_bits(&made, file.bytes, 0, (begin + 4) * 8);
    text_buffer_append(&expected, content.bytes, 400);
    for (size_t i = 0; i < count; i++) {
        const struct block *block = &blocks[1 + order[i]];
        copy_bits(&made, file.bytes, block->bit, block->end);
        text_buffer_append(&expected, content.bytes + block->offset, block->length);
    }
    size_t middle = expected.length;
    copy_bits(&made, file.bytes, blocks[5].end, blocks[5].end + 80);
    pad_bits(&made);
    copy_bits(&made, file.bytes, end * 8, file.length * 8);
    text_buffer_append(&expected, content.bytes + tail, content.length - tail);
    read_packed(&outcome, &made.bytes);
    CHECK(came_out(&outcome, expected.bytes, expected.length), "%zu blocks: %zu bytes of %zu",
          count, outcome.bytes.length, expected.length);
    CHECK(outcome.gaps == !right && (right || outcome.gap_at[0] == middle),
          "%zu blocks: %zu gaps, '%s'", count, outcome.gaps, outcome.message);
    text_buffer_free(&expected);
    free_bits(&made);
}

static void test_order_of_blocks(void) {
    check_order((const size_t[]){0, 1, 2, 3, 4}, 5, true);
    check_order((const size_t[]){1, 0, 2, 3, 4}, 5, false);
    check_order((const size_t[]){0, 1, 2, 4, 3}, 5, false);
    check_order((const size_t[]){1, 2, 3, 4}, 4, false);
    check_order((const size_t[]){0, 1, 3, 4}, 4, false);
    check_order((const size_t[]){0, 1, 2, 3}, 4, false);
    check_order((const size_t[]){0, 1, 2, 2, 3, 4}, 6, false);
    check_order(NULL, 0, false);
}

/* Damage in one stream does not disable the checksum of the next one. */
static void test_damage_in_two_streams(void) {
    begin_file();
    add_stream(9, kind_text, 400, 400);
    add_stream(9, kind_text, 600, 200);
    end_file();
    file.bytes[blocks[0].bit / 8 + 8] ^= 1;
    file.bytes[blocks[3].end / 8 + 8] ^= 1;
    memset(touched, 0, sizeof touched);
    touched[0] = true;
    read_packed(&outcome, &file);
    CHECK(missing_blocks() == 1 && outcome.gaps == 2 && outcome.gap_at[1] == 600,
          "%zu bytes, %zu gaps, '%s'", outcome.bytes.length, outcome.gaps, outcome.message);
}

/* ---- Resuming -------------------------------------------------------------------------------- */

static char path[temporary_path];

/* Reads the file from a bit on, after the first `pieces` pieces were read. */
static void read_from(int64_t bit, int pieces) {
    struct failure failure;
    struct piece piece = {0};
    struct input *input = input_open(path, &failure);
    struct piece_joiner *joiner = piece_joiner_open(true, -1);
    outcome_clear(&outcome);
    for (int i = 0; i < pieces; i++)
        input_next(input, &piece, &failure);
    if (!input_resume(input, bit, &failure))
        abort();
    while (take_out(joiner, &outcome)) {
        if (input_next(input, &piece, &failure) != input_more)
            piece_joiner_add(joiner, NULL);
        else if (bzip2_unpack(kept_unpacker(), &piece, 1 << 20))
            piece_joiner_add(joiner, &piece);
    }
    piece_free(&piece);
    piece_joiner_close(joiner);
    input_close(input);
}

static void check_tails(void) {
    for (size_t i = 0; i < block_count; i++) {
        read_from((int64_t)blocks[i].bit, i % 2 ? 1 : 4);
        CHECK(came_out(&outcome, content.bytes + blocks[i].offset,
                       content.length - blocks[i].offset) &&
                  outcome.gaps == 0,
              "from block %zu: %zu bytes, '%s'", i, outcome.bytes.length, outcome.message);
    }
}

static void test_resumption(void) {
    make_small_file();
    put_file(path, file.bytes, file.length);
    check_tails();
    begin_file();
    add_stream(9, kind_text, 0, 1);
    for (int i = 0; i < 3; i++)
        add_stream(1, kind_noise, 250000, 60000);
    end_file();
    put_file(path, file.bytes, file.length);
    check_tails();
}

/* From a bit where no block begins, the following blocks come out. */
static void test_resumption_anywhere(void) {
    make_small_file();
    put_file(path, file.bytes, file.length);
    for (size_t bit = 1; bit < file.length * 8; bit += 7) {
        memset(touched, 0, sizeof touched);
        touch(0, bit);
        read_from((int64_t)bit, 1);
        size_t first = 0;
        while (first < block_count && blocks[first].bit < bit)
            first++;
        size_t offset = first < block_count ? blocks[first].offset : content.length;
        CHECK(came_out(&outcome, content.bytes + offset, content.length - offset),
              "from bit %zu: %zu bytes, '%s'", bit, outcome.bytes.length, outcome.message);
    }
}

/*
 * ---- Blocks that the compressor does not write --------------------------------------------------
 */

/* A file of one block: these bits, with that checksum. */
static void make_one_block(struct bit_file *made, const struct text_buffer *bits, size_t count,
                           uint32_t checksum) {
    free_bits(made);
    put_bits(made, 0x425A6839, 32);
    copy_bits(made, bits->bytes, 0, 48);
    put_bits(made, checksum, 32);
    copy_bits(made, bits->bytes, 80, count);
    put_bits(made, end_mark, 48);
    put_bits(made, checksum, 32);
    pad_bits(made);
}

/* The loader accepts what libbz2 accepts, with the same bytes, which are left in `text`. */
static bool check_with_libbz2(const char *what, const struct bit_file *made,
                              struct text_buffer *text) {
    bool accepted = libbz2_reads(text, &made->bytes);
    read_packed(&outcome, &made->bytes);
    CHECK(accepted == (outcome.gaps == 0), "%s: libbz2 accepts: %d, '%s'", what, accepted,
          outcome.message);
    CHECK((outcome.bytes.length == 0 && !accepted) || came_out(&outcome, text->bytes, text->length),
          "%s: %zu bytes of %zu", what, outcome.bytes.length, text->length);
    return accepted;
}

/*
 * Blocks with a few bits flipped, first with their own checksum, then with that of the bytes which
 * libbz2 makes of them. Of the first block of each kind, only the bit for "randomised" is flipped.
 */
static void test_flipped_blocks(void) {
    enum { randomised_bit = 80, header = 500 };
    int rounds = test_is_long() ? 2000 : 200;
    static const char *const names[] = {"text", "noise", "runs"};
    struct text_buffer bits = {0}, text = {0};
    struct bit_file made = {0};
    int accepted = 0;
    for (int round = 0; round < 3 * rounds; round++) {
        enum kind kind = (enum kind)(round / rounds);
        bool randomised = round % rounds == 0;
        if (round % 100 == 0) {
            size_t length = (1000 + random_below(2000)) * (kind == kind_runs ? 100 : 1);
            begin_file();
            add_stream(9, kind, length, length);
            end_file();
        }
        size_t count = blocks[0].end - blocks[0].bit;
        text_buffer_clear(&bits);
        text_buffer_append(&bits, file.bytes + 4, (count + 7) / 8);
        for (size_t flips = randomised ? 1 : 1 + random_below(3); flips > 0; flips--) {
            size_t most = random_below(2) && count > header ? header : count;
            size_t bit = randomised_bit + (randomised ? 0 : random_below(most - randomised_bit));
            bits.bytes[bit / 8] ^= (char)(0x80 >> bit % 8);
        }
        make_one_block(&made, &bits, count,
                       bit_run_read(&(struct bit_run){.bytes = bits, .count = count}, 48, 32));
        bool same = check_with_libbz2(names[kind], &made, &text);
        make_one_block(&made, &bits, count, checksum_of(&text));
        bool right = check_with_libbz2(names[kind], &made, &text);
        CHECK(!randomised || (right && !same), "%s: randomised: %d, %d", names[kind], right, same);
        accepted += right;
    }
    CHECK(accepted > rounds / 2, "libbz2 accepts %d", accepted);
    text_buffer_free(&bits);
    text_buffer_free(&text);
    free_bits(&made);
}

/* ---- Parts of a block ------------------------------------------------------------------------ */

enum { parts_max = 8 };

/*
 * Makes a piece of the bits from `from` to `to`, as the scanner would if a magic number began
 * there.
 */
static void add_part(struct piece_joiner *joiner, size_t from, size_t to, bool end) {
    struct piece piece = {.kind = end ? piece_stream_end : piece_block,
                          .file_bit = (int64_t)from,
                          .file_end = (int64_t)(to / 8)};
    bit_run_set(&piece.packed, file.bytes, from, to - from);
    if (to - from >= 80)
        piece.checksum = bit_run_read(&piece.packed, 48, 32);
    if (!bzip2_unpack(kept_unpacker(), &piece, 1 << 20) || !take_out(joiner, &outcome))
        abort();
    piece_joiner_add(joiner, &piece);
    piece_free(&piece);
}

/* Splits a block at `cuts`, in order, and joins it again between two whole blocks. */
static void check_parts(const size_t *cuts, size_t count, bool ends) {
    struct piece_joiner *joiner = piece_joiner_open(true, 0);
    size_t from = blocks[1].bit;
    outcome_clear(&outcome);
    add_part(joiner, blocks[0].bit, blocks[0].end, false);
    for (size_t i = 0; i < count; from = cuts[i++])
        add_part(joiner, from, cuts[i], ends && i > 0);
    add_part(joiner, from, blocks[1].end, ends);
    add_part(joiner, blocks[2].bit, blocks[2].end, false);
    take_out(joiner, &outcome);
    piece_joiner_add(joiner, NULL);
    take_out(joiner, &outcome);
    CHECK(came_out(&outcome, content.bytes, content.length) && outcome.starts == 3 &&
              outcome.file_bit[1] == (int64_t)blocks[1].bit,
          "%zu cuts, the first at bit %zu: %zu bytes, '%s'", count, cuts[0] - blocks[1].bit,
          outcome.bytes.length, outcome.message);
    CHECK(outcome.gaps == 1, "no more than that the file has no end: %zu gaps, '%s'", outcome.gaps,
          outcome.message);
    piece_joiner_close(joiner);
}

/*
 * A block that is cut anywhere, into up to eight parts, is joined again. At least 45 bits follow
 * the last cut, because magic numbers overlap by at most three bits.
 */
static void test_parts(void) {
    begin_file();
    add_stream(9, kind_text, 1200, 400);
    end_file();
    size_t bits = blocks[1].end - 45 - blocks[1].bit, cuts[parts_max];
    for (size_t at = 1; at < bits; at += at < 200 ? 1 : 13) {
        cuts[0] = blocks[1].bit + at;
        check_parts(cuts, 1, at % 2);
    }
    for (int round = 0; round < 100; round++) {
        size_t count = 1 + random_below(parts_max - 1), space = bits / count;
        for (size_t i = 0; i < count; i++)
            cuts[i] = blocks[1].bit + i * space + 1 + random_below(space - 1);
        check_parts(cuts, count, round % 2);
    }
}

/* ---- Hostile files --------------------------------------------------------------------------- */

static double seconds_to_read(void) {
    clock_t begin = clock();
    read_packed(&outcome, &file);
    return test_seconds(begin);
}

static void make_magic_every_10_bytes(size_t length) {
    text_buffer_clear(&file);
    text_buffer_append(&file, "BZh9", 4);
    while (file.length < length) {
        text_buffer_append(&file, random_below(4) ? "1AY&SY" : "\x17rE8P\x90", 6);
        for (int i = 0; i < 4; i++)
            text_buffer_append_byte(&file, (char)random_below(256));
    }
}

static void make_no_magic(size_t length) {
    text_buffer_clear(&file);
    text_buffer_append(&file, "BZh91AY&SY", 10);
    while (file.length < length)
        text_buffer_append_byte(&file, (char)random_below(256));
}

/* Bytes at which the scanner has to look closer as often as possible. */
static void make_half_magic(size_t length) {
    text_buffer_clear(&file);
    text_buffer_append(&file, "BZh9", 4);
    while (file.length < length)
        text_buffer_append(&file, "1AY&S", 5);
}

/* Twice the size takes about twice as long, and lost bytes are always reported. */
static void check_linear(const char *what, void (*make)(size_t length), size_t length) {
    make(length);
    double once = seconds_to_read();
    CHECK(outcome.bytes.length == 0 && outcome.gaps > 0, "%s: %zu bytes, %zu gaps", what,
          outcome.bytes.length, outcome.gaps);
    make(length * 2);
    double both = seconds_to_read();
    CHECK(both < 3.5 * once + 0.05, "%s: %.3f s, twice as much %.3f s", what, once, both);
}

static void test_hostile_files(void) {
    check_linear("a magic number every 10 bytes", make_magic_every_10_bytes, 40000);
    check_linear("no magic number", make_no_magic, 5 << 20);
    check_linear("half of one, again and again", make_half_magic, 5 << 20);
    for (size_t count = 1; count < 30; count++) {
        text_buffer_clear(&file);
        text_buffer_append(&file, "BZh9", 4);
        for (size_t i = 0; i < count; i++)
            text_buffer_append(&file, i % 3 ? "1AY&SY" : "\x17rE8P\x90", 6);
        read_packed(&outcome, &file);
        CHECK(outcome.bytes.length == 0 && outcome.gaps > 0, "%zu magic numbers", count);
    }
}

/* A magic number may begin in the last bits of another one and cut it short, at any bit. */
static void test_overlapping_magic(void) {
    static const char stale[] = "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF";
    enum { overlap = 2 };
    for (unsigned skew = 0; skew < 8; skew++) {
        struct bit_file bits = {0};
        put_bits(&bits, 0x425A6839, 32);
        put_bits(&bits, 0, skew);
        put_bits(&bits, end_mark >> overlap, 48 - overlap);
        put_bits(&bits, block_mark, 48);
        put_bits(&bits, 0, 64);
        struct chunks chunks = {bzip2_scanner_open(0), bits.bytes.bytes, bits.bytes.length,
                                1 << 16};
        struct piece piece = {0};
        text_buffer_append(&piece.packed.bytes, stale, sizeof stale - 1);
        bool end = next_piece(&chunks, &piece) &&
                   (piece.kind != piece_junk || next_piece(&chunks, &piece)) &&
                   piece.kind == piece_stream_end && piece.packed.count == 48 - overlap;
        CHECK(end && !piece.tidy, "at bit %u: the end of a stream", skew);
        CHECK(next_piece(&chunks, &piece) && piece.kind == piece_block, "at bit %u: a block", skew);
        piece_free(&piece);
        bzip2_scanner_close(chunks.scanner);
        free_bits(&bits);
    }
}

static bool scan_whole(const char *bytes, size_t length) {
    struct chunks chunks = {bzip2_scanner_open(0), bytes, length, length};
    struct piece piece = {0};
    while (next_piece(&chunks, &piece))
        continue;
    piece_free(&piece);
    bzip2_scanner_close(chunks.scanner);
    return true;
}

/* The time of the scanner is linear even if it gets the whole file as one chunk. */
static void test_scanner_time(void) {
    make_magic_every_10_bytes(2 << 20);
    CHECK(takes_linear_time(scan_whole, file.bytes, file.length), "2 MB");
}

/* ---- Long blocks ----------------------------------------------------------------------------- */

/* The longest possible block, 46 MB of one letter, by itself and between others. */
static void test_longest_block(void) {
    enum { length = 45800000 };
    begin_file();
    add_content(kind_text, 1000);
    size_t begin = content.length;
    if (!text_buffer_reserve(&content, length))
        abort();
    memset(content.bytes + begin, 'a', length);
    content.length += length;
    put_stream(&file, 9, content.bytes, 1000, 0);
    put_stream(&file, 9, content.bytes + begin, length, 0);
    add_content(kind_text, 1000);
    put_stream(&file, 9, content.bytes + begin + length, 1000, 0);
    check_whole("a block of 46 MB");
    CHECK(outcome.starts == 3, "%zu blocks", outcome.starts);
    find_marks(&marks, file.bytes, file.length);
    file.bytes[marks.bits[4] / 8 + 8] ^= 1; /* in the checksum of the third block */
    read_packed(&outcome, &file);
    CHECK(outcome.bytes.length == 1000 + length && outcome.gaps == 1, "%zu bytes, %zu gaps",
          outcome.bytes.length, outcome.gaps);
}

/* A broken one is found when its turn comes. */
static void test_broken_long_block(void) {
    enum { length = 3000000 };
    begin_file();
    add_stream(9, kind_text, 400, 400);
    size_t begin = file.length;
    add_stream(9, kind_runs, length, length);
    size_t end = file.length;
    add_stream(9, kind_text, 400, 400);
    end_file();
    int lost = 0, tried = 0;
    for (size_t at = begin + 20; at + 10 < end; at += 67, tried++) {
        memset(touched, 0, sizeof touched);
        touch(at * 8, at * 8 + 7);
        file.bytes[at] ^= 0x10;
        read_packed(&outcome, &file);
        file.bytes[at] ^= 0x10;
        int missing = missing_blocks();
        CHECK(missing == (int)outcome.gaps && missing <= 1, "byte %zu: %zu bytes, %zu gaps", at,
              outcome.bytes.length, outcome.gaps);
        lost += missing;
    }
    CHECK(lost * 2 > tried, "%d of %d damaged bytes cost the block", lost, tried);
}

/* Many of them: the memory that the joiner returns for the next piece does not grow. */
static void test_memory_of_long_blocks(void) {
    enum { length = 9500000, usual = 9 << 20, count = 4 };
    struct piece piece = {0};
    size_t most = 0;
    begin_file();
    add_content(kind_runs, length);
    for (int i = 0; i < count; i++)
        put_stream(&file, 9, content.bytes, length, 0);
    struct chunks chunks = {bzip2_scanner_open(0), file.bytes, file.length, 1 << 16};
    struct piece_joiner *joiner = piece_joiner_open(true, 0);
    outcome_clear(&outcome);
    while (take_out(joiner, &outcome)) {
        if (!next_piece(&chunks, &piece))
            piece_joiner_add(joiner, NULL);
        else if (bzip2_unpack(kept_unpacker(), &piece, 1 << 20))
            piece_joiner_add(joiner, &piece);
        most = piece.bytes.capacity > most ? piece.bytes.capacity : most;
        CHECK(outcome.bytes.length % length == 0, "%zu bytes", outcome.bytes.length);
        outcome.bytes.length = 0;
    }
    CHECK(outcome.starts == count && most <= usual, "%zu blocks, a piece of %zu bytes",
          outcome.starts, most);
    piece_free(&piece);
    piece_joiner_close(joiner);
    bzip2_scanner_close(chunks.scanner);
}

int main(void) {
    REQUIRE(make_temporary_file(path));
    random_state = 13;
    RUN_TESTS(test_levels, test_repeats, test_streams, test_chunks, test_truncation,
              test_flipped_bits, test_changed_bytes, test_much_damage, test_rubbish,
              test_order_of_blocks, test_damage_in_two_streams, test_resumption,
              test_resumption_anywhere, test_flipped_blocks, test_parts, test_hostile_files,
              test_overlapping_magic, test_scanner_time, test_longest_block, test_broken_long_block,
              test_memory_of_long_blocks);
    unlink(path);
    text_buffer_free(&file);
    text_buffer_free(&content);
    text_buffer_free(&outcome.bytes);
    return test_end("loader/test_bzip2");
}
