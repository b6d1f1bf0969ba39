// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * config_file: the options as the text of an INI file, both ways.
 *
 * Invariant: a file that is broken changes nothing; what is written here reads back the same.
 */
#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "app/config_text.h"
#include "base/text.h"

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

int config_take(struct config *c, const struct ini *file, struct err *e)
{
	struct config taken = *c;

	for (size_t i = 0; i < file->n; i++) {
		const struct ini_entry *at = &file->entry[i];
		struct err why;

		if (!at->key)
			continue;
		if (!*at->section)
			return ini_wrong(file, at->line, e,
					 "an option in front of the line [" SECTION "]");
		if (!strcmp(at->section, SECTION) && config_set(&taken, at->key, at->value, &why))
			return ini_wrong(file, at->line, e, "%.140s", why.text);
	}
	*c = taken;
	return 0;
}

int config_read(struct config *c, const char *path, struct err *e)
{
	struct ini file;
	int ret = ini_load(&file, path, e);

	if (ret)
		return ret;
	ret = config_take(c, &file, e);
	ini_free(&file);
	return ret;
}

/* Can an INI line hold it, so that reading gives it back? */
static bool fits_line(const char *name, const char *value)
{
	char shown[INI_LINE_MAX];
	size_t n = strlen(value);

	if (strlen(name) + strlen(" = \n") + n > INI_LINE_MAX)
		return false;
	if (n && (value[0] == ' ' || value[n - 1] == ' ' || value[0] == ';'))
		return false;
	return !strstr(value, " ;") && !strcmp(text_shown(shown, sizeof(shown), value), value);
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
			text_printable(value);
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
