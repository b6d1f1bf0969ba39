// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * term_meter: what painting costs the line to the terminal.
 *
 * Invariant: counting costs two small reads a picture and never fails a picture.
 */
#include "term/term_meter.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/base.h"

/* Bytes that this thread ever handed to write(); false if the kernel does not count them. */
static bool meter_written(const struct term_meter *m, uint64_t *bytes)
{
	char buf[512], *at;
	ssize_t n = m->fd < 0 ? -1 : pread(m->fd, buf, sizeof(buf) - 1, 0);

	if (n <= 0)
		return false;
	buf[n] = '\0';
	at = strstr(buf, "wchar:");
	if (!at)
		return false;
	*bytes = strtoull(at + strlen("wchar:"), NULL, 10);
	return true;
}

void meter_open(struct term_meter *m, int64_t now)
{
	*m = (struct term_meter){ .since_ns = now };
	m->fd = open("/proc/thread-self/io", O_RDONLY | O_CLOEXEC);
	m->traffic.has_bytes = meter_written(m, &m->before);
}

void meter_close(struct term_meter *m)
{
	if (m->fd >= 0)
		close(m->fd);
	m->fd = -1;
}

void meter_begin(struct term_meter *m)
{
	m->traffic.has_bytes = meter_written(m, &m->before);
}

void meter_end(struct term_meter *m, int64_t now)
{
	struct term_traffic *t = &m->traffic;
	int64_t ns = now - m->since_ns;
	uint64_t after;

	t->frames++;
	if (t->has_bytes && meter_written(m, &after))
		t->bytes += after - m->before;
	if (ns < NSEC_PER_SEC)
		return;
	t->frames_per_s = (double)(t->frames - m->since_frames) * NSEC_PER_SEC / (double)ns;
	t->bytes_per_s = (double)(t->bytes - m->since_bytes) * NSEC_PER_SEC / (double)ns;
	t->has_rate = true;
	m->since_ns = now;
	m->since_frames = t->frames;
	m->since_bytes = t->bytes;
}

void meter_skip(struct term_meter *m)
{
	m->traffic.skipped++;
}
