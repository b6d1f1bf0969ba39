// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * keys: the tables of keys that work everywhere, and the names of keys.
 *
 * Invariant: no key stands in the tables twice; what a view binds itself stands in the view's table.
 */
#include "views/keys.h"

#include "base/base.h"
#include "views/strip.h"

const struct key_help keys_first[] = {
	{ '?', KEYS_F(1), 'h', "? F1 h", "this help; any key closes it", "Help", INTENT_HELP, 0 },
	{ 'q', KEYS_F(10), CTRL_KEY('c'), "q F10 Ctrl-C", "quit", "Quit", INTENT_QUIT, 0 },
	{ CT_ESC, CT_BACKSPACE, 0, "Esc", "one level back, to the overview", NULL, INTENT_BACK, 0 },

	{ ' ', 'Z', 0, "Space Z", "freeze the picture; measuring goes on", "Freeze", INTENT_FREEZE,
	  0 },
	{ CT_UP, CT_DOWN, 0, "Up Down", "select a row", NULL, INTENT_NONE, 0 },
	{ CT_PGUP, CT_PGDN, 0, "PgUp PgDn", "a page up or down", NULL, INTENT_NONE, 0 },
	{ 'g', 'G', 0, "g G", "first row, last row", NULL, INTENT_NONE, 0 },
	{ CT_LEFT, 0, 0, "Left", "back in time", NULL, INTENT_SCROLL, -1 },
	{ CT_RIGHT, 0, 0, "Right", "forward in time", NULL, INTENT_SCROLL, 1 },
	{ CT_HOME, CT_END, 0, "Home End", "first, last row; in a graph oldest, live", NULL,
	  INTENT_NONE, 0 },
	{ '+', 0, 0, NULL, "time axis: closer", NULL, INTENT_ZOOM, -1 },
	{ '-', 0, 0, NULL, "time axis: wider", NULL, INTENT_ZOOM, 1 },
	{ '0', 0, 0, NULL, "time axis: reset, live", NULL, INTENT_ZOOM, 0 },

	{ 'm', KEYS_F(7), 0, "m F7", "set a mark with a note", "Mark", INTENT_NONE, 0 },
	{ 'r', 0, 0, NULL, "new epoch: low, high, average start again", "Epoch", INTENT_EPOCH, 0 },
	{ '[', ']', 0, "[ ]", "figures of an older, a newer epoch", NULL, INTENT_NONE, 0 },
	{ 's', 0, 0, NULL, "length of a slice", "Slice", INTENT_NONE, 0 },
	{ 'd', 0, 0, NULL, "divide by nominal or running MHz", NULL, INTENT_DIVISOR, 0 },
	{ 'M', 0, 0, NULL, "low and high per MHz as columns", NULL, INTENT_PER_MHZ, 0 },
	{ 0 },
};

const struct key_help keys_last[] = {
	{ STRIP_LEADER, 0, 0, ", letter", "that setting of the strip to its next value", NULL,
	  INTENT_NONE, 0 },
	{ 'u', 0, 0, NULL, "undo the last change, where the bar names it", "Undo", INTENT_UNDO, 0 },
	{ 'U', 0, 0, NULL, "undo all changes of settings, likewise", "Undo all", INTENT_UNDO_ALL,
	  0 },

	{ '/', KEYS_F(3), 0, "/ F3", "search for a row", "Find", INTENT_NONE, 0 },
	{ 'n', 'N', 0, "n N", "next, previous match", NULL, INTENT_NONE, 0 },

	{ CT_TAB, CT_BACKTAB, 0, "Tab S-Tab", "next, previous panel", NULL, INTENT_NONE, 0 },
	{ '1', 0, 0, NULL, "panel on or off: methods", NULL, INTENT_PANEL, 1 },
	{ '2', 0, 0, NULL, "panel on or off: graph", NULL, INTENT_PANEL, 2 },
	{ '3', 0, 0, NULL, "panel on or off: CPUs", NULL, INTENT_PANEL, 3 },
	{ '4', 0, 0, NULL, "panel on or off: interrupts", NULL, INTENT_PANEL, 4 },
	{ '5', 0, 0, NULL, "panel on or off: settings, last events", NULL, INTENT_PANEL, 5 },

	{ 'W', 0, 0, NULL, "write the config file", NULL, INTENT_WRITE_CONFIG, 0 },
	{ 'F', 0, 0, NULL, "paint the screen more often, or rarely", NULL, INTENT_FPS, 0 },
	{ CTRL_KEY('l'), 0, 0, NULL, "repaint the screen", NULL, INTENT_REPAINT, 0 },
	{ CTRL_KEY('z'), 0, 0, NULL, "suspend; fg in the shell resumes it", NULL, INTENT_SUSPEND,
	  0 },
	{ 0 },
};

