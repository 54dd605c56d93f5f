/* changed_values.c - see changed_values.h. */
#include "changed_values.h"

#include "../values/value_agreement.h"

/* Whether the other sentence has a value in the same hunk that this one would contradict. */
static bool is_exchanged(const struct changed_value *value, const struct changed_values *others) {
    for (size_t i = 0; i < others->count; i++) {
        const struct changed_value *other = &others->items[i];
        if (!other->settled && other->hunk == value->hunk &&
            value_comparable(other->value, value->value))
            return true;
    }
    return false;
}

void changed_values_find(struct changed_values *values, const struct sentence_pair *pair) {
    const struct hunk *hunks = pair->alignment.hunks;
    for (int side = 0; side < 2; side++) {
        const struct values *all = &pair->sentences[side].values;
        size_t hunk = 0, count = 0;
        for (size_t i = 0; i < all->count && count < changed_values_max; i++) {
            const struct value *value = &all->items[i];
            while (hunk < pair->alignment.count &&
                   hunk_range(&hunks[hunk], side).end <= value->bound)
                hunk++;
            if (hunk == pair->alignment.count)
                break;
            if (hunk_range(&hunks[hunk], side).begin < value->end)
                values[side].items[count++] = (struct changed_value){value, hunk, false};
        }
        values[side].count = count;
    }
    for (size_t i = 0; i < values[0].count; i++) {
        struct changed_value *x = &values[0].items[i];
        for (size_t k = 0; k < values[1].count && !x->settled; k++) {
            struct changed_value *y = &values[1].items[k];
            if (y->settled || !value_same(x->value, y->value))
                continue;
            if (x->hunk == y->hunk ||
                (!is_exchanged(x, &values[1]) && !is_exchanged(y, &values[0])))
                x->settled = y->settled = true;
        }
    }
}
