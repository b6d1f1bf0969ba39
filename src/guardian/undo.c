// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * undo: the journal of the dead.
 *
 * Invariant: looking changes nothing, not even the journal.
 */
#include "guardian/undo.h"
#include "guardian/changes.h"
#include "guardian/changes_restore.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

static int open_journal(struct changes *ch, const char *place, enum journal_mode mode,
			struct err *e)
{
	changes_init(ch, place, getpid(), false);
	return journal_open(&ch->j, ch->place, mode, getpid(), &ch->list, e);
}

/* Lines that cannot be read may have been changes: that is said, not passed over. */
static void report_bad(const struct changes *ch, struct outcome_list *out)
{
	char words[160];

	if (!ch->j.bad)
		return;
	text_format(words, sizeof(words),
		    "%u lines of it cannot be read: what they changed is not undone", ch->j.bad);
	outcome_add(out, &(struct outcome){ .kind = OUTCOME_FAILED,
					    .code = EBADMSG,
					    .path = (char *)ch->place,
					    .words = words });
}

int undo_pending(const char *place, struct outcome_list *out, struct err *e)
{
	struct changes ch;
	int ret = open_journal(&ch, place, JOURNAL_LOOK, e);

	if (ret)
		return ret == -ENOENT ? 0 : ret;
	changes_list(&ch, out);
	report_bad(&ch, out);
	journal_close(&ch.j, false);
	changes_end(&ch);
	return 0;
}

int undo_restore(const char *place, bool force, struct outcome_list *out, struct err *e)
{
	struct changes ch;
	int ret = open_journal(&ch, place, JOURNAL_TAKE, e);
	size_t failed;

	if (ret)
		return ret == -ENOENT ? 0 : ret;
	ch.rewrite = true;
	/* from here on they are this process's own */
	for (size_t i = 0; i < ch.list.n; i++)
		ch.list.c[i]->inherited = false;
	report_bad(&ch, out);
	changes_undo_all(&ch, force, out);
	changes_give_up(&ch);
	changes_end(&ch);
	failed = outcome_count(out, OUTCOME_FAILED);
	return failed ? err_set(e, EIO, "%zu settings could not be put back", failed) : 0;
}
