// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Fuzz the journal: whatever the text, what was read from it and is written down again reads as the
 * same changes; a text cut at its last whole line says what the whole one says; nothing of another boot
 * is taken.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "guardian/journal.h"

#define BOOT  "b"
#define OTHER "c"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(int ok)
{
	if (!ok)
		abort();
}

static int same_text(const char *a, const char *b)
{
	return a && b ? !strcmp(a, b) : a == b;
}

static void must_equal(const struct change_list *a, const struct change_list *b)
{
	must(a->n == b->n);
	for (size_t i = 0; i < a->n; i++) {
		const struct change *x = a->c[i], *y = b->c[i];

		must(x->kind == y->kind && same_text(x->path, y->path) &&
		     same_text(x->old, y->old) && same_text(x->want, y->want) &&
		     same_text(x->ours, y->ours) && same_text(x->main, y->main));
		must(x->pid == y->pid && x->start == y->start && x->netns == y->netns);
		must(x->path[0] == '/' && x->kind != WRITE_HELD);
		must(change_find(a, x->path) == x);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct change_list l = { 0 }, again = { 0 }, cut = { 0 }, none = { 0 };
	struct journal_note note, note2;
	const char *text = (const char *)data;
	char *out = NULL;
	size_t len = 0;
	FILE *f;

	must(!journal_replay(&l, text, size, BOOT, &note));
	must(note.complete <= size);
	f = open_memstream(&out, &len);
	must(f != NULL);
	for (size_t i = 0; i < l.n; i++)
		journal_print_change(f, BOOT, l.c[i]);
	must(!fclose(f));
	must(!journal_replay(&again, out, len, BOOT, &note2));
	must(note2.bad == 0 && note2.foreign == 0 && note2.complete == len);
	must_equal(&l, &again);
	must(!journal_replay(&cut, text, note.complete, BOOT, &note2));
	must(note2.bad == note.bad && note2.complete == note.complete);
	must_equal(&l, &cut);
	must(!journal_replay(&none, out, len, OTHER, &note2));
	must(none.n == 0);
	free(out);
	change_free_all(&l);
	change_free_all(&again);
	change_free_all(&cut);
	change_free_all(&none);
	return 0;
}
