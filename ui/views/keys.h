/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * keys: the keys that work everywhere, as tables from which help and key bar are made.
 *
 * Invariant: every key that does something stands in a table with words; nothing dangerous is bound
 * to a key that means "kill" elsewhere (F9, k, x); t only opens the settings.
 */
#ifndef CTXTOP_KEYS_H
#define CTXTOP_KEYS_H

#include <stddef.h>

#include "term/key.h"
#include "views/intent.h"

struct key_help {
	int key;		 /* code point or enum key; 0 ends a table */
	int twin, twin2;	 /* other keys that do the same, 0 = none */
	const char *shown;	 /* "F5 Enter" as the help prints it; NULL: made from the codes */
	const char *text;	 /* "zoom the selected method" */
	const char *bar;	 /* short word for the key bar, NULL: not there */
	enum intent_kind intent; /* what it becomes; INTENT_NONE: the view handles it itself */
	int64_t arg;
};

#define KEYS_F(n) (CT_F1 + (n)-1)

/* Keys that work everywhere: what stands before the keys that lead to views, and behind them. */
extern const struct key_help keys_first[], keys_last[];

/* The entry of @table that @key belongs to, or NULL. */
const struct key_help *key_find(const struct key_help *table, int key);
/* The key as UTF-8 into @buf (5 bytes); 0 bytes for a key that is no printable character. */
size_t key_encode(char *buf, int key);
/* "F5", "Ctrl-L", "Space", "a" into @buf. */
void key_name(char *buf, size_t size, int key);

#endif
