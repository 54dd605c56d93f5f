/* connection.c - see connection.h. */
#include "collection.h"

#include <assert.h>

static void *resize(void *memory, size_t size) {
    return sqlite3_realloc64(memory, size);
}

static void release(void *memory) {
    sqlite3_free(memory);
}

const struct allocator sqlite_allocator = {resize, release};

/* Memory for texts of up to this many code points is kept for the next call. */
enum { keep_points_max = 1 << 18 };

/*
 * sqlite3_is_interrupted() exists only since SQLite 3.41. In all versions, a statement started
 * while another is running ends at once if the connection was interrupted.
 *
 * This statement also calls the host's progress handler, which counts the instructions of each
 * statement separately: it has more than a thousand. SELECT is all that an authorizer must allow.
 */
#define SIX "(1),(1),(1),(1),(1),(1)"
#define MANY "(VALUES" SIX "," SIX "," SIX "," SIX ")"
static const char probe[] = "SELECT 1 FROM " MANY "," MANY " LIMIT -1 OFFSET 1000";

/* If the probe exceeds limits that the host has set, a short statement detects interrupts. */
static bool is_interrupted(void *db) {
    int code = sqlite3_exec(db, probe, NULL, NULL, NULL);
    if (code != SQLITE_OK && code != SQLITE_INTERRUPT)
        code = sqlite3_exec(db, "SELECT 1", NULL, NULL, NULL);
    return code == SQLITE_INTERRUPT;
}

struct interruption interruption_of(sqlite3 *db) {
    return (struct interruption){.should_stop = is_interrupted, .context = db};
}

int interruption_code(struct interruption *interruption) {
    int code = interruption->stopped ? SQLITE_INTERRUPT : SQLITE_NOMEM;
    interruption->stopped = false;
    return code;
}

struct connection *connection_new(sqlite3 *db) {
    struct connection *connection = sqlite3_malloc64(sizeof *connection);
    if (!connection)
        return NULL;
    *connection = (struct connection){.references = 1, .interruption = interruption_of(db)};
    connection->set_similarity.interruption = &connection->interruption;
    connection->edit_distance.interruption = &connection->interruption;
    connection->minhash.interruption = &connection->interruption;
    connection->words.interruption = &connection->interruption;
    connection->folding.interruption = &connection->interruption;
    connection->projection.interruption = &connection->interruption;
    return connection;
}

static void free_workspaces(struct connection *connection) {
    set_similarity_workspace_free(&connection->set_similarity, &sqlite_allocator);
    shingle_filter_free(&connection->shingle_filter, &sqlite_allocator);
    edit_distance_workspace_free(&connection->edit_distance, &sqlite_allocator);
    minhash_workspace_free(&connection->minhash, &sqlite_allocator);
    differences_free(&connection->differences, &sqlite_allocator);
    word_hashes_free(&connection->words, &sqlite_allocator);
    folding_free(&connection->folding, &sqlite_allocator);
    terms_free(&connection->terms, &sqlite_allocator);
}

void kept_collection_release(struct kept_collection *kept) {
    collection_release(kept->collection);
    sqlite3_free(kept->name);
    *kept = (struct kept_collection){0};
}

void kept_collections_release(struct connection *connection, bool of_runs_only) {
    for (int i = 0; i < kept_max; i++)
        if (!of_runs_only || connection->kept[i].of_run)
            kept_collection_release(&connection->kept[i]);
}

void connection_release(void *user_data) {
    struct connection *connection = user_data;
    assert(connection->references > 0);
    if (--connection->references > 0)
        return;
    kept_collections_release(connection, false);
    free_workspaces(connection);
    match_probability_free(connection->probability);
    projection_workspace_free(&connection->projection, &sqlite_allocator);
    for (int i = 0; i < connection_hyperplanes_max; i++)
        hyperplanes_free(connection->hyperplanes[i], &sqlite_allocator);
    sqlite3_free(connection->permutation);
    sqlite3_free(connection->error.message);
    sqlite3_free(connection->schema);
    sqlite3_free(connection->left);
    sqlite3_free(connection->cache_sizes);
    sqlite3_free(connection);
}

struct match_probability *connection_probability(struct connection *connection,
                                                 const struct minhash_parameters *parameters) {
    struct match_probability *probability = connection->probability;
    if (probability && minhash_parameters_equal(&connection->probability_parameters, parameters))
        return probability;
    match_probability_free(probability);
    connection->probability =
        match_probability_new(&sqlite_allocator, parameters, &connection->interruption);
    connection->probability_parameters = *parameters;
    return connection->probability;
}

const struct hyperplanes *connection_hyperplanes(struct connection *connection, uint32_t dimensions,
                                                 uint32_t bits, int64_t seed) {
    for (int i = 0; i < connection_hyperplanes_max; i++) {
        const struct hyperplanes *kept = connection->hyperplanes[i];
        if (kept && kept->dimensions == dimensions && kept->bits == bits && kept->seed == seed)
            return kept;
    }
    struct hyperplanes **place = connection->hyperplanes + connection->hyperplanes_next;
    connection->hyperplanes_next = (connection->hyperplanes_next + 1) % connection_hyperplanes_max;
    hyperplanes_free(*place, &sqlite_allocator);
    *place = hyperplanes_new(&sqlite_allocator, dimensions, bits, seed, &connection->interruption);
    return *place;
}

void connection_trim(struct connection *connection) {
    const struct code_points *texts[] = {&connection->set_similarity.a,
                                         &connection->set_similarity.b,
                                         &connection->edit_distance.a,
                                         &connection->edit_distance.b,
                                         &connection->minhash.points,
                                         &connection->words.text,
                                         &connection->folding.text,
                                         &connection->folding.folded,
                                         &connection->differences.pair.sentences[0].words.text,
                                         &connection->differences.pair.sentences[1].words.text};
    bool large = connection->folding.capacity > keep_points_max * sizeof(uint32_t) ||
                 connection->minhash.words.capacity > keep_points_max ||
                 connection->words.capacity > keep_points_max;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        large |= texts[i]->capacity > keep_points_max;
    if (large)
        free_workspaces(connection);
}
