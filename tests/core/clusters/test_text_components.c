/*
 * test_text_components.c - components of texts: the frozen layout, any order of edges, texts with
 * the same number, and random graphs against a search of all edges.
 */
#include "clusters/text_components.h"

#include "base/siphash.h"
#include "faulty_memory.h"
#include "random_input.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

static struct component_text text(const char *bytes) {
    return (struct component_text){(const unsigned char *)bytes, strlen(bytes)};
}

static void join(struct text_components *components, const char *a, const char *b) {
    CHECK(text_components_join(components, memory, text(a), text(b)) == union_find_ok, "%s-%s", a,
          b);
}

/* The components as "member=component " in the order of the blob. Frees the graph. */
static const char *written(struct text_components *components) {
    static char list[1 << 14];
    struct component_member *members = NULL;
    size_t size, count = 0, length = 0;
    unsigned char *blob = text_components_blob(components, memory, &size);
    CHECK(blob &&
              component_blob_read(blob, size, memory, NULL, &members, &count) ==
                  component_blob_ok &&
              component_blob_has_texts(blob, size),
          "the blob is not read");
    list[0] = '\0';
    for (size_t i = 0; i < count; i++) {
        struct component_text member = component_blob_text(blob, size, members[i].member);
        struct component_text component = component_blob_text(blob, size, members[i].component);
        length += (size_t)snprintf(list + length, sizeof list - length, "%.*s=%.*s ",
                                   (int)member.length, (const char *)member.bytes,
                                   (int)component.length, (const char *)component.bytes);
    }
    faulty_release(members);
    faulty_release(blob);
    text_components_free(components, memory);
    return list;
}

/* Frozen: the edges tea-cup, Ärmel-cup, "" with itself, salt-saltcellar. */
static void test_frozen(void) {
    static const char frozen[] = "NDC2\6\0\0\3cup\0\4salt\0\012saltcellar\1\3tea\3\6\xC3\x84rmel\4";
    struct text_components components = {.key = {1, 2}};
    join(&components, "tea", "cup");
    join(&components, "\xC3\x84rmel", "cup");
    join(&components, "", "");
    join(&components, "salt", "saltcellar");
    size_t size;
    unsigned char *blob = text_components_blob(&components, memory, &size);
    CHECK(blob && size == sizeof frozen - 1 && memcmp(blob, frozen, size) == 0, "%zu bytes", size);
    faulty_release(blob);
    CHECK(strcmp(written(&components),
                 "= cup=cup salt=salt saltcellar=salt tea=cup \xC3\x84rmel=cup ") == 0,
          "the members");
}

static void test_only_components_leave_a_trace(void) {
    static const char *const orders[][8] = {{"b", "a", "c", "d", "a", "ab", "b", "a"},
                                            {"ab", "b", "a", "b", "d", "c", "c", "c"},
                                            {"d", "c", "ab", "a", "a", "a", "b", "ab"}};
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        struct text_components components = {.key = {i, 7}};
        for (int e = 0; e < 8; e += 2)
            join(&components, orders[i][e], orders[i][e + 1]);
        const char *list = written(&components);
        CHECK(strcmp(list, "a=a ab=a b=a c=c d=c ") == 0, "order %zu: %s", i, list);
    }
    struct text_components none = {.key = {1, 1}};
    CHECK(strcmp(written(&none), "") == 0, "no edges");
}

/* "other" gets the number that "lamp" would have, and the next one is taken by "third". */
static void test_texts_with_one_number(void) {
    struct text_components components = {.key = {3, 4}};
    uint64_t number = siphash_128(components.key, "lamp", 4).words[0];
    static const char *const texts[] = {"other", "third"};
    components.bytes = (unsigned char *)memory->resize(NULL, 10);
    components.ends = memory->resize(NULL, 2 * sizeof *components.ends);
    for (uint32_t i = 0; i < 2; i++) {
        uint32_t node;
        CHECK(union_find_node(&components.forest, memory, (int64_t)(number + i), &node) ==
                      union_find_ok &&
                  node == i,
              "node %u", node);
        memcpy(components.bytes + 5 * i, texts[i], 5);
        components.ends[i] = components.byte_count = 5 * (i + 1);
    }
    components.byte_capacity = 10;
    components.end_capacity = 2;
    join(&components, "lamp", "light");
    join(&components, "light", "lamp");
    CHECK(components.forest.count == 4, "%zu nodes", components.forest.count);
    CHECK(strcmp(written(&components), "lamp=lamp light=lamp other=other third=third ") == 0,
          "texts with the same number are joined");
}

