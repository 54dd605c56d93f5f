/* connection.c - see connection.h. */
#include "connection.h"

static void *resize(void *memory, size_t size) {
    return sqlite3_realloc64(memory, size);
}

static void release(void *memory) {
    sqlite3_free(memory);
}

const struct allocator sqlite_allocator = {resize, release};

/* Texts of up to this many code points may keep their memory for the next one. */
enum { keep_points = 1 << 18 };

/*
 * SQLite says so itself since 3.41 only. In all versions a statement that begins while another
 * runs, as one does now, ends at once if the connection was interrupted.
 *
 * It also calls the progress handler, which counts the instructions of each statement by itself:
 * this one has more than a thousand. It needs nothing that an authorizer could forbid but SELECT.
 */
#define SIX "(1),(1),(1),(1),(1),(1)"
#define MANY "(VALUES" SIX "," SIX "," SIX "," SIX ")"
static const char question[] = "SELECT 1 FROM " MANY "," MANY " LIMIT -1 OFFSET 1000";

/* Where the host has set limits that this question exceeds, a short one notices interrupts. */
static bool interrupted(void *db) {
    int code = sqlite3_exec(db, question, NULL, NULL, NULL);
    if (code != SQLITE_OK && code != SQLITE_INTERRUPT)
        code = sqlite3_exec(db, "SELECT 1", NULL, NULL, NULL);
    return code == SQLITE_INTERRUPT;
}

struct interruption interruption_of(sqlite3 *db) {
    return (struct interruption){.asked = interrupted, .context = db};
}

int interruption_code(struct interruption *interruption) {
    int code = interruption->given_up ? SQLITE_INTERRUPT : SQLITE_NOMEM;
    interruption->given_up = false;
    return code;
}

struct connection *connection_new(sqlite3 *db) {
    struct connection *connection = sqlite3_malloc64(sizeof *connection);
    if (!connection)
        return NULL;
    *connection = (struct connection){.references = 1, .interruption = interruption_of(db)};
    connection->set.interruption = &connection->interruption;
    connection->edit.interruption = &connection->interruption;
    connection->minhash.interruption = &connection->interruption;
    return connection;
}

static void free_work(struct connection *connection) {
    set_work_free(&connection->set, &sqlite_allocator);
    edit_work_free(&connection->edit, &sqlite_allocator);
    minhash_work_free(&connection->minhash, &sqlite_allocator);
    differences_free(&connection->differences, &sqlite_allocator);
}

void connection_release(void *user_data) {
    struct connection *connection = user_data;
    if (--connection->references > 0)
        return;
    free_work(connection);
    minhash_family_free(connection->family);
    match_probability_free(connection->probability);
    sqlite3_free(connection);
}

struct minhash_family *connection_family(struct connection *connection,
                                         const struct minhash_parameters *parameters) {
    struct minhash_family *family = connection->family;
    if (family && minhash_parameters_equal(minhash_family_parameters(family), parameters))
        return family;
    minhash_family_free(family);
    connection->family = minhash_family_new(&sqlite_allocator, parameters);
    return connection->family;
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

void connection_trim(struct connection *connection) {
    const struct code_points *texts[] = {&connection->set.a,
                                         &connection->set.b,
                                         &connection->edit.a,
                                         &connection->edit.b,
                                         &connection->minhash.points,
                                         &connection->differences.pair.sentences[0].words.text,
                                         &connection->differences.pair.sentences[1].words.text};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        if (texts[i]->capacity > keep_points) {
            free_work(connection);
            return;
        }
    }
}
