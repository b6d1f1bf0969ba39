// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * host_kconfig: the build options of the kernel.
 *
 * Invariant: a damaged or endless file ends the reading, it never stops the program; what was read
 * before holds.
 */
#include "machine/host_parts.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#define MAX_LINES 100000 /* real ones have about 10,000 */

static const char *const option_names[KC_OPTIONS] = {
#define X(name) [KC_##name] = #name,
	KCONFIG_OPTIONS(X)
#undef X
};

/* A whole number up to the end of the line; 0 if it is none. */
static unsigned line_number(const char *p)
{
	unsigned v = 0;

	for (; *p >= '0' && *p <= '9'; p++) {
		if (v > 100000)
			return 0;
		v = v * 10 + (unsigned)(*p - '0');
	}
	return *p && *p != '\n' ? 0 : v;
}

void kconfig_line(struct kconfig *k, const char *line)
{
	const char *value;
	size_t len;

	if (strncmp(line, "CONFIG_", 7))
		return; /* also "# CONFIG_X is not set" */
	line += 7;
	len = strcspn(line, "=\n");
	if (line[len] != '=')
		return;
	value = line + len + 1;
	if (len == 2 && !strncmp(line, "HZ", 2)) {
		k->hz = line_number(value);
		return;
	}
	if (value[0] != 'y' || (value[1] && value[1] != '\n'))
		return;
	for (size_t i = 0; i < KC_OPTIONS; i++)
		if (strlen(option_names[i]) == len && !strncmp(option_names[i], line, len))
			k->set[i] = true;
}

int kconfig_read_fd(struct kconfig *k, int fd)
{
	/* zlib reads plain text as it is, so one way serves both files */
	gzFile gz = gzdopen(fd, "rb");
	bool begins = true;
	char line[512];
	int code = Z_OK;

	if (!gz) {
		close(fd);
		return -ENOMEM;
	}
	for (size_t n = 0; n < MAX_LINES && gzgets(gz, line, sizeof(line)); n++) {
		if (begins)
			kconfig_line(k, line);
		/* the rest of a line longer than the buffer must not pass for a line */
		begins = strchr(line, '\n') != NULL;
	}
	gzerror(gz, &code);
	gzclose(gz);
	return code == Z_OK || code == Z_STREAM_END ? 0 : -EIO;
}

void kconfig_read(struct kconfig *k, const struct sysroot *root, const char *release, char *where,
		  size_t size)
{
	char path[160] = "/proc/config.gz";
	int fd = sysroot_fd(root, path);

	*k = (struct kconfig){ 0 };
	if (fd < 0 && release[0] && !strchr(release, '/')) {
		text_format(path, sizeof(path), "/boot/config-%s", release);
		fd = sysroot_fd(root, path);
	}
	if (fd < 0) {
		text_format(where, size, "not found: neither /proc/config.gz nor /boot/config-%s",
			    release[0] ? release : "RELEASE");
		return;
	}
	k->found = true;
	if (kconfig_read_fd(k, fd))
		text_format(where, size, "%s (damaged; read in part)", path);
	else
		text_copy(where, size, path);
}
