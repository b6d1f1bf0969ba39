// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * fuzz_event_json: any bytes as lines of a recording.
 *
 * Invariant: what was read once, is written, and read again, is the same event: the second and the
 * third text are equal byte by byte.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "stream/event.h"
#include "stream/record.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static char *again(const char *line, size_t len)
{
	struct event *ev = NULL;
	char *text;

	if (event_from_json(line, len, &ev, NULL) || !ev)
		return NULL;
	text = event_to_json(ev);
	/* everything that can be read can be written */
	if (!text)
		abort();
	event_free(ev);
	return text;
}

static void one_line(const char *line, size_t len)
{
	char *first = again(line, len), *second;

	if (!first)
		return;
	second = again(first, strlen(first));
	if (!second || strcmp(first, second) || strchr(first, '\n') != first + strlen(first) - 1)
		abort();
	free(first);
	free(second);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *p = (const char *)data, *end = p + size;

	while (p < end) {
		const char *newline = memchr(p, '\n', (size_t)(end - p));
		size_t len = newline ? (size_t)(newline - p) : (size_t)(end - p);

		one_line(p, len);
		p += len + 1;
	}
	return 0;
}
