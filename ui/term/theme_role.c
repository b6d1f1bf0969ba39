// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * theme_role: the table of all styles: the slots of a theme file that make them.
 *
 * Invariant: every style has a role.
 */
#include "term/theme_role.h"

#include <stdio.h>
#include <string.h>

#include "base/base.h"
#include "term/theme.h"

static const struct role role_styles[STYLE_GRADIENT] = {
	[STYLE_NORMAL] = { .name = "main", .contrast = ROLE_TEXT },
	[STYLE_DIM] = { .name = "dim",
			{ "graph_text", "inactive_fg" },
			.contrast = ROLE_TEXT,
			.mono = LOOK_DIM },
	[STYLE_BRIGHT] = { .name = "bright",
			   { "title" },
			   .contrast = ROLE_TEXT,
			   .mono = LOOK_BOLD },
	[STYLE_TITLE] = { .name = "title", .contrast = ROLE_TEXT, .mono = LOOK_BOLD },
	[STYLE_KEY] = { .name = "key",
			{ "hi_fg" },
			.contrast = ROLE_TEXT,
			.mono = LOOK_BOLD | LOOK_UNDERLINE },
	[STYLE_FRAME] = { .name = "frame",
			  { "cpu_box", "div_line" },
			  .contrast = ROLE_ORNAMENT,
			  .mono = LOOK_DIM },
	[STYLE_FRAME_FOCUS] = { .name = "frame_focus",
				{ "hi_fg", "title" },
				.contrast = ROLE_GRAPHIC,
				.mono = LOOK_BOLD },
	[STYLE_HEADER] = { .name = "header",
			   { "title" },
			   .contrast = ROLE_TEXT,
			   .mono = LOOK_UNDERLINE },
	[STYLE_SELECTED] = { .name = "selected",
			     .ground = true,
			     .contrast = ROLE_TEXT,
			     .mono = LOOK_REVERSE },
	[STYLE_BAR_KEY] = { .name = "bar_key",
			    { "hi_fg" },
			    "meter_bg",
			    .contrast = ROLE_TEXT,
			    .mono = LOOK_BOLD },
	[STYLE_BAR_TEXT] = { .name = "bar_text",
			     { "main_fg" },
			     "meter_bg",
			     .contrast = ROLE_TEXT,
			     .mono = LOOK_REVERSE },
	[STYLE_MARK] = { .name = "marker",
			 { "proc_misc", "hi_fg" },
			 .contrast = ROLE_TEXT,
			 .mono = LOOK_BOLD },
	[STYLE_FROZEN] = { .name = "frozen",
			   .ground = true,
			   .contrast = ROLE_TEXT,
			   .mono = LOOK_REVERSE | LOOK_BOLD },
	[STYLE_READONLY] = { .name = "readonly",
			     .ground = true,
			     .contrast = ROLE_TEXT,
			     .mono = LOOK_REVERSE },
	[STYLE_WARN] = { .name = "warn",
			 { "temp_mid", "cpu_mid" },
			 .contrast = ROLE_TEXT,
			 .mono = LOOK_BOLD },
	[STYLE_CRIT] = { .name = "crit",
			 { "temp_end", "cpu_end" },
			 .contrast = ROLE_TEXT,
			 .mono = LOOK_BOLD | LOOK_REVERSE },
	[STYLE_BETTER] = { .name = "delta_better", .contrast = ROLE_TEXT, .mono = LOOK_BOLD },
	[STYLE_WORSE] = { .name = "delta_worse", .contrast = ROLE_TEXT, .mono = LOOK_REVERSE },
	[STYLE_NONE] = { .name = "delta_none",
			 { "graph_text", "inactive_fg" },
			 .contrast = ROLE_TEXT },
	[STYLE_CPU_USER] = { .name = "cpu_user",
			     { "cpu_start", "temp_start" },
			     .contrast = ROLE_GRAPHIC },
	[STYLE_CPU_NICE] = { .name = "cpu_nice",
			     { "free_mid", "free_start" },
			     .contrast = ROLE_GRAPHIC,
			     .mono = LOOK_DIM },
	[STYLE_CPU_SYSTEM] = { .name = "cpu_system",
			       { "cpu_end", "temp_end" },
			       .contrast = ROLE_GRAPHIC,
			       .mono = LOOK_BOLD },
	[STYLE_CPU_IRQ] = { .name = "cpu_irq",
			    { "available_mid", "available_start" },
			    .contrast = ROLE_GRAPHIC,
			    .mono = LOOK_REVERSE },
	[STYLE_CPU_SOFTIRQ] = { .name = "cpu_softirq",
				{ "cached_mid", "cached_start" },
				.contrast = ROLE_GRAPHIC,
				.mono = LOOK_UNDERLINE },
	[STYLE_CPU_STEAL] = { .name = "cpu_steal",
			      { "upload_mid", "upload_start" },
			      .contrast = ROLE_GRAPHIC,
			      .mono = LOOK_BOLD | LOOK_REVERSE },
	[STYLE_CPU_GUEST] = { .name = "cpu_guest",
			      { "download_mid", "download_start" },
			      .contrast = ROLE_GRAPHIC },
	[STYLE_CPU_IOWAIT] = { .name = "cpu_iowait",
			       { "used_mid", "used_start" },
			       .contrast = ROLE_GRAPHIC,
			       .mono = LOOK_DIM },
	[STYLE_CPU_OFFLINE] = { .name = "cpu_offline",
				{ "inactive_fg", "graph_text" },
				.contrast = ROLE_TEXT,
				.mono = LOOK_DIM },
	[STYLE_IRQ] = { .name = "irq_row",
			{ "download_start", "cached_start", "proc_misc" },
			.contrast = ROLE_GRAPHIC },
};

