// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * setting_read: the present text of a file and the present value of a setting.
 *
 * Invariant: a value is given only when at least one file of the setting could be read whole; a file
 * that went while others stayed is left out.
 */
#include "settings/setting.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "settings/setting_int.h"

#define BETWEEN " / "

/* The device gives the limit in force as a 32-bit number; a captured machine holds it as text. */
static int read_latency(int fd, char *raw)
{
	int32_t us;
	ssize_t n = pread(fd, &us, sizeof(us), 0);

	if (n != sizeof(us))
		return n < 0 ? -errno : -EIO;
	text_format(raw, SETTING_RAW, "%d", us);
	return 0;
}

int setting_raw_fd(const struct setting *s, int fd, char *raw)
{
	struct stat st;
	size_t len = 0;

	raw[0] = '\0';
	if (s->kind == SETTING_HELD && fstat(fd, &st) == 0 && S_ISCHR(st.st_mode))
		return read_latency(fd, raw);
	for (;;) {
		ssize_t n = pread(fd, raw + len, SETTING_RAW - 1 - len, len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0) {
			raw[0] = '\0';
			return -errno;
		}
		len += n;
		raw[len] = '\0';
		/*
		 * A short piece that ends a line is all there is: these files are made whole at each
		 * read, and asking for their end would make sysfs produce the text once more.
		 */
		if (n == 0 || (len == (size_t)n && len < SETTING_RAW / 2 && raw[len - 1] == '\n'))
			break;
		if (len == SETTING_RAW - 1)
			return -E2BIG;
	}
	if (len && raw[len - 1] == '\n')
		raw[len - 1] = '\0';
	return 0;
}

int setting_read_raw(const struct setting *s, const struct sysroot *root, const char *path,
		     char *raw)
{
	int fd = sysroot_fd(root, path), ret;

	raw[0] = '\0';
	if (fd < 0)
		return fd;
	ret = setting_raw_fd(s, fd, raw);
	close(fd);
	return ret;
}

/* Does @text stand in @list, whose members are joined by BETWEEN? */
static bool listed(const char *list, const char *text)
{
	size_t len = strlen(text);

	for (;;) {
		const char *end = strstr(list, BETWEEN);
		size_t n = end ? (size_t)(end - list) : strlen(list);

		if (n == len && !memcmp(list, text, n))
			return true;
		if (!end)
			return false;
		list = end + strlen(BETWEEN);
	}
}

void setting_value_add(struct setting_value *v, const char *text)
{
	size_t n = strlen(v->text);

	if (!n && !v->mixed) {
		text_copy(v->text, sizeof(v->text), text);
		return;
	}
	if (listed(v->text, text))
		return;
	v->mixed = true;
	if (n + strlen(BETWEEN) + strlen(text) < sizeof(v->text))
		text_format(v->text + n, sizeof(v->text) - n, "%s%s", BETWEEN, text);
}

static int read_one(const struct setting_here *h, const struct sysroot *root, size_t i, char *value,
		    size_t size)
{
	char raw[SETTING_RAW];
	int ret = setting_read_raw(h->setting, root, h->path[i], raw);

	return ret ? ret : setting_normalise(h->setting, h->inverted, raw, value, size);
}

int setting_read(const struct setting_here *h, const struct sysroot *root, struct setting_value *v)
{
	size_t each = h->setting->kind == SETTING_RANGE ? 2 : 1, got = 0;
	int gone = -ENOENT;

	*v = (struct setting_value){ 0 };
	for (size_t i = 0; i + each <= h->npaths; i += each) {
		char text[SETTING_TEXT], high[SETTING_TEXT / 2];
		int ret = read_one(h, root, i, text, each == 2 ? sizeof(high) - 1 : sizeof(text));

		if (!ret && each == 2) {
			ret = read_one(h, root, i + 1, high, sizeof(high));
			if (!ret)
				text_format(text + strlen(text), sizeof(text) - strlen(text), " %s",
					    high);
		}
		if (ret == -ENOENT || ret == -ENODEV) {
			gone = ret;
			continue;
		}
		if (ret)
			return ret;
		setting_value_add(v, text);
		got++;
	}
	return got ? 0 : gone;
}
