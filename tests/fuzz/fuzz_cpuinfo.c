// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * fuzz_cpuinfo: any text as /proc/cpuinfo.
 *
 * Invariant: the facts are printable ASCII, a clock comes with its source and in range or not at
 * all, and a text that stands twice tells the same as once.
 */
#include <stdlib.h>
#include <string.h>

#include "machine/cpu.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_printable(const char *text, size_t size)
{
	size_t len = strnlen(text, size);

	if (len == size)
		abort();
	for (size_t i = 0; i < len; i++)
		if (text[i] < 0x20 || text[i] > 0x7e)
			abort();
}

static void check(const struct cpu_facts *f)
{
	check_printable(f->type, sizeof(f->type));
	check_printable(f->codename, sizeof(f->codename));
	check_printable(f->vendor, sizeof(f->vendor));
	check_printable(f->features, sizeof(f->features));
	check_printable(f->hypervisor, sizeof(f->hypervisor));
	check_printable(f->mhz_source, sizeof(f->mhz_source));
	if (f->has_mhz != (f->mhz_source[0] != '\0'))
		abort();
	if (f->has_mhz && !(f->nominal_mhz >= 1 && f->nominal_mhz <= 100000))
		abort();
}

static bool equal(const struct cpu_facts *a, const struct cpu_facts *b)
{
	return !strcmp(a->type, b->type) && !strcmp(a->codename, b->codename) &&
	       !strcmp(a->vendor, b->vendor) && !strcmp(a->features, b->features) &&
	       !strcmp(a->hypervisor, b->hypervisor) && !strcmp(a->mhz_source, b->mhz_source) &&
	       a->has_mhz == b->has_mhz && !(a->nominal_mhz < b->nominal_mhz) &&
	       !(a->nominal_mhz > b->nominal_mhz);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *twice = malloc(2 * size + 3);
	struct cpu_facts once_f, twice_f;
	size_t len;

	if (!twice)
		return 0;
	memcpy(twice, data, size);
	twice[size] = '\0';
	len = strlen(twice);
	cpu_facts_from_cpuinfo(&once_f, twice);
	check(&once_f);
	memmove(twice + len + 2, twice, len + 1);
	memcpy(twice + len, "\n\n", 2);
	cpu_facts_from_cpuinfo(&twice_f, twice);
	if (!equal(&once_f, &twice_f))
		abort();
	free(twice);
	return 0;
}