const struct role role_anchors[3] = {
	{ .name = "graph_start", { "cpu_start", "temp_start" }, .contrast = ROLE_GRAPHIC },
	{ .name = "graph_mid", { "cpu_mid", "temp_mid" }, .contrast = ROLE_GRAPHIC },
	{ .name = "graph_end", { "cpu_end", "temp_end" }, .contrast = ROLE_GRAPHIC },
};

/* btop's slots that stand in for method1 .. method12. */
static const char *const role_method[12] = {
	"cpu_mid",    "free_mid",     "download_mid",  "upload_mid",
	"used_mid",   "cached_mid",   "available_mid", "process_start",
	"temp_start", "upload_start", "process_end",   "net_box",
};

struct role role_of(style_t style, char name[16])
{
	struct role r = { .name = name, .contrast = ROLE_TEXT };

	if (style < STYLE_GRADIENT)
		return role_styles[style];
	if (style < STYLE_METHOD) {
		snprintf(name, 16, "graph%d", style - STYLE_GRADIENT + 1);
		r.contrast = ROLE_GRAPHIC;
		return r;
	}
	snprintf(name, 16, "method%d", style - STYLE_METHOD + 1);
	r.from[0] = role_method[style - STYLE_METHOD];
	return r;
}

static bool role_knows(const struct role *r, const char *name)
{
	size_t n = strlen(r->name);

	if (!strncmp(name, r->name, n) &&
	    (!name[n] || !strcmp(name + n, "_fg") || !strcmp(name + n, "_bg")))
		return true;
	for (size_t i = 0; i < ARRAY_SIZE(r->from); i++)
		if (r->from[i] && !strcmp(name, r->from[i]))
			return true;
	return r->bg_from && !strcmp(name, r->bg_from);
}

bool role_has_slot(const char *name)
{
	char made[16];
	struct role r;

	for (style_t i = 0; i < STYLES; i++) {
		r = role_of(i, made);
		if (role_knows(&r, name))
			return true;
	}
	for (size_t i = 0; i < ARRAY_SIZE(role_anchors); i++)
		if (role_knows(&role_anchors[i], name))
			return true;
	return false;
}
