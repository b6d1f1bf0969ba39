// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * writes: a list that grows, and owns its texts.
 *
 * Invariant: an entry stands in it whole, or not at all.
 */
#include "settings/writes.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

int writes_add(struct writes *w, enum write_kind kind, const char *path, const char *value)
{
	struct write_item it = { .kind = kind, .path = strdup(path), .value = strdup(value) };

	if (it.path && it.value && w->n == w->size) {
		size_t size = w->size ? w->size * 2 : 8;
		struct write_item *grown = realloc(w->item, size * sizeof(*grown));

		if (grown) {
			w->item = grown;
			w->size = size;
		}
	}
	if (!it.path || !it.value || w->n == w->size) {
		free((char *)it.path);
		free((char *)it.value);
		return -ENOMEM;
	}
	w->item[w->n++] = it;
	return 0;
}

void writes_free(struct writes *w)
{
	for (size_t i = 0; i < w->n; i++) {
		free((char *)w->item[i].path);
		free((char *)w->item[i].value);
	}
	free(w->item);
	*w = (struct writes){ 0 };
}
