// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * ini: reads INI files with inih.
 *
 * Invariant: texts of entries are parts of one memory that is never moved.
 */
#include "base/ini.h"

#include <errno.h>
#include <fcntl.h>
#include <ini.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#define INI_BOM	   "\xef\xbb\xbf"
#define INI_BLANKS " \t\r\v\f" /* what inih's isspace() takes for one, the newline left out */

struct ini_reader {
	struct ini *ini;
	const char *p, *end; /* what is left */
	size_t used;	     /* of the texts */
	unsigned line;
	const char *section;
	struct err *e;
	int ret;
};

static int __attribute__((format(printf, 4, 0)))
ini_vwrong(const struct ini *ini, unsigned line, struct err *e, const char *fmt, va_list ap)
{
	char words[160];

	text_vformat(words, sizeof(words), fmt, ap);
	for (char *p = words; *p; p++)
		if ((unsigned char)*p < 0x20 || *p == 0x7f)
			*p = '?';
	return err_set(e, EINVAL, "%.80s:%u: %s", ini->name, line, words);
}

int ini_wrong(const struct ini *ini, unsigned line, struct err *e, const char *fmt, ...)
{
	va_list ap;
	int ret;

	va_start(ap, fmt);
	ret = ini_vwrong(ini, line, e, fmt, ap);
	va_end(ap);
	return ret;
}

/* Why the line that is being read is bad; the first reason counts. */
static void __attribute__((format(printf, 2, 3)))
ini_bad_line(struct ini_reader *r, const char *fmt, ...)
{
	va_list ap;

	if (r->ret)
		return;
	va_start(ap, fmt);
	r->ret = ini_vwrong(r->ini, r->line, r->e, fmt, ap);
	va_end(ap);
}

static const char *ini_text(struct ini_reader *r, const char *text, size_t len)
{
	char *to = r->ini->texts + r->used;

	memcpy(to, text, len);
	to[len] = '\0';
	r->used += len + 1;
	return to;
}

static void ini_add(struct ini_reader *r, const char *key, const char *value)
{
	r->ini->entry[r->ini->n++] = (struct ini_entry){
		.section = r->section, .key = key, .value = value, .line = r->line
	};
}

/*
 * inih's way to get the next line. Blanks in front are left out, because it takes an indented line for
 * more of the value above; a line that is longer than its buffer is refused, because it would cut it in
 * two; a section is noted here, because inih reports one only with its first pair.
 */
static char *ini_next_line(char *buf, int size, void *arg)
{
	struct ini_reader *r = arg;
	const char *p = r->p, *newline, *close;
	size_t len;

	if (p == r->end || r->ret)
		return NULL;
	newline = memchr(p, '\n', (size_t)(r->end - p));
	r->p = newline ? newline + 1 : r->end;
	len = (size_t)((newline ? newline : r->end) - p);
	if (!r->line++ && len >= strlen(INI_BOM) && !memcmp(p, INI_BOM, strlen(INI_BOM))) {
		p += strlen(INI_BOM);
		len -= strlen(INI_BOM);
	}
	for (; len && *p && strchr(INI_BLANKS, *p); len--)
		p++;
	buf[0] = '\0';
	if (memchr(p, '\0', len))
		ini_bad_line(r, "a NUL byte: this is not a text file");
	else if (len && (*p == '#' || *p == ';'))
		len = 0; /* a comment may be of any length */
	else if (len > INI_LINE_MAX || len + 2 > (size_t)size)
		ini_bad_line(r, "the line is too long: %d bytes are possible", INI_LINE_MAX);
	if (r->ret)
		return NULL;
	close = len && *p == '[' ? memchr(p, ']', len) : NULL;
	if (close) {
		r->section = ini_text(r, p + 1, (size_t)(close - p - 1));
		ini_add(r, NULL, NULL);
	}
	memcpy(buf, p, len);
	memcpy(buf + len, "\n", 2);
	return buf;
}

static int ini_on_pair(void *arg, const char *section, const char *name, const char *value)
{
	struct ini_reader *r = arg;

	(void)section; /* cut at 49 bytes */
	ini_add(r, ini_text(r, name, strlen(name)), ini_text(r, value, strlen(value)));
	return 1;
}

static size_t ini_lines(const char *text, size_t len)
{
	size_t n = 1;

	for (size_t i = 0; i < len; i++)
		n += text[i] == '\n';
	return n;
}

int ini_load_text(struct ini *ini, const char *text, size_t len, const char *name, struct err *e)
{
	struct ini_reader r = { .ini = ini, .p = text, .end = text + len, .section = "", .e = e };
	int bad;

	*ini = (struct ini){ 0 };
	text_copy(ini->name, sizeof(ini->name), name);
	ini->entry = calloc(ini_lines(text, len), sizeof(*ini->entry));
	/* each line gives at most its own bytes and one more, the last one without newline two */
	ini->texts = malloc(len + 2);
	if (!ini->entry || !ini->texts) {
		ini_free(ini);
		return err_set(e, ENOMEM, "no memory to read %.150s", name);
	}
	bad = ini_parse_stream(ini_next_line, &r, ini_on_pair, &r);
	/* inih goes on behind a line that it cannot read: whichever was first is reported */
	if (bad > 0 && (!r.ret || (unsigned)bad < r.line)) {
		r.ret = 0;
		r.line = (unsigned)bad;
		ini_bad_line(&r, "neither \"key = value\" nor \"[section]\"");
	} else if (bad < 0) {
		r.ret = err_set(e, ENOMEM, "no memory to read %.150s", name);
	}
	if (r.ret)
		ini_free(ini);
	return r.ret;
}

/* May the open file be read as a whole? */
static int ini_check_file(int fd, const char *path, struct err *e)
{
	struct stat st;

	if (fstat(fd, &st))
		return err_sys(e, errno, "cannot read %.150s", path);
	if (S_ISCHR(st.st_mode) && st.st_rdev == makedev(1, 3)) /* /dev/null: as an empty file */
		return 0;
	if (!S_ISREG(st.st_mode))
		return err_set(e, EINVAL, "%.150s is not a plain file", path);
	if (st.st_size > INI_FILE_MAX)
		return err_set(e, EINVAL, "%.150s is larger than 1 MiB", path);
	return 0;
}

static int ini_read_all(int fd, char *text, size_t size, size_t *len)
{
	*len = 0;
	while (*len < size) {
		ssize_t n = read(fd, text + *len, size - *len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		if (!n)
			return 0;
		*len += (size_t)n;
	}
	return 0;
}

int ini_load(struct ini *ini, const char *path, struct err *e)
{
	/* a FIFO must not be waited for */
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC), ret;
	size_t len;
	char *text;

	*ini = (struct ini){ 0 };
	if (fd < 0)
		return err_sys(e, errno, "cannot read %.150s", path);
	ret = ini_check_file(fd, path, e);
	text = ret ? NULL : malloc(INI_FILE_MAX + 1);
	if (!ret && !text)
		ret = err_set(e, ENOMEM, "no memory to read %.150s", path);
	if (!ret) {
		ret = ini_read_all(fd, text, INI_FILE_MAX + 1, &len);
		if (ret)
			err_sys(e, -ret, "cannot read %.150s", path);
		else if (len > INI_FILE_MAX)
			ret = err_set(e, EINVAL, "%.150s is larger than 1 MiB", path);
		else
			ret = ini_load_text(ini, text, len, path, e);
	}
	free(text);
	close(fd);
	return ret;
}

void ini_free(struct ini *ini)
{
	free(ini->entry);
	free(ini->texts);
	*ini = (struct ini){ 0 };
}
