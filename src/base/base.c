// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * base: errors with words, time, text helpers.
 *
 * Invariant: nothing here prints, exits or keeps state.
 */
#include "base/base.h"
#include "base/text.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

int err_set(struct err *e, int code, const char *fmt, ...)
{
	va_list ap;

	if (e) {
		e->code = code;
		va_start(ap, fmt);
		text_vformat(e->text, sizeof(e->text), fmt, ap);
		va_end(ap);
		text_printable(e->text);
	}
	return -code;
}

int err_sys(struct err *e, int code, const char *fmt, ...)
{
	char words[96];
	va_list ap;
	size_t n;

	if (e) {
		e->code = code;
		va_start(ap, fmt);
		n = text_vformat(e->text, sizeof(e->text), fmt, ap);
		va_end(ap);
		text_format(e->text + n, sizeof(e->text) - n, ": %s",
			    strerror_r(code, words, sizeof(words)));
		text_printable(e->text);
	}
	return -code;
}

static int64_t clock_ns(clockid_t id)
{
	struct timespec ts;

	clock_gettime(id, &ts);
	return ts.tv_sec * NSEC_PER_SEC + ts.tv_nsec;
}

int64_t now_ns(void)
{
	return clock_ns(CLOCK_MONOTONIC);
}

int64_t boot_ns(void)
{
	return clock_ns(CLOCK_BOOTTIME);
}

int64_t wall_ns(void)
{
	return clock_ns(CLOCK_REALTIME);
}

static const struct time_unit {
	const char *name;
	double ns;
} time_units[] = {
	{ "", 1e9 },   { "s", 1e9 },	{ "ms", 1e6 },	 { "us", 1e3 },
	{ "m", 60e9 }, { "min", 60e9 }, { "h", 3600e9 }, { "d", 86400e9 },
};

int parse_time(const char *text, int64_t *ns)
{
	double v = 0, scale = 1;
	bool digits = false;
	const char *p = text;

	/* not strtod(): its decimal point follows the locale, and it takes "inf" and hex */
	for (; *p >= '0' && *p <= '9'; p++, digits = true)
		v = v * 10 + (*p - '0');
	if (*p == '.')
		for (p++; *p >= '0' && *p <= '9'; p++, digits = true)
			v += (*p - '0') * (scale /= 10);
	if (!digits)
		return -EINVAL;
	for (size_t i = 0; i < ARRAY_SIZE(time_units); i++) {
		if (strcmp(p, time_units[i].name))
			continue;
		v *= time_units[i].ns;
		if (v > 9e18)
			return -EINVAL;
		*ns = llround(v);
		return 0;
	}
	return -EINVAL;
}

int write_all(int fd, const void *buf, size_t len)
{
	const char *p = buf;

	while (len) {
		ssize_t n = write(fd, p, len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return n < 0 ? -errno : -EIO;
		p += n;
		len -= n;
	}
	return 0;
}
