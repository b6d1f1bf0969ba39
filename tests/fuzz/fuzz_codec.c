// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Fuzz the texts of settings: two texts (cut at the first NUL): sameness is symmetric, every text is the
 * same as itself and as what would be written back for it, and a shell line is one line that fits.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "settings/shell.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(int ok)
{
	if (!ok)
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *a, *b, written[SETTING_RAW], shell[64 + 8 * SETTING_RAW], brief[32];

	if (size > 1024)
		return 0;
	a = strndup((const char *)data, size);
	must(a != NULL);
	b = strndup((const char *)data + strlen(a) + (strlen(a) < size),
		    size - strlen(a) - (strlen(a) < size));
	must(b != NULL);
	must(codec_same(a, a) && codec_same(b, b));
	must(codec_same(a, b) == codec_same(b, a));
	codec_text(written, sizeof(written), a);
	must(codec_same(a, written));
	word_brief(brief, sizeof(brief), a);
	must(strlen(brief) < sizeof(brief));
	shell_line(shell, sizeof(shell), "/sys/x", a);
	must(!strncmp(shell, "echo ", 5) || !strncmp(shell, "printf ", 7));
	must(!strpbrk(shell, "\n\r") && !strcmp(shell + strlen(shell) - 7, " /sys/x"));
	shell_line(brief, sizeof(brief), "/proc/sys/x", a);
	free(a);
	free(b);
	return 0;
}
