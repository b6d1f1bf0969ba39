// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * settinglist: the settings of a frame as a list, and the words on one of them.
 *
 * Invariant: groups stand in the order in which their first settings stand in the frame; what is not
 * here stands at the end of its group, since there may be much of it.
 */
#include "views/settinglist.h"

#include <string.h>

#include "base/base.h"
#include "draw/list.h"
#include "draw/page.h"
#include "draw/words.h"

#define NAME_W 9

static bool settinglist_passes(const struct setting_info *info, const char *word)
{
	return list_has_word(info->name, word) || list_has_word(info->group, word) ||
	       list_has_word(info->help, word);
}

static bool settinglist_same_group(const struct frame *f, size_t a, size_t b)
{
	return !strcmp(f->setting[a].info->group, f->setting[b].info->group);
}

/* Does a setting before @i open its group? */
static bool settinglist_group_is_open(const struct frame *f, size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (settinglist_same_group(f, k, i))
			return true;
	return false;
}

/* Those of the group of @i that are here (@absent 0), or those that are not. */
static void settinglist_add_group(struct settinglist *l, const struct frame *f, size_t i, size_t n,
				  const char *filter, unsigned absent)
{
	for (size_t k = i; k < n; k++) {
		const struct setting_info *info = f->setting[k].info;

		if (settinglist_same_group(f, i, k) && (info->flags & SETTING_ABSENT) == absent &&
		    settinglist_passes(info, filter))
			l->id[l->n++] = (int)k;
	}
}

void settinglist_build(struct settinglist *l, const struct frame *f, const char *filter)
{
	size_t n = MIN(f->nsettings, (size_t)SETTINGS_MAX);

	l->n = l->nsettings = 0;
	for (size_t i = 0; i < n; i++) {
		int heading = l->n;

		if (settinglist_group_is_open(f, i))
			continue;
		l->id[l->n++] = SETTINGLIST_HEADING((int)i);
		settinglist_add_group(l, f, i, n, filter, 0);
		settinglist_add_group(l, f, i, n, filter, SETTING_ABSENT);
		if (l->n == heading + 1)
			l->n = heading; /* nothing below it */
		else
			l->nsettings += l->n - heading - 1;
	}
}

int settinglist_find(const struct settinglist *l, const struct frame *f, int id)
{
	for (int i = 0; i < l->n; i++)
		if (l->id[i] >= 0 && f->setting[l->id[i]].info->id == id)
			return i;
	return settinglist_step(l, 0, 1);
}

int settinglist_step(const struct settinglist *l, int at, int dir)
{
	if (l->n < 1)
		return -1;
	at = MAX(MIN(at, l->n - 1), 0);
	for (int pass = 0; pass < 2; pass++, dir = -dir)
		for (int i = at; i >= 0 && i < l->n; i += dir)
			if (l->id[i] >= 0)
				return i;
	return -1;
}

int settinglist_search(const struct settinglist *l, const struct frame *f, int at, int dir,
		       bool here, const char *word)
{
	for (int i = here ? 0 : 1; *word && i <= l->n && l->n; i++) {
		int k = ((at + dir * i) % l->n + l->n) % l->n;

		if (l->id[k] >= 0 && settinglist_passes(f->setting[l->id[k]].info, word))
			return k;
	}
	return -1;
}

static bool starts_with(const char *text, const char *with)
{
	return !strncmp(text, with, strlen(with));
}

void settinglist_shell(char *buf, size_t size, const struct setting_info *info)
{
	const char *quote = strpbrk(info->value, " \t") ? "\"" : "";

	buf[0] = '\0';
	if ((info->flags & SETTING_ABSENT) || !*info->value)
		return;
	if (starts_with(info->path, "/proc/sys/"))
		text_format(buf, size, "sysctl -w %s=%s%s%s", info->name, quote, info->value,
			    quote);
	else if (starts_with(info->path, "/sys/"))
		text_format(buf, size, "echo %s%s%s > %s", quote, info->value, quote, info->path);
}

static void settinglist_rows_text(char *buf, size_t size, unsigned rows)
{
	static const char *const names[ROW_CLASSES] = {
		[ROW_NMI] = "NMI",
		[ROW_TICK] = "LOC (timer tick)",
		[ROW_RESCHED] = "RES (reschedule)",
		[ROW_CALL] = "CAL (function call)",
		[ROW_TLB] = "TLB",
		[ROW_IRQWORK] = "irq work",
		[ROW_THERMAL] = "thermal",
		[ROW_MCE] = "machine checks",
		[ROW_HYPERVISOR] = "hypervisor",
		[ROW_ERR] = "errors",
		[ROW_DEVICE] = "devices",
		[ROW_OTHER] = "others",
	};
	size_t len = 0;

	buf[0] = '\0';
	for (unsigned i = 0; i < ROW_CLASSES; i++)
		if (rows & (1u << i))
			len += text_format(buf + len, size - len, "%s%s", len ? ", " : "",
					   names[i]);
}

static void settinglist_reach_text(char *buf, size_t size, const struct setting_info *info)
{
	size_t n = text_format(buf, size, "%s",
			       info->flags & SETTING_NEW_TASKS
				       ? "what starts from now on, so workers from the next turn"
				       : "everything at once");

	if (info->settle_ms)
		text_format(buf + n, size - n, "; settles in %u ms", info->settle_ms);
}

static void settinglist_value_text(char *buf, size_t size, const struct frame_setting *fs)
{
	const char *shown = *fs->info->shown ? fs->info->shown : "--";
	char clock[16];

	if (!fs->changed) {
		text_format(buf, size, "%s, as at the start", shown);
		return;
	}
	words_clock(clock, sizeof(clock), fs->wall_ns);
	text_format(buf, size, "%s, was %s at the start; %c %s by %s", shown, fs->start, fs->letter,
		    clock, fs->who);
}

void settinglist_detail(struct canvas *c, struct rect r, const struct frame_setting *fs)
{
	struct page p = { .c = c, .r = r, .name_w = NAME_W };
	const struct setting_info *info = fs->info;
	char buf[400];

	page_heading(&p, info->name);
	if (*info->reason)
		page_pair(&p, STYLE_WARN, "why not", info->reason);
	if (!(info->flags & SETTING_ABSENT)) {
		settinglist_value_text(buf, sizeof(buf), fs);
		page_pair(&p, STYLE_BRIGHT, "value", buf);
	}
	if (*fs->effect)
		page_pair(&p, STYLE_BRIGHT, "effect", fs->effect);
	page_fact(&p, "help", info->help, "no description: it was added by name");
	if (info->flags & SETTING_ASKS)
		page_pair(&p, STYLE_WARN, "risk", "asks before it is changed");
	settinglist_reach_text(buf, sizeof(buf), info);
	page_pair(&p, STYLE_NORMAL, "reaches", buf);
	settinglist_rows_text(buf, sizeof(buf), info->rows);
	if (*buf)
		page_pair(&p, STYLE_NORMAL, "moves", buf);
	settinglist_shell(buf, sizeof(buf), info);
	if (*buf)
		page_pair(&p, STYLE_NORMAL, "shell", buf);
	page_fact(&p, "path", info->path, "");
}
