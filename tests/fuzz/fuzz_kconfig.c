// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * fuzz_kconfig: any bytes as a kernel configuration, gzip or plain.
 *
 * Invariant: of a plain text with lines of usual length, an option is set exactly if the line
 * CONFIG_NAME=y stands in it, found here in another way.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "machine/host_parts.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const names[KC_OPTIONS] = {
#define X(name) [KC_##name] = "\nCONFIG_" #name "=y\n",
	KCONFIG_OPTIONS(X)
#undef X
};

static bool plain(const uint8_t *data, size_t size)
{
	size_t run = 0;

	if (size >= 1 && data[0] == 0x1f)
		return false;
	for (size_t i = 0; i < size; i++) {
		if (!data[i])
			return false;
		run = data[i] == '\n' ? 0 : run + 1;
		if (run > 500)
			return false;
	}
	return true;
}

static void check_plain(const struct kconfig *k, const uint8_t *data, size_t size)
{
	char *text = malloc(size + 3);

	if (!text)
		return;
	text[0] = '\n';
	memcpy(text + 1, data, size);
	memcpy(text + 1 + size, "\n", 2);
	for (size_t i = 0; i < KC_OPTIONS; i++)
		if (k->set[i] != (strstr(text, names[i]) != NULL))
			abort();
	if (k->hz && !strstr(text, "\nCONFIG_HZ="))
		abort();
	free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct kconfig k = { 0 };
	int fd = memfd_create("kconfig", MFD_CLOEXEC);

	if (fd < 0)
		return 0;
	if (write_all(fd, data, size) || lseek(fd, 0, SEEK_SET)) {
		close(fd);
		return 0;
	}
	if (kconfig_read_fd(&k, fd) && plain(data, size))
		abort();
	if (plain(data, size))
		check_plain(&k, data, size);
	return 0;
}
