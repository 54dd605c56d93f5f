/*
 * collect_texts.c - collect_texts(id, text, buckets [, owned]), an aggregate: the texts of buckets,
 * in memory (core/pairs/text_set.h), for similar_pairs().
 *
 * Of two texts that share a signature, the one with the smaller id must be owned, or they are not
 * compared. Texts are owned unless `owned` is 0.
 */
#include "../functions.h"
#include "collected_pairs.h"

/* The number of the text with this id. Texts usually come in the order of their numbers. */
static uint32_t number_of(const struct collected_texts *texts, int64_t id) {
    const struct bucket_set *set = &texts->buckets->set;
    uint32_t next = texts->set.added;
    return next < set->texts && set->ids[next] == id ? next : bucket_set_text(set, id);
}

static void texts_step(struct call *call, void *collection) {
    enum { argument_id, argument_text, argument_buckets, argument_owned };
    struct collected_texts *texts = collection;
    struct collected_buckets *buckets = call->given[argument_buckets].pointer;
    int64_t id = call->given[argument_id].integer;
    struct argument_bytes text = call->given[argument_text].bytes;
    bool owned = call->given[argument_owned].integer == 1;
    if (!texts->buckets && text_set_begin(&texts->set, &sqlite_allocator, buckets->set.texts))
        texts->buckets = collection_share(buckets);
    if (!texts->buckets) {
        call->code = SQLITE_NOMEM;
        return;
    }
    if (texts->buckets != buckets) {
        call_refuse(call, "argument buckets must be the same for all rows");
        return;
    }
    uint32_t number = number_of(texts, id);
    if (number == UINT32_MAX)
        return;
    if (texts->set.texts[number].utf8)
        call_refuse(call, "there are two texts with id %lld", (long long)id);
    else if (!text_set_add(&texts->set, &sqlite_allocator, number, text.bytes, text.length) ||
             (!owned && !text_set_disown(&texts->set, &sqlite_allocator, number)))
        call->code = SQLITE_NOMEM;
}

static void texts_release(void *collection) {
    struct collected_texts *texts = collection;
    text_set_free(&texts->set, &sqlite_allocator);
    collection_release(texts->buckets);
}

const struct function collect_texts_function = {
    .name = "collect_texts",
    .kind = function_aggregate,
    .arguments = ARGUMENTS(ID("id"), REQUIRED("text", text), POINTER("collect_buckets", "buckets"),
                           OPTIONAL("owned", integer, .range = {0, 1, 1})),
    .results = "POINTER",
    .size = sizeof(struct collected_texts),
    .makes = "collect_texts",
    .step = texts_step,
    .release = texts_release,
};
