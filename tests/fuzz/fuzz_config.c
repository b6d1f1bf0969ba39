// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * fuzz_config: any bytes as a config file.
 *
 * Invariant: a file that was refused changed nothing; one that was taken gives a config that can be
 * written, and read again to the same text.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/config.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static char *text_of(const struct config *c)
{
	char *text = NULL;
	size_t len = 0;
	FILE *out = open_memstream(&text, &len);

	if (!out || config_write(c, out) || fclose(out))
		abort();
	return text;
}

static int read_text(struct config *c, const void *data, size_t size)
{
	struct err e = { 0 };
	struct ini file;
	int rc = ini_load_text(&file, data, size, "fuzz", &e);

	if (!rc) {
		rc = config_take(c, &file, &e);
		ini_free(&file);
	}
	/* words for every failure, in one line */
	if (rc && (strncmp(e.text, "fuzz:", 5) || strchr(e.text, '\n')))
		abort();
	return rc;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct config c, before, back;
	char *first, *second;

	if (!size)
		return 0;
	config_defaults(&c);
	before = c;
	back = c;
	if (read_text(&c, data, size)) {
		if (memcmp(&c, &before, sizeof(c)))
			abort();
		return 0;
	}
	first = text_of(&c);
	if (read_text(&back, first, strlen(first)))
		abort();
	second = text_of(&back);
	/* a value that no line can hold stands there as a comment, and is the default then */
	if (!strstr(first, "cannot stand in a file") && strcmp(first, second))
		abort();
	free(first);
	free(second);
	return 0;
}
