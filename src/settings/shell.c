// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * shell: quotes values and paths for a POSIX shell.
 *
 * Invariant: nothing here reads or writes a file.
 */
#include "settings/shell.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define SYSCTL_ROOT	"/proc/sys/"
#define DMA_LATENCY	"/dev/cpu_dma_latency"
#define SHELL_PLAIN	"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:,+-=@%"
#define TEXT_AND_LEN(s) (s), sizeof(s) - 1

/* Append @text as one word of a POSIX shell. White space of any kind becomes blanks. */
static void shell_add_quoted(char *buf, size_t size, const char *text)
{
	size_t n = strlen(buf);

	if (*text && !text[strspn(text, SHELL_PLAIN)]) {
		text_copy(buf + n, size - n, text);
		return;
	}
	n += text_format(buf + n, size - n, "'");
	for (; *text && n + 5 < size; text++) {
		if (*text == '\'')
			n += text_format(buf + n, size - n, "'\\''");
		else
			buf[n++] = strchr(WORD_SPACE, *text) ? ' ' : *text;
	}
	text_format(buf + n, size - n, "'");
}

static void shell_sysctl(char *buf, size_t size, const char *name, const char *value)
{
	char pair[2 * SETTING_RAW];
	bool dotted = strchr(name, '.'); /* then sysctl(8) wants the slashes */

	text_format(pair, sizeof(pair), "%s=%s", name, value);
	for (char *p = pair; !dotted && *p && *p != '='; p++)
		if (*p == '/')
			*p = '.';
	text_format(buf, size, "sysctl -w ");
	shell_add_quoted(buf, size, pair);
}

static void shell_latency(char *buf, size_t size, const char *value)
{
	int32_t us = value ? (int32_t)strtol(value, NULL, 10) : 0;
	unsigned char b[sizeof(us)];

	if (!value) {
		text_format(buf, size, "exec 3>&-");
		return;
	}
	memcpy(b, &us, sizeof(us));
	text_format(buf, size, "exec 3<>%s; printf '\\%03o\\%03o\\%03o\\%03o' >&3", DMA_LATENCY,
		    b[0], b[1], b[2], b[3]);
}

void shell_line(char *buf, size_t size, const char *path, const char *value)
{
	char text[SETTING_RAW];
	size_t n;

	if (!strcmp(path, DMA_LATENCY)) {
		shell_latency(buf, size, value);
		return;
	}
	codec_text(text, sizeof(text), value ? value : "");
	if (!strncmp(path, TEXT_AND_LEN(SYSCTL_ROOT))) {
		shell_sysctl(buf, size, path + sizeof(SYSCTL_ROOT) - 1, text);
		return;
	}
	/* echo swallows options and, in some shells, backslashes */
	if (strchr(text, '\\') || (text[0] == '-' && isalpha((unsigned char)text[1])))
		text_format(buf, size, "printf '%%s\\n' ");
	else
		text_format(buf, size, "echo ");
	shell_add_quoted(buf, size, text);
	n = strlen(buf);
	n += text_format(buf + n, size - n, " > ");
	shell_add_quoted(buf, size, path);
}
