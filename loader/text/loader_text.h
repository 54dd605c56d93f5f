/* loader_text.h - UTF-8, and the forms of text between a file and a table, in dependency order. */
#pragma once

/* clang-format off */
#include "utf8.h"        /* UTF-8 written and read */
#include "message.h"     /* lines for the user, safe for a terminal */
#include "text_buffer.h" /* a growing run of bytes with a sticky error */
#include "cell.h"        /* a value of a table, with its type */
#include "page.h"        /* a page of a dump, or a record of another file */
#include "plain_text.h"  /* a text without markup, as blocks in reading order */
/* clang-format on */
