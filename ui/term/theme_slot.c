// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * theme_slot: the syntax of theme files. btop's lines, each value widened to four columns:
 *	theme[name]="24 bit | 256 index | ANSI | mono attributes"
 *
 * Invariant: nothing here knows what a slot is for.
 */
#include "term/theme_slot.h"

#include <errno.h>
#include <string.h>

#define NOT_GIVEN (-2) /* beside COLOR_DEFAULT */

/* A piece of the text; never ended by a NUL. */
struct piece {
	const char *p, *end;
};

static const char *const ansi_names[16] = {
	"black",	"red",		 "green",	"yellow",	  "blue",
	"magenta",	"cyan",		 "white",	"bright_black",	  "bright_red",
	"bright_green", "bright_yellow", "bright_blue", "bright_magenta", "bright_cyan",
	"bright_white",
};

static const struct {
	const char *name;
	uint8_t attr;
} attr_names[] = {
	{ "bold", LOOK_BOLD },		 { "dim", LOOK_DIM }, { "reverse", LOOK_REVERSE },
	{ "underline", LOOK_UNDERLINE }, { "none", 0 },
};

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

static struct piece trim(struct piece s)
{
	while (s.p < s.end && is_blank(*s.p))
		s.p++;
	while (s.end > s.p && is_blank(s.end[-1]))
		s.end--;
	return s;
}

static size_t length(struct piece s)
{
	return (size_t)(s.end - s.p);
}

static bool equal(struct piece s, const char *word)
{
	return length(s) == strlen(word) && !memcmp(s.p, word, length(s));
}

/* Split at the first @c: the part before it, @rest behind it (p NULL: there was none). */
static struct piece cut(struct piece s, char c, struct piece *rest)
{
	const char *at = s.p < s.end ? memchr(s.p, c, length(s)) : NULL;

	*rest = (struct piece){ at ? at + 1 : NULL, s.end };
	return (struct piece){ s.p, at ? at : s.end };
}

static struct piece next_word(struct piece *s)
{
	struct piece word;

	*s = trim(*s);
	word = *s;
	while (s->p < s->end && !is_blank(*s->p))
		s->p++;
	word.end = s->p;
	return word;
}

/* A decimal number 0..@most, or -1. */
static int number(struct piece s, int most)
{
	int v = 0;

	if (!length(s) || length(s) > 3)
		return -1;
	for (; s.p < s.end; s.p++) {
		if (*s.p < '0' || *s.p > '9')
			return -1;
		v = v * 10 + (*s.p - '0');
	}
	return v <= most ? v : -1;
}

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return -1;
}

/* "#rrggbb", or "#gg" for a grey. */
static int hex_color(struct piece s)
{
	int v = 0;

	if (length(s) != 3 && length(s) != 7)
		return -1;
	for (const char *p = s.p + 1; p < s.end; p++) {
		if (hex_digit(*p) < 0)
			return -1;
		v = v << 4 | hex_digit(*p);
	}
	return length(s) == 3 ? v * 0x010101 : v;
}

static bool attr_word(struct piece word, uint8_t *attr)
{
	for (size_t i = 0; i < ARRAY_SIZE(attr_names); i++) {
		if (equal(word, attr_names[i].name)) {
			*attr |= attr_names[i].attr;
			return true;
		}
	}
	return false;
}

/* One word of column 0 (24 bit), 1 (256) or 2 (ANSI); decimals "r g b" take the words that follow. */
static int column_color(int column, struct piece word, struct piece *rest)
{
	int v, more;

	if (equal(word, "default"))
		return COLOR_DEFAULT;
	if (column == 0 && *word.p == '#') {
		v = hex_color(word);
		return v < 0 ? NOT_GIVEN : v;
	}
	if (column == 0) {
		v = number(word, 255);
		for (int i = 0; i < 2; i++) {
			more = number(next_word(rest), 255);
			if (v < 0 || more < 0)
				return NOT_GIVEN;
			v = v << 8 | more;
		}
		return v < 0 ? NOT_GIVEN : v;
	}
	if (column == 1) {
		v = number(word, 255);
		return v < 0 ? NOT_GIVEN : v;
	}
	for (int i = 0; i < 16; i++)
		if (equal(word, ansi_names[i]))
			return i;
	v = number(word, 15);
	return v < 0 ? NOT_GIVEN : v;
}

/* Parse a column into @color (NOT_GIVEN if it names none) and @attr. False at a word that is neither. */
static bool parse_column(int column, struct piece text, int *color, uint8_t *attr,
			 struct piece *bad)
{
	struct piece word;

	*color = NOT_GIVEN;
	for (;;) {
		word = next_word(&text);
		*bad = word;
		if (!length(word))
			return true;
		if (attr_word(word, attr))
			continue;
		if (column == 3 || *color != NOT_GIVEN)
			return false;
		*color = column_color(column, word, &text);
		if (*color == NOT_GIVEN)
			return false;
	}
}

struct color color_of_rgb(int32_t rgb)
{
	struct color c = { COLOR_DEFAULT, COLOR_DEFAULT, COLOR_DEFAULT };

	if (rgb >= 0) {
		c.rgb = rgb;
		c.index256 = (int16_t)color_to_256(rgb);
		c.ansi = (int16_t)color_to_ansi(rgb);
	}
	return c;
}

