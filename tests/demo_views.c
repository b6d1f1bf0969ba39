// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * demo_views: prints a view of the frame made by hand as text, to look at. No test, not shipped:
 * demo_views VIEW WIDTH HEIGHT [glyphs 0..3] [selected] [ncpus] [keys...]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "views/view.h"
#include "lib/sample.h"

int main(int argc, char **argv)
{
	struct sample_spec spec = { .rounds = 50,
				    .unavailable = getenv("UNAVAILABLE") != NULL,
				    .arm64 = getenv("ARM64") != NULL,
				    .free = getenv("FREE") != NULL,
				    .fault = getenv("FAULT") != NULL,
				    .settings = getenv("SETTINGS") != NULL,
				    .offline = getenv("OFFLINE") != NULL,
				    .no_probes = getenv("NO_PROBES") != NULL };
	struct canvas c = { 0 };
	struct intent out;
	struct screen s;
	struct frame *f;
	char *text;

	if (argc < 4)
		return 2;
	spec.ncpus = argc > 6 ? (unsigned)atoi(argv[6]) : 2;
	if (getenv("ROUNDS"))
		spec.rounds = (unsigned)atoi(getenv("ROUNDS"));
	f = sample_frame(&spec);
	screen_init(&s);
	s.own_changes = spec.settings;
	if (getenv("NOTE"))
		text_copy(s.settings_note, sizeof(s.settings_note), getenv("NOTE"));
	s.view = (enum view_id)atoi(argv[1]);
	s.selected = (uint16_t)(argc > 5 ? atoi(argv[5]) : 1);
	if (canvas_resize(&c, atoi(argv[2]), atoi(argv[3])))
		return 1;
	c.glyphs = &glyph_sets[argc > 4 ? atoi(argv[4]) % GLYPH_SETS : 0];
	screen_draw(&c, f, &s);
	for (int i = 7; i < argc; i++) {
		for (const char *p = argv[i]; *p; p++) {
			screen_key(&s, f, (unsigned char)*p, &out);
			if (out.kind == INTENT_FREEZE)
				s.frozen = !s.frozen;
			screen_draw(&c, f, &s);
		}
	}
	text = canvas_text(&c);
	fputs(text ? text : "", stdout);
	free(text);
	canvas_free(&c);
	sample_free(f);
	return 0;
}
