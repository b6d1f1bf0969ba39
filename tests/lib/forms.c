// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * forms: made by rule: introducers, parameters, final bytes.
 *
 * Invariant: the list is made once; what ui/term knows as a key is left out by comparing with its table.
 */
#include "forms.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/base.h"
#include "term/term_keys.h"

#define FORMS_MOST 4000

static struct {
	char text[FORM_MOST];
	size_t len;
} forms[FORMS_MOST];
static int nforms;

static bool is_key(const char *text)
{
	for (const struct key_sequence *k = key_sequences; k->sequence; k++)
		if (!strcmp(k->sequence, text))
			return true;
	return false;
}

static void __attribute__((format(printf, 1, 2))) add(const char *fmt, ...)
{
	char text[FORM_MOST];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	if (is_key(text))
		return;
	assert(nforms < FORMS_MOST);
	memcpy(forms[nforms].text, text, sizeof(text));
	forms[nforms++].len = strlen(text);
}

static void with_alt(void)
{
	for (int c = 1; c < 0x80; c++)
		if (c != 27 && !strchr("[O]P_^X", c))
			add("\033%c", c);
	add("\033\xc3\xa9");
	add("\033\xe6\xbc\xa2");
	for (const struct key_sequence *k = key_sequences; k->sequence; k++)
		add("\033%s", k->sequence);
}

static void keypad(void)
{
	for (int c = 0x20; c < 0x7f; c++) {
		if (c >= 0x30 && c < 0x40)
			continue; /* parameters */
		add("\033O%c", c);
		add("\033O5%c", c);
		add("\x8f"
		    "2%c",
		    c);
	}
}

static void csi(void)
{
	static const char *const parameters[] = { "",	      "1",	"9",	    "1;5",
						  "1;2",      "27;5;9", "97;5",	    "?1;2",
						  ">0;276;0", "=1",	"?2004;1$", "?64;1;2",
						  "1:2;3:4",  "12 " };

	char seven[FORM_MOST];

	for (size_t i = 0; i < ARRAY_SIZE(parameters); i++)
		for (int c = 0x40; c < 0x7f; c++) {
			const char *p = parameters[i];

			if (!*p && (c == '[' || c == 'M'))
				continue; /* these go on */
			snprintf(seven, sizeof(seven), "\033[%s%c", p, c);
			if (is_key(seven))
				continue;
			add("%s", seven);
			add("\x9b%s%c", p, c);
			add("\xc2\x9b%s%c", p, c);
		}
	add("\033[32;10;10M");
	add("\033[<0;10;10m");
	add("\033[M#++");
	add("\033[201~"); /* the end of no paste */
	for (int c = 0x20; c < 0x7f; c++)
		add("\033[[%c", c);
}

static void strings(void)
{
	static const char *const begin[] = { "\033]", "\033P", "\033_", "\033^", "\033X",
					     "\x9d",  "\x90",  "\x9f",	"\x9e",	 "\x98" };
	static const char *const body[] = {
		"",	   "10;rgb:ffff/0000/1111", "52;c;Ym9w", "1$r0m", ">|xterm(370)",
		"Gi=1;OK", "l\xe2\x9c\x9c bopvwz",  "bbb"
	};

	for (size_t i = 0; i < ARRAY_SIZE(begin); i++)
		for (size_t k = 0; k < ARRAY_SIZE(body); k++) {
			add("%s%s\007", begin[i], body[k]);
			add("%s%s\033\\", begin[i], body[k]);
		}
}

static void make(void)
{
	if (nforms)
		return;
	with_alt();
	keypad();
	csi();
	strings();
}

int form_count(void)
{
	make();
	return nforms;
}

size_t form_get(int i, char form[FORM_MOST])
{
	make();
	if (i >= nforms)
		return 0;
	memcpy(form, forms[i].text, FORM_MOST);
	return forms[i].len;
}

const char *form_name(const char *form, size_t n)
{
	static char name[4 * FORM_MOST + 1];
	size_t len = 0;

	for (size_t i = 0; i < n; i++)
		if (form[i] > 0x20 && form[i] < 0x7f)
			name[len++] = form[i];
		else
			len += (size_t)snprintf(name + len, 5, "\\%03o", (unsigned char)form[i]);
	name[len] = '\0';
	return name;
}

bool form_escape_open(const char *form, size_t cut)
{
	for (size_t i = 0; i < cut; i++)
		if (form[i] != 27)
			return false;
	return true;
}
