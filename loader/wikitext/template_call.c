/* template_call.c - see template_call.h. */
#include "template_call.h"

#include "../base/ascii.h"
#include "../base/words.h"

#include <assert.h>
#include <string.h> /* memchr, memcmp, strlen */

bool template_call_read_name(struct template_call *call, size_t start, size_t end) {
    static const char *const modifiers[] = {"template:", "subst:", "safesubst:", "msg:"};
    ascii_trim(call->text, &start, &end);
    bool modified = memchr(call->text + start, ':', end - start) != NULL;
    for (size_t i = 0; modified && i < sizeof modifiers / sizeof *modifiers; i++)
        start += words_begin_any_case(modifiers[i], call->text + start, end - start);
    ascii_trim(call->text, &start, &end);
    if (end - start > longest_template_name)
        return false;
    for (size_t i = start; i < end; i++) {
        char byte = call->text[i];
        call->name[i - start] = byte == '_' ? ' ' : (char)ascii_lower(byte);
    }
    call->name[end - start] = '\0';
    return end > start;
}

/* Splits "name=value" at the first "=", unless what precedes it cannot be a name. */
static void split_name(const char *text, struct template_argument *argument) {
    enum { longest = 40 };
    static const bool no_name[256] = {
        ['{'] = true, ['['] = true, ['<'] = true,  ['|'] = true, ['"'] = true,
        ['&'] = true, ['/'] = true, ['\''] = true, ['\0'] = true};
    size_t start = argument->start, end = argument->end;
    ascii_trim(text, &start, &end);
    for (size_t i = start; i < end && i - start < longest; i++) {
        if (text[i] == '=') {
            argument->name_start = start;
            argument->name_end = i;
            ascii_trim(text, &argument->name_start, &argument->name_end);
            argument->start = i + 1;
            return;
        }
        if (no_name[(unsigned char)text[i]])
            return;
    }
}

struct template_argument template_argument_read(const char *text, size_t start, size_t end) {
    struct template_argument argument = {.start = start, .end = end};
    split_name(text, &argument);
    ascii_trim(text, &argument.start, &argument.end);
    return argument;
}

void template_call_read_arguments(struct template_call *call, const struct span_list *list,
                                  const struct span *span) {
    size_t unnamed = 0;
    call->count = 0;
    for (size_t pipe = span->first_pipe; pipe != no_pipe && call->count < template_arguments;) {
        size_t start = list->pipes[pipe].offset + 1;
        size_t end = span_argument_end(list, span, pipe);
        pipe = list->pipes[pipe].next;
        struct template_argument *argument = &call->arguments[call->count++];
        *argument = template_argument_read(call->text, start, end);
        char first = call->text[argument->name_start];
        if (argument->name_end == 0)
            argument->position = ++unnamed;
        else if (argument->name_end - argument->name_start == 1 && ascii_is_digit(first))
            argument->position = (size_t)(first - '0');
    }
}

static bool is_available(const struct template_argument *argument) {
    return !argument->used && argument->end > argument->start;
}

struct template_argument *template_call_positional(struct template_call *call, size_t position) {
    for (size_t i = 0; i < call->count; i++) {
        if (call->arguments[i].position == position && is_available(&call->arguments[i]))
            return &call->arguments[i];
    }
    return NULL;
}

struct template_argument *template_call_named(struct template_call *call, const char *name) {
    size_t length = strlen(name);
    for (size_t i = 0; i < call->count; i++) {
        struct template_argument *argument = &call->arguments[i];
        if (argument->name_end - argument->name_start == length &&
            memcmp(call->text + argument->name_start, name, length) == 0 && is_available(argument))
            return argument;
    }
    return NULL;
}

struct template_argument *template_call_last(struct template_call *call) {
    for (size_t i = call->count; i > 0; i--) {
        struct template_argument *argument = &call->arguments[i - 1];
        if (argument->position > 0 && is_available(argument))
            return argument;
    }
    return NULL;
}

static void add_piece(struct template_call *call, struct template_piece piece) {
    if (call->plan->count < template_pieces)
        call->plan->pieces[call->plan->count++] = piece;
}

void template_call_add_literal(struct template_call *call, const char *literal, size_t length) {
    if (length > 0)
        add_piece(call, (struct template_piece){.literal = literal, .end = length});
}

void template_call_add_argument(struct template_call *call, struct template_argument *argument) {
    assert(!argument->used);
    argument->used = true;
    add_piece(call, (struct template_piece){.start = argument->start, .end = argument->end});
}

void template_call_add_positional(struct template_call *call, const char *separator,
                                  size_t separator_length) {
    bool first = true;
    for (size_t i = 0; i < call->count; i++) {
        struct template_argument *argument = &call->arguments[i];
        if (argument->position == 0 || !is_available(argument))
            continue;
        if (!first)
            template_call_add_literal(call, separator, separator_length);
        template_call_add_argument(call, argument);
        first = false;
    }
}
