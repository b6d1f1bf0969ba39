// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * config_file: the options as the text of an INI file, both ways.
 *
 * Invariant: a file that is broken changes nothing; what is written here reads back the same.
 */
#include <errno.h>
#include <ini.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "app/config_text.h"

#define SECTION "ctxtop"

void config_time_text(char *buf, size_t size, int64_t ns)
{
	static const struct {
		int64_t ns;
		const char *name;
	} unit[] = {
		{ 3600 * NSEC_PER_SEC, "h" }, { 60 * NSEC_PER_SEC, "m" }, { NSEC_PER_SEC, "s" },
		{ NSEC_PER_MSEC, "ms" },      { NSEC_PER_USEC, "us" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(unit) && ns; i++) {
		if (ns % unit[i].ns)
			continue;
		text_format(buf, size, "%" PRId64 "%s", ns / unit[i].ns, unit[i].name);
		return;
	}
	if (!ns)
		text_copy(buf, size, "0");
	else
		text_format(buf, size, "%" PRId64 ".%09" PRId64 "s", ns / NSEC_PER_SEC,
			    ns % NSEC_PER_SEC);
}

void config_value_text(const struct config *c, const struct option_row *o, char *buf, size_t size)
{
	const void *at = (const char *)c + o->offset;

	switch (o->kind) {
	case OPTION_TEXT:
		text_copy(buf, size, at);
		break;
	case OPTION_TIME:
		config_time_text(buf, size, *(const int64_t *)at);
		break;
	case OPTION_COUNT:
		text_format(buf, size, "%" PRIu64, *(const uint64_t *)at);
		break;
	case OPTION_SWITCH:
		text_copy(buf, size, *(const bool *)at ? "on" : "off");
		break;
	case OPTION_CHOICE:
		text_copy(buf, size, o->word((size_t) * (const int *)at));
		break;
	case OPTION_TWIN:
		text_copy(buf, size, o->twin_value);
		break;
	}
}

/* Where inih's handler and its reader leave what they found. */
struct reading {
	struct config config; /* takes the values; handed on only when all were good */
	FILE *in;
	char *line;
	size_t size;
	size_t number;	  /* of the line that is being read */
	size_t bad_line;  /* 0: none */
	struct err first; /* why */
};

static void note(struct reading *r, int code, const char *words)
{
	if (r->bad_line)
		return;
	r->bad_line = r->number;
	err_set(&r->first, code, "%s", words);
}

/*
 * Lines for inih: without blanks in front, because it takes an indented line for more of the value
 * above; a line longer than its buffer is refused here, because it would cut it in two.
 */
static char *next_line(char *buf, int size, void *arg)
{
	struct reading *r = arg;
	ssize_t n = getline(&r->line, &r->size, r->in);
	const char *p;

	if (n < 0)
		return NULL;
	r->number++;
	p = r->line + strspn(r->line, " \t");
	if (strlen(r->line) != (size_t)n)
		note(r, EINVAL, "a NUL byte: this is not a text file");
	else if (*p == '#' || *p == ';')
		; /* of any length: a value that does not fit is written as a comment */
	else if (strlen(p) > CONFIG_LINE_MAX || strlen(p) >= (size_t)size)
		note(r, EINVAL, "the line is too long");
	else
		return strcpy(buf, p);
	return strcpy(buf, "\n");
}

static int take(void *arg, const char *section, const char *name, const char *value)
{
	struct reading *r = arg;
	struct err e;

	if (!*section) {
		note(r, EINVAL, "an option in front of the line [" SECTION "]");
		return 0;
	}
	if (strcmp(section, SECTION) || !value)
		return 1;
	if (!config_set(&r->config, name, value, &e))
		return 1;
	note(r, e.code, e.text);
	return 0;
}

int config_read_file(struct config *c, FILE *in, const char *name, struct err *e)
{
	struct reading r = { .config = *c, .in = in };
	int line;

	errno = 0;
	line = ini_parse_stream(next_line, &r, take, &r);
	free(r.line);
	if (ferror(in))
		return err_sys(e, errno ? errno : EIO, "cannot read %.150s", name);
	/* inih goes on after a line it cannot read: whichever was first is told */
	if (line > 0 && (!r.bad_line || (size_t)line < r.bad_line))
		return err_set(e, EINVAL, "%.150s:%d: neither \"option = value\" nor \"[section]\"",
			       name, line);
	if (r.bad_line)
		return err_set(e, EINVAL, "%.80s:%zu: %.140s", name, r.bad_line, r.first.text);
	if (line < 0)
		return err_set(e, ENOMEM, "no memory to read %.150s", name);
	*c = r.config;
	return 0;
}

int config_read(struct config *c, const char *path, struct err *e)
{
	FILE *in = fopen(path, "re");
	int rc;

	if (!in)
		return err_sys(e, errno, "cannot read the config file %.150s", path);
	rc = config_read_file(c, in, path, e);
	fclose(in);
	return rc;
}

/* Can an INI line hold it, so that reading gives it back? */
static bool fits_line(const char *name, const char *value)
{
	size_t n = strlen(value);

	if (strlen(name) + strlen(" = \n") + n > CONFIG_LINE_MAX)
		return false;
	if (n && (value[0] == ' ' || value[n - 1] == ' ' || value[0] == ';'))
		return false;
	return !strstr(value, " ;");
}

bool config_free_text(const struct option_row *o)
{
	return o->kind == OPTION_TEXT && !o->word && !(o->flags & OPTION_PANELS);
}

int config_write_options(const struct config *c, FILE *out, bool lasting)
{
	char value[4200], allowed[120];

	errno = 0;
	fprintf(out, "# ctxtop %s. Times are seconds, or carry a unit: 500ms, 2m, 1h.\n\n[%s]\n",
		CTXTOP_VERSION, SECTION);
	for (const struct option_row *o = option_table; o->name; o++) {
		bool comment = lasting && (o->flags & OPTION_ONCE);

		if (o->kind == OPTION_TWIN || (o->flags & OPTION_CALL))
			continue;
		config_value_text(c, o, value, sizeof(value));
		fprintf(out, "\n# %s", o->help);
		if (!config_free_text(o)) {
			config_allowed(o, allowed, sizeof(allowed));
			fprintf(out, " (%s)", allowed);
		}
		fputc('\n', out);
		if (!fits_line(o->name, value)) {
			fprintf(out, "# the value cannot stand in a file:\n");
			comment = true;
		}
		fprintf(out, "%s%s =%s%s\n", comment ? "# " : "", o->name, *value ? " " : "",
			value);
	}
	if (fflush(out) == EOF || ferror(out))
		return errno ? -errno : -EIO;
	return 0;
}

int config_write(const struct config *c, FILE *out)
{
	return config_write_options(c, out, false);
}