const struct key_help *key_find(const struct key_help *table, int key)
{
	if (!table || key <= 0)
		return NULL;
	for (; table->key; table++)
		if (table->key == key || table->twin == key || table->twin2 == key)
			return table;
	return NULL;
}

static size_t keys_utf8(char *buf, int key)
{
	if (key < 0x80) {
		buf[0] = (char)key;
		return 1;
	}
	if (key < 0x800) {
		buf[0] = (char)(0xc0 | key >> 6);
		buf[1] = (char)(0x80 | (key & 0x3f));
		return 2;
	}
	if (key < 0x10000) {
		buf[0] = (char)(0xe0 | key >> 12);
		buf[1] = (char)(0x80 | (key >> 6 & 0x3f));
		buf[2] = (char)(0x80 | (key & 0x3f));
		return 3;
	}
	buf[0] = (char)(0xf0 | key >> 18);
	buf[1] = (char)(0x80 | (key >> 12 & 0x3f));
	buf[2] = (char)(0x80 | (key >> 6 & 0x3f));
	buf[3] = (char)(0x80 | (key & 0x3f));
	return 4;
}

size_t key_encode(char *buf, int key)
{
	size_t n = 0;

	if (key >= 0x20 && key < KEY_BASE_ && key != 0x7f)
		n = keys_utf8(buf, key);
	buf[n] = '\0';
	return n;
}

void key_name(char *buf, size_t size, int key)
{
	static const char *const names[] = {
		[CT_UP - KEY_BASE_] = "Up",
		[CT_DOWN - KEY_BASE_] = "Down",
		[CT_LEFT - KEY_BASE_] = "Left",
		[CT_RIGHT - KEY_BASE_] = "Right",
		[CT_PGUP - KEY_BASE_] = "PgUp",
		[CT_PGDN - KEY_BASE_] = "PgDn",
		[CT_HOME - KEY_BASE_] = "Home",
		[CT_END - KEY_BASE_] = "End",
		[CT_ENTER - KEY_BASE_] = "Enter",
		[CT_ESC - KEY_BASE_] = "Esc",
		[CT_TAB - KEY_BASE_] = "Tab",
		[CT_BACKTAB - KEY_BASE_] = "S-Tab",
		[CT_BACKSPACE - KEY_BASE_] = "Backspace",
		[CT_DELETE - KEY_BASE_] = "Del",
	};
	char utf8[5];

	if (key >= CT_F1 && key <= CT_F12)
		text_format(buf, size, "F%d", key - CT_F1 + 1);
	else if (key > KEY_BASE_ && key - KEY_BASE_ < (int)ARRAY_SIZE(names))
		text_copy(buf, size, names[key - KEY_BASE_]);
	else if (key == ' ')
		text_copy(buf, size, "Space");
	else if (key > 0 && key < 0x20)
		text_format(buf, size, "Ctrl-%c", key + 0x40);
	else if (key_encode(utf8, key))
		text_copy(buf, size, utf8);
	else
		text_copy(buf, size, "?");
}
