/* wikitext_bytes.h - what a byte of wikitext can mean. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum wikitext_byte {
    wikitext_plain, /* this and the next must be 0 and 1, see plain_end() in wikitext.c */
    wikitext_blank, /* ' ' */
    wikitext_space, /* any other white space in ASCII */
    wikitext_line_end,
    wikitext_ampersand,
    wikitext_angle,
    wikitext_open_bracket,
    wikitext_close_bracket,
    wikitext_open_brace,
    wikitext_close_brace,
    wikitext_cell,
    wikitext_underscore,
    wikitext_colon,
    wikitext_quote, /* this and the following may be plain; the next bytes decide */
    wikitext_dash,
    wikitext_wide, /* may be the first byte of white space beyond ASCII */
    wikitext_byte_kinds
};

/* The meaning of each byte, and its meaning inside <nowiki> and <pre>. */
extern const unsigned char wikitext_markup_bytes[256];
extern const unsigned char wikitext_literal_bytes[256];

/*
 * The length of the character at `text` if it is white space or invisible, else 0. Stores which of
 * the two it is. Zero-width joiners are neither, because some scripts spell with them.
 */
size_t wikitext_wide_length(const char *text, size_t length, bool *space);
