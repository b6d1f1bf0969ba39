/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * settinglist: the settings of a frame in the order in which they are listed: by group, filtered; and
 * the words on one of them.
 *
 * Pure. Invariant: every setting that passes the filter has one line; a group without any has none.
 */
#ifndef CTXTOP_SETTINGLIST_H
#define CTXTOP_SETTINGLIST_H

#include "draw/canvas.h"
#include "model/frame.h"

struct settinglist {
	int id[2 *
	       SETTINGS_MAX]; /* index into f->setting; negative: heading of that index' group */
	int n, nsettings;     /* lines; settings among them */
};

/* The index of the setting whose group a heading names. */
#define SETTINGLIST_HEADING(id) (-1 - (id))

void settinglist_build(struct settinglist *l, const struct frame *f, const char *filter);
/* The line of the setting with the id @id of its info; else the first setting; -1: no setting. */
int settinglist_find(const struct settinglist *l, const struct frame *f, int id);
/* @at, or if that is a heading the next setting in direction @dir, else in the other one. */
int settinglist_step(const struct settinglist *l, int at, int dir);
/* The next line from @at (included if @here) in direction @dir that has @word; -1: none. */
int settinglist_search(const struct settinglist *l, const struct frame *f, int at, int dir,
		       bool here, const char *word);

/* Draw all that is known of @fs into @r, the most important first. */
void settinglist_detail(struct canvas *c, struct rect r, const struct frame_setting *fs);
/* "sysctl -w kernel.x=1": what a shell would write to set @info to its present value; "" unknown. */
void settinglist_shell(char *buf, size_t size, const struct setting_info *info);

#endif
