// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * fuzz_cpulist: any text as a list of CPUs.
 *
 * Invariant: the count is the number of calls; what is refused names no CPU; the set of a list,
 * formatted, reads back as the same set; a short buffer gets a terminated text.
 */
#include <stdlib.h>
#include <string.h>

#include "machine/placement.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define LIMIT 65536

struct set {
	size_t calls;
	bool has[LIMIT];
};

static struct set first, second;
static int list[LIMIT];
static char text[LIMIT * 8];

static void take(void *arg, int cpu)
{
	struct set *s = arg;

	if (cpu < 0 || cpu >= LIMIT)
		abort();
	s->has[cpu] = true;
	s->calls++;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char input[256], shorter[16];
	size_t n = 0;
	int ret;

	if (size >= sizeof(input))
		return 0;
	memcpy(input, data, size);
	input[size] = '\0';
	memset(&first, 0, sizeof(first));
	memset(&second, 0, sizeof(second));
	ret = cpulist_parse(input, take, &first);
	if (ret != cpulist_parse(input, NULL, NULL) || (ret < 0 ? 0 : (size_t)ret) != first.calls)
		abort();
	for (int i = 0; i < LIMIT; i++)
		if (first.has[i])
			list[n++] = i;
	cpulist_format(text, sizeof(text), list, n);
	if (cpulist_parse(text, take, &second) != (int)n ||
	    memcmp(first.has, second.has, sizeof(first.has)))
		abort();
	cpulist_format(shorter, sizeof(shorter), list, n);
	if (strnlen(shorter, sizeof(shorter)) == sizeof(shorter))
		abort();
	/* either whole, or cut where a run ends, with the mark */
	if (strcmp(shorter, text)) {
		size_t len = strlen(shorter);

		if (len < 3 || strcmp(shorter + len - 3, "...") || strncmp(shorter, text, len - 3))
			abort();
	}
	return 0;
}