/* Names of a few letters, so that many begin with others; and some long ones. */
static void name_node(unsigned node, char name[100]) {
    snprintf(name, 100, "%.*s%x", node % 3 ? 0 : 80,
             "a text that is longer than what is compared at once, and that others share, too",
             node * 7);
}

static void test_random_graphs(void) {
    enum { nodes = 60 };
    for (int graph = 0; graph < 60; graph++) {
        struct text_components components = {.key = {random_word(), random_word()}};
        unsigned component[nodes];
        char names[nodes][100], expected[1 << 14] = "";
        bool present[nodes] = {false}, told[nodes] = {false};
        for (unsigned i = 0; i < nodes; i++) {
            component[i] = i;
            name_node(i, names[i]);
        }
        for (size_t e = random_below(80); e > 0; e--) {
            unsigned a = (unsigned)random_below(nodes), b = (unsigned)random_below(nodes);
            unsigned from = component[a], to = component[b];
            join(&components, names[a], names[b]);
            present[a] = present[b] = true;
            for (unsigned i = 0; i < nodes; i++)
                component[i] = component[i] == from ? to : component[i];
        }
        for (;;) {
            int least = -1, first = -1;
            for (int i = 0; i < nodes; i++)
                if (present[i] && !told[i] && (least < 0 || strcmp(names[i], names[least]) < 0))
                    least = i;
            if (least < 0)
                break;
            for (int i = 0; i < nodes; i++)
                if (present[i] && component[i] == component[least] &&
                    (first < 0 || strcmp(names[i], names[first]) < 0))
                    first = i;
            told[least] = true;
            size_t length = strlen(expected);
            snprintf(expected + length, sizeof expected - length, "%s=%s ", names[least],
                     names[first]);
        }
        CHECK(strcmp(written(&components), expected) == 0, "graph %d", graph);
    }
}

/*
 * Memory runs out in any place: the join that meets it fails, and what is there by then is whole.
 * Some texts are long, so the arrays of bytes and of their ends do not grow at the same time.
 */
static void test_no_memory(void) {
    enum { nodes = 100 };
    FOR_EACH_FAULT(n) {
        struct text_components components = {.key = {n, 5}};
        enum union_find_result result = union_find_ok;
        char names[2][100];
        for (unsigned i = 0; i < nodes && result == union_find_ok; i += 2) {
            name_node(i, names[0]);
            name_node(i + 1, names[1]);
            result = text_components_join(&components, memory, text(names[0]), text(names[1]));
        }
        CHECK((result == union_find_no_memory) == faulty.failed, "allocation %lu: result %d", n,
              (int)result);
        size_t size;
        unsigned char *blob =
            result == union_find_ok ? text_components_blob(&components, memory, &size) : NULL;
        CHECK(!blob == faulty.failed, "allocation %lu: a blob", n);
        faulty_release(blob);
        faulty_pause();
        size_t joined = 0, count = components.forest.count;
        for (const char *at = written(&components); (at = strchr(at, '=')) != NULL; at++)
            joined++;
        CHECK(joined == count, "allocation %lu: %zu of %zu members", n, joined, count);
    }
    CHECK(faulty.faults > 20, "%lu faults", faulty.faults);
    test_figure(faulty.tried, "faults of memory in text_components");
}

int main(void) {
    test_frozen();
    test_only_components_leave_a_trace();
    test_texts_with_one_number();
    test_random_graphs();
    test_no_memory();
    return faulty_end("core/test_text_components");
}
