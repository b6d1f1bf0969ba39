// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * fuzz_text: any bytes through the cleaner.
 *
 * Invariant: the result is no longer, valid UTF-8 without a control character, and stays as it is the second time.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "../lib/printable.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *s = malloc(size + 1), *again;

	if (!s)
		abort();
	memcpy(s, data, size);
	s[size] = '\0';
	text_printable(s);
	again = strdup(s);
	if (!again || strlen(s) > size || unprintable_at(s, strlen(s)) >= 0 || strpbrk(s, "\t\n"))
		abort();
	text_printable(again);
	if (strcmp(s, again))
		abort();
	free(again);
	free(s);
	return 0;
}
