// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Fuzz the texts of settings: two texts (cut at the first NUL): sameness is symmetric, every text is the
 * same as itself and as what would be written back for it, and a shell line is one line that fits.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "settings/value.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(int ok)
{
	if (!ok)
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *a, *b, written[VALUE_MAX], shell[64 + 8 * VALUE_MAX], brief[32];

	if (size > 1024)
		return 0;
	a = strndup((const char *)data, size);
	must(a != NULL);
	b = strndup((const char *)data + strlen(a) + (strlen(a) < size),
		    size - strlen(a) - (strlen(a) < size));
	must(b != NULL);
	must(value_same(a, a) && value_same(b, b));
	must(value_same(a, b) == value_same(b, a));
	value_text(written, sizeof(written), a);
	must(value_same(a, written));
	value_brief(brief, sizeof(brief), a);
	must(strlen(brief) < sizeof(brief));
	value_shell(shell, sizeof(shell), "/sys/x", a);
	must(!strncmp(shell, "echo ", 5) || !strncmp(shell, "printf ", 7));
	must(!strpbrk(shell, "\n\r") && !strcmp(shell + strlen(shell) - 7, " /sys/x"));
	value_shell(brief, sizeof(brief), "/proc/sys/x", a);
	free(a);
	free(b);
	return 0;
}
