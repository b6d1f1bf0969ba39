// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * fixture: machines below tests/fixtures.
 *
 * Invariant: the parsers get exactly the text of the file, as from parse_text().
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "fixture.h"
#include "rows.h"
#include "base/base.h"

void fixture_open(struct sysroot *root, const char *name)
{
	char path[256];

	text_format(path, sizeof(path), "tests/fixtures/%s", name);
	if (sysroot_open(root, path))
		fail_msg("cannot open %s", path);
}

void fixture_table(struct table *t, const char *name, const struct probe *p)
{
	struct textbuf text = { 0 };
	struct sysroot root;

	fixture_open(&root, name);
	if (sysroot_read(&root, p->path, &text))
		fail_msg("%s has no %s", name, p->path);
	assert_int_equal(parse_text(p, t, text.data), 0);
	textbuf_free(&text);
	sysroot_close(&root);
}
