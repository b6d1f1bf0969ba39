// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * setup: the screen by the options, and the options by the screen.
 *
 * Invariant: what belongs to one run never gets into the config file.
 */
#include "app/app.h"

#include <errno.h>
#include <string.h>

void setup_theme(struct app *a, const char *name)
{
	struct err e;

	if (theme_load(&a->theme, name, a->config.themes_dir[0] ? a->config.themes_dir : NULL,
		       &e)) {
		app_say(a, "%s", e.text);
		return;
	}
	text_copy(a->screen.theme_name, sizeof(a->screen.theme_name), name);
	term_theme(&a->theme);
}

void setup_save(struct app *a)
{
	char path[4096];
	struct err e = { 0 };
	struct config c = a->config, before;
	struct err ignored;

	text_copy(c.theme, sizeof(c.theme), a->screen.theme_name);
	c.window_ns = a->screen.window_ns;
	c.running_mhz = a->screen.divisor == DIVISOR_RUNNING;
	c.panels[0] = '\0';
	for (int i = 0; i < 5; i++)
		if (a->screen.panels & 1u << i)
			text_format(c.panels + strlen(c.panels),
				    sizeof(c.panels) - strlen(c.panels), "%d", i + 1);
	c.record[0] = c.output[0] = c.label[0] = '\0';
	c.rounds = 0;
	c.duration_ns = 0;
	text_copy(path, sizeof(path), c.config_file);
	if (!path[0]) {
		app_say(a, "no home folder to write the config to");
		return;
	}
	/* how one run treats the machine is not for good: these stay as the file has them */
	config_defaults(&before);
	config_read(&before, path, &ignored);
	c.read_only = before.read_only;
	c.keep = before.keep;
	if (!config_save(&c, path, &e))
		text_format(e.text, sizeof(e.text), "written: %s", path);
	app_say(a, "%s", e.text);
}

static enum glyph_set choose_glyphs(const struct config *c, const struct term_caps *caps)
{
	switch (c->glyphs) {
	case GLYPHS_BRAILLE:
		return caps->utf8 ? GLYPH_BRAILLE : GLYPH_ASCII;
	case GLYPHS_BLOCK:
		return caps->utf8 ? GLYPH_BLOCK : GLYPH_ASCII;
	case GLYPHS_TTY:
		return caps->utf8 ? GLYPH_TTY : GLYPH_ASCII;
	case GLYPHS_ASCII:
		return GLYPH_ASCII;
	default:
		if (!caps->utf8 || caps->wide_lines)
			return GLYPH_ASCII;
		return caps->linux_console ? GLYPH_TTY : GLYPH_BRAILLE;
	}
}

void setup_plain(struct app *a)
{
	a->caps.wide_lines = true;
	a->canvas.glyphs = &glyph_sets[choose_glyphs(&a->config, &a->caps)];
	term_repaint();
}

int setup_screen(struct app *a, struct err *e)
{
	const struct config *c = &a->config;
	struct screen *s = &a->screen;
	int w, h;

	if (screen_init(s))
		return err_set(e, ENOMEM, "no memory for the screen");
	s->window_ns = c->window_ns;
	s->slice_ns = c->slice_ns;
	s->divisor = c->running_mhz ? DIVISOR_RUNNING : DIVISOR_NOMINAL;
	s->read_only = c->read_only;
	s->keep_settings = c->keep;
	s->vim_keys = c->vim_keys;
	s->mouse = c->mouse;
	s->panels = 0;
	for (const char *p = c->panels; *p; p++)
		if (*p >= '1' && *p <= '5')
			s->panels |= 1u << (*p - '1');
	text_copy(s->message, sizeof(s->message), a->caps.note);
	theme_list(&a->themes, c->themes_dir[0] ? c->themes_dir : NULL);
	s->themes = a->themes.entry;
	s->nthemes = a->themes.n;
	theme_builtin(&a->theme);
	term_theme(&a->theme);
	setup_theme(a, c->theme);
	a->canvas.glyphs = &glyph_sets[choose_glyphs(c, &a->caps)];
	term_fps((unsigned)c->fps);
	term_size(&w, &h);
	if (canvas_resize(&a->canvas, w, h))
		return err_set(e, ENOMEM, "no memory for the screen");
	a->stale = true;
	return 0;
}
