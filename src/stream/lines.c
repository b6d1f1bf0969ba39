// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * lines: a descriptor as lines.
 *
 * Invariant: raw[] holds bytes of the descriptor that were not used yet, text[] what came out of them
 * and was not handed on yet. A file is gzip's if it begins with gzip's two bytes.
 */
#include "stream/lines.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#define CHUNK	  65536
#define GZIP_ONLY (15 + 16) /* zlib's window bits for a gzip header and nothing else */

struct lines {
	int fd;
	bool decided, gzip, ended;
	z_stream z;
	unsigned char raw[CHUNK];
	size_t nraw;
	char *text;
	size_t ntext, size;
	size_t taken;	/* bytes of text[] that the last line took */
	size_t scanned; /* bytes of text[] known to hold no newline */
};

struct lines *lines_new(int fd)
{
	struct lines *l = calloc(1, sizeof(*l));

	if (l)
		l->fd = fd;
	return l;
}

void lines_free(struct lines *l)
{
	if (!l)
		return;
	if (l->gzip)
		inflateEnd(&l->z);
	free(l->text);
	free(l);
}

/* Room for @n more bytes of text and a NUL. */
static int reserve(struct lines *l, size_t n)
{
	size_t size = l->size ? l->size : 2 * CHUNK;
	char *text;

	while (size < l->ntext + n + 1)
		size *= 2;
	if (size == l->size)
		return 0;
	text = realloc(l->text, size);
	if (!text)
		return -ENOMEM;
	l->text = text;
	l->size = size;
	return 0;
}

/* More bytes into raw[]. 0; -EAGAIN: none there; -ENODATA: the end; else -errno. */
static int fill(struct lines *l, bool wait)
{
	struct pollfd pfd = { .fd = l->fd, .events = POLLIN };
	ssize_t n;

	do {
		/* never O_NONBLOCK: it would be the shell's standard input too */
		if (!wait && poll(&pfd, 1, 0) == 0)
			return -EAGAIN;
		n = read(l->fd, l->raw + l->nraw, sizeof(l->raw) - l->nraw);
	} while (n < 0 && (errno == EINTR || (errno == EAGAIN && wait && poll(&pfd, 1, -1) >= 0)));
	if (n < 0)
		return -errno;
	l->nraw += (size_t)n;
	return n ? 0 : -ENODATA;
}

/* Compressed or not: two bytes say it. */
static int decide(struct lines *l, bool at_end)
{
	if (l->nraw < 2 && !at_end)
		return 0;
	l->decided = true;
	if (l->nraw < 2 || l->raw[0] != 0x1f || l->raw[1] != 0x8b)
		return 0;
	l->gzip = true;
	return inflateInit2(&l->z, GZIP_ONLY) == Z_OK ? 0 : -ENOMEM;
}

static int copy_plain(struct lines *l)
{
	if (reserve(l, l->nraw))
		return -ENOMEM;
	memcpy(l->text + l->ntext, l->raw, l->nraw);
	l->ntext += l->nraw;
	l->nraw = 0;
	return 0;
}

/* All of raw[] through zlib. A recording is any number of members, one behind the other. */
static int inflate_all(struct lines *l)
{
	l->z.next_in = l->raw;
	l->z.avail_in = (uInt)l->nraw;
	for (;;) {
		int rc;

		if (reserve(l, CHUNK))
			return -ENOMEM;
		l->z.next_out = (unsigned char *)l->text + l->ntext;
		l->z.avail_out = CHUNK;
		rc = inflate(&l->z, Z_NO_FLUSH);
		l->ntext += CHUNK - l->z.avail_out;
		if (rc == Z_STREAM_END) {
			if (inflateReset(&l->z) != Z_OK)
				return -ENOMEM;
			if (!l->z.avail_in)
				break;
		} else if (rc == Z_BUF_ERROR || (rc == Z_OK && l->z.avail_out)) {
			break; /* wants more */
		} else if (rc != Z_OK) {
			return rc == Z_MEM_ERROR ? -ENOMEM : -EBADMSG;
		}
	}
	l->nraw = 0;
	return 0;
}

/* Read once, and turn it into text. */
static int advance(struct lines *l, bool wait)
{
	int rc = fill(l, wait);

	if (rc && rc != -ENODATA)
		return rc;
	l->ended = rc == -ENODATA;
	if (!l->decided && decide(l, l->ended))
		return -ENOMEM;
	if (!l->decided || !l->nraw)
		return 0;
	return l->gzip ? inflate_all(l) : copy_plain(l);
}

static void drop_taken(struct lines *l)
{
	l->ntext -= l->taken;
	memmove(l->text, l->text + l->taken, l->ntext);
	l->taken = l->scanned = 0;
}

static int say(int rc, const char *name, struct err *e)
{
	if (rc == -EAGAIN)
		return rc;
	if (rc == -EBADMSG)
		return err_set(e, EINVAL, "%.150s: damaged: gzip cannot unpack it", name);
	return err_sys(e, -rc, "cannot read %.150s", name);
}

int lines_next(struct lines *l, bool wait, const char *name, char **text, size_t *len,
	       struct err *e)
{
	if (l->taken)
		drop_taken(l);
	for (;;) {
		char *end = NULL;
		int rc;

		if (l->ntext > l->scanned)
			end = memchr(l->text + l->scanned, '\n', l->ntext - l->scanned);
		l->scanned = l->ntext;
		if (end || (l->ended && l->ntext)) {
			*len = end ? (size_t)(end - l->text) : l->ntext;
			l->taken = *len + !!end;
			l->text[*len] = '\0';
			*text = l->text;
			return 0;
		}
		if (l->ended)
			return -ENODATA;
		rc = advance(l, wait);
		if (rc)
			return say(rc, name, e);
	}
}