/* Missing columns come from the next richer one that is there, else from the next poorer. */
static void fill_columns(struct slot *s, const int *given)
{
	int rgb = given[0], index = given[1], ansi = given[2];

	s->color = rgb != NOT_GIVEN || index != NOT_GIVEN || ansi != NOT_GIVEN;
	if (!s->color)
		return;
	s->ansi = ansi != NOT_GIVEN;
	if (index == NOT_GIVEN)
		index = rgb == NOT_GIVEN ? ansi : rgb < 0 ? COLOR_DEFAULT : color_to_256(rgb);
	if (rgb == NOT_GIVEN)
		rgb = index < 0 ? COLOR_DEFAULT : color_palette(index);
	if (ansi == NOT_GIVEN)
		ansi = index < 16 && given[1] != NOT_GIVEN ? index
		       : rgb < 0			   ? COLOR_DEFAULT
							   : color_to_ansi(rgb);
	s->c = (struct color){ rgb, (int16_t)index, (int16_t)ansi };
}

static int parse_value(struct slot *s, struct piece value, int line, struct err *e)
{
	int given[4] = { NOT_GIVEN, NOT_GIVEN, NOT_GIVEN, NOT_GIVEN };
	struct piece column, bad;

	for (int i = 0; value.p; i++) {
		if (i == 4)
			return err_set(e, EINVAL, "line %d: theme[%s] has more than 4 columns",
				       line, s->name);
		column = trim(cut(value, '|', &value));
		if (!parse_column(i, column, &given[i], i == 3 ? &s->mono : &s->attr, &bad))
			return err_set(e, EINVAL, "line %d: theme[%s]: '%.*s' is no %s", line,
				       s->name, (int)MIN(length(bad), (size_t)40), bad.p,
				       i == 0	? "colour (#rrggbb, #gg, \"r g b\" or default)"
				       : i == 1 ? "index 0..255"
				       : i == 2 ? "ANSI colour"
						: "attribute (bold dim reverse underline none)");
		if (i == 3 && length(column))
			s->has_mono = true;
	}
	fill_columns(s, given);
	return 0;
}

static struct slot *slot_add(struct slots *s, const char *name)
{
	struct slot *slot = NULL;

	for (size_t i = 0; i < s->n; i++)
		if (!strcmp(s->slot[i].name, name))
			slot = &s->slot[i];
	if (!slot && s->n < SLOTS_MAX)
		slot = &s->slot[s->n++];
	if (slot) {
		memset(slot, 0, sizeof(*slot));
		text_copy(slot->name, sizeof(slot->name), name);
	}
	return slot;
}

/* The value without its quotes; what follows must be nothing or a comment. False: it is not closed. */
static bool unquote(struct piece *v)
{
	struct piece rest, inner;

	*v = trim(*v);
	if (v->p < v->end && (*v->p == '"' || *v->p == '\'')) {
		inner = cut((struct piece){ v->p + 1, v->end }, *v->p, &rest);
		*v = inner;
		if (!rest.p)
			return false;
		rest = trim(rest);
		return rest.p == rest.end || *rest.p == '#';
	}
	return true;
}

static int parse_line(struct slots *s, struct piece text, int line, bool (*known)(const char *),
		      struct err *e)
{
	struct piece name, value;
	struct slot *slot;
	char word[24];

	text = trim(text);
	if (text.p == text.end || *text.p == '#')
		return 0;
	if (length(text) < 6 || memcmp(text.p, "theme[", 6))
		return err_set(e, EINVAL, "line %d: expected theme[name]=\"value\"", line);
	text.p += 6;
	name = cut(text, ']', &value);
	if (value.p)
		value = trim(value);
	if (!value.p || value.p == value.end || *value.p != '=')
		return err_set(e, EINVAL, "line %d: expected ]= after theme[%.*s", line,
			       (int)MIN(length(name), (size_t)40), name.p);
	value.p++;
	name = trim(name);
	if (length(name) >= sizeof(word))
		return 0; /* longer than any slot we know */
	memcpy(word, name.p, length(name));
	word[length(name)] = '\0';
	if (!known(word))
		return 0;
	if (!unquote(&value))
		return err_set(e, EINVAL, "line %d: theme[%s]: the quotes do not match", line,
			       word);
	slot = slot_add(s, word);
	if (!slot)
		return err_set(e, E2BIG, "line %d: more than %d slots", line, SLOTS_MAX);
	return parse_value(slot, value, line, e);
}

/* The words quote the file, and an error is printed on a terminal: no control characters. */
static void make_printable(struct err *e)
{
	if (!e)
		return;
	for (char *p = e->text; *p; p++)
		if ((unsigned char)*p < 32 || *p == 127)
			*p = '?';
}

int slots_parse(struct slots *s, const char *text, bool (*known)(const char *name), struct err *e)
{
	struct piece rest = { text, text + strlen(text) }, line;
	int r, n = 1;

	memset(s, 0, sizeof(*s));
	if (length(rest) >= 3 && !memcmp(rest.p, "\xef\xbb\xbf", 3)) /* byte order mark */
		rest.p += 3;
	for (; rest.p; n++) {
		line = cut(rest, '\n', &rest);
		r = parse_line(s, line, n, known, e);
		if (r) {
			make_printable(e);
			return r;
		}
	}
	return 0;
}

const struct slot *slots_find(const struct slots *s, const char *name)
{
	for (size_t i = 0; i < s->n; i++)
		if (!strcmp(s->slot[i].name, name))
			return &s->slot[i];
	return NULL;
}
