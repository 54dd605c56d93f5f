/*
 * documents.c - collect_documents(id, text), and collect_candidates(a, b [, score]).
 *
 *     SELECT *
 *       FROM aligned_passages((SELECT collect_documents(id, text) FROM note),
 *                             (SELECT collect_candidates(a, b) FROM candidate));
 *
 *   collect_documents()    aggregate: the words of documents (core/passages/document_set.h)
 *   collect_candidates()   aggregate: pairs of these (core/passages/document_pairs.h)
 *
 *   (1) Rows with the same id that follow each other are one document: their texts are joined by
 *       one space. An id that comes back later is an error.
 *   (2) Rows with a NULL are ignored. A candidate without a score has the score 0.
 *   (3) Candidates that repeat are one, with the highest score, and so are (a, b) and (b, a). A
 *       document is no candidate of itself.
 *   (4) The results are pointers, see document_pointers.h.
 */
#include "document_pointers.h"

#include "connection.h"

static const char documents_type[] = "neardup documents", candidates_type[] = "neardup candidates";

/* ---- collect_documents() --------------------------------------------------------------------- */

struct collected_documents *documents_argument(struct arguments *arguments, sqlite3_value *value) {
    return argument_pointer(arguments, "documents", "collect_documents", documents_type, value);
}

void documents_release(void *pointer) {
    struct collected_documents *documents = pointer;
    if (!documents || --documents->references > 0)
        return;
    document_set_free(&documents->set, &sqlite_allocator);
    sqlite3_free(documents);
}

static struct collected_documents *documents_new(sqlite3_context *context) {
    struct collected_documents *documents = sqlite3_malloc64(sizeof *documents);
    if (!documents)
        return NULL;
    *documents = (struct collected_documents){
        .references = 1, .interruption = interruption_of(sqlite3_context_db_handle(context))};
    documents->set.words.interruption = &documents->interruption;
    return documents;
}

static void record_failure(struct arguments *arguments, struct collected_documents *documents,
                           enum document_set_result result, int64_t id) {
    switch (result) {
    case document_set_ok:
        break;
    case document_set_no_memory:
        arguments->code = interruption_code(&documents->interruption);
        break;
    case document_set_too_long:
        arguments_refuse(arguments, "the document with id %lld is longer than %d bytes",
                         (long long)id, DOCUMENT_LENGTH_MAX);
        break;
    case document_set_too_many:
        arguments_refuse(arguments, "there are more than %d documents", DOCUMENT_SET_MAX);
        break;
    case document_set_repeated:
        arguments_refuse(arguments, "the texts with id %lld do not follow each other",
                         (long long)id);
        break;
    }
}

void collect_documents_step(sqlite3_context *context, int count, sqlite3_value **values) {
    if (arguments_any_null(count, values))
        return;
    struct arguments arguments = {.function = "collect_documents"};
    int64_t id = argument_integer(&arguments, "id", values[0], INT64_MIN, INT64_MAX);
    struct argument_bytes text = argument_text(&arguments, "text", values[1]);
    struct collected_documents **place = sqlite3_aggregate_context(context, sizeof *place);
    if (place && !*place)
        *place = documents_new(context);
    if (!place || !*place)
        arguments.code = SQLITE_NOMEM;
    else if (arguments.code == SQLITE_OK)
        record_failure(
            &arguments, *place,
            document_set_add(&(*place)->set, &sqlite_allocator, id, text.bytes, text.length), id);
    if (arguments.code == SQLITE_OK)
        return;
    if (place && *place)
        (*place)->failed = true;
    arguments_result(&arguments, context);
}

/* Also called after an error or interrupt; SQLite then discards the result. */
void collect_documents_final(sqlite3_context *context) {
    struct arguments arguments = {.function = "collect_documents"};
    struct collected_documents **place = sqlite3_aggregate_context(context, 0);
    struct collected_documents *documents = place && *place ? *place : documents_new(context);
    if (!documents) {
        arguments.code = SQLITE_NOMEM;
    } else if (!documents->failed) {
        int64_t repeated = 0;
        enum document_set_result result =
            document_set_number(&documents->set, &sqlite_allocator, &repeated);
        record_failure(&arguments, documents, result, repeated);
    }
    if (arguments.code == SQLITE_OK) {
        sqlite3_result_pointer(context, documents, documents_type, documents_release);
    } else {
        documents_release(documents);
        arguments_result(&arguments, context);
    }
}

/* ---- collect_candidates() -------------------------------------------------------------------- */

struct collected_candidates *candidates_argument(struct arguments *arguments,
                                                 sqlite3_value *value) {
    return argument_pointer(arguments, "candidates", "collect_candidates", candidates_type, value);
}

void candidates_release(void *pointer) {
    struct collected_candidates *candidates = pointer;
    if (!candidates || --candidates->references > 0)
        return;
    document_pairs_free(&candidates->pairs, &sqlite_allocator);
    sqlite3_free(candidates);
}

static struct collected_candidates *candidates_new(void) {
    struct collected_candidates *candidates = sqlite3_malloc64(sizeof *candidates);
    if (!candidates)
        return NULL;
    *candidates = (struct collected_candidates){.references = 1};
    sqlite3_randomness(sizeof candidates->pairs.key, &candidates->pairs.key);
    return candidates;
}

void collect_candidates_step(sqlite3_context *context, int count, sqlite3_value **values) {
    if (arguments_any_null(count, values))
        return;
    struct arguments arguments = {.function = "collect_candidates"};
    int64_t a = argument_integer(&arguments, "a", values[0], INT64_MIN, INT64_MAX);
    int64_t b = argument_integer(&arguments, "b", values[1], INT64_MIN, INT64_MAX);
    float score = 0;
    if (count > 2)
        score = (float)argument_number(&arguments, "score", values[2], -score_max, score_max);
    struct collected_candidates **place = sqlite3_aggregate_context(context, sizeof *place);
    if (place && !*place)
        *place = candidates_new();
    struct document_pairs *pairs = place && *place ? &(*place)->pairs : NULL;
    if (!pairs)
        arguments.code = SQLITE_NOMEM;
    if (arguments.code == SQLITE_OK && pairs->id_count >= DOCUMENT_PAIRS_IDS_MAX - 1)
        arguments_refuse(&arguments, "there are more than %d documents",
                         DOCUMENT_PAIRS_IDS_MAX - 1);
    if (arguments.code == SQLITE_OK && !document_pairs_add(pairs, &sqlite_allocator, a, b, score))
        arguments.code = SQLITE_NOMEM;
    if (arguments.code != SQLITE_OK)
        arguments_result(&arguments, context);
}

/* Also called after an error or interrupt; SQLite then discards the result. */
void collect_candidates_final(sqlite3_context *context) {
    struct collected_candidates **place = sqlite3_aggregate_context(context, 0);
    struct collected_candidates *candidates = place && *place ? *place : candidates_new();
    struct interruption interruption = interruption_of(sqlite3_context_db_handle(context));
    struct arguments arguments = {.function = "collect_candidates"};
    if (candidates && document_pairs_sort(&candidates->pairs, &sqlite_allocator, &interruption)) {
        sqlite3_result_pointer(context, candidates, candidates_type, candidates_release);
        return;
    }
    candidates_release(candidates);
    arguments.code = interruption_code(&interruption);
    arguments_result(&arguments, context);
}
