// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * changes_answer: what became of each file of a change, in words.
 *
 * Invariant: only looks; changes nothing.
 */
#include "guardian/changes_int.h"
#include "settings/codec.h"
#include "settings/shell.h"

bool doing_is_held(const struct doing_file *f)
{
	return f->wanted->kind == WRITE_HELD;
}

bool doing_is_moved(const struct doing_file *f)
{
	if (f->skip || !f->now)
		return false;
	return doing_is_held(f) ? f->written : !codec_same(f->before, f->now);
}

static bool doing_is_as_asked(const struct doing_file *f)
{
	if (!f->now)
		return false;
	if (f->wanted->kind == WRITE_WORDS)
		return word_in(f->now, f->wanted->value);
	return codec_same(f->now, f->wanted->value);
}

static void doing_words_differs(const struct doing_file *f, char *buf, size_t size)
{
	char now[48];

	word_brief(now, sizeof(now), f->now ? f->now : "?");
	if (doing_is_held(f))
		text_format(buf, size, "%s: in force is %s, asked for by somebody else", f->path,
			    now);
	else if (!doing_is_moved(f))
		text_format(buf, size, "%s: took no effect, it still is %s", f->path, now);
	else
		text_format(buf, size, "%s: the kernel made it %s", f->path, now);
}

void doing_answer(const struct doing *d, const struct doing_file *f, bool withdrawn,
		  struct outcome_list *out)
{
	char words[240] = "", shell[SHELL_LINE] = "";
	struct outcome o = { .kind = OUTCOME_SAVED,
			     .code = f->e.code,
			     .name = (char *)d->w->name,
			     .path = f->path[0] ? (char *)f->path : (char *)f->wanted->path,
			     .before = f->before,
			     .now = f->now,
			     .words = words,
			     .shell = shell };

	if (f->wanted->kind != WRITE_ALSO && f->wanted->value)
		shell_line(shell, sizeof(shell), o.path, f->wanted->value);
	if (f->e.code) {
		o.kind = OUTCOME_REFUSED;
		text_copy(words, sizeof(words), f->e.text);
	} else if (f->wanted->kind != WRITE_ALSO) {
		if (!f->written)
			return; /* the change ended before its turn */
		o.kind = doing_is_as_asked(f) ? OUTCOME_SET : OUTCOME_DIFFERS;
		if (withdrawn)
			o.kind = OUTCOME_WITHDRAWN;
		else if (o.kind == OUTCOME_DIFFERS)
			doing_words_differs(f, words, sizeof(words));
	} else if (f->skip || withdrawn) {
		return;
	}
	outcome_add(out, &o);
}
