// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * fuzz_cmdline: any text as the kernel's command line.
 *
 * Invariant: only names that stand in the text are listed, printable and not empty, and each can be
 * looked up; what follows a lone "--" changes nothing.
 */
#include <stdlib.h>
#include <string.h>

#include "machine/host_parts.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct host once, longer;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char line[2200];
	size_t quotes = 0;

	if (size >= 2000)
		return 0;
	memcpy(line, data, size);
	line[size] = '\0';
	once.nboot = longer.nboot = 0;
	host_boot_options(&once, line);
	if (once.nboot > HOST_BOOT_OPTS)
		abort();
	for (size_t i = 0; i < once.nboot; i++) {
		const struct host_pair *p = &once.boot[i];

		if (!p->name[0] || !strstr(line, p->name) || !host_boot_value(&once, p->name))
			abort();
		for (const char *c = p->value; *c; c++)
			if (*c < 0x20 || *c > 0x7e)
				abort();
	}
	for (const char *c = line; *c; c++)
		quotes += *c == '"';
	if (quotes & 1 || strchr(line, '\n'))
		return 0;
	strcat(line, " -- nosmt psi=1");
	host_boot_options(&longer, line);
	if (longer.nboot != once.nboot)
		abort();
	return 0;
}
