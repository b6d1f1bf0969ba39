/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * undo: what a killed ctxtop (dashboard and guardian both) left changed, and putting it back.
 *
 * Invariant: the same compare-and-restore as the guardian's, and only when the journal's lock is free:
 * a living guardian does it itself.
 */
#ifndef CTXTOP_UNDO_H
#define CTXTOP_UNDO_H

#include "base/base.h"
#include "guardian/outcome.h"

/*
 * What stands undone in the journal at @place (NULL: where it belongs), each as OUTCOME_INHERITED with
 * the value at start, the one now, and the shell line that puts it back; OUTCOME_FAILED with EBADMSG if
 * a part of the journal cannot be read. Writes nothing. 0, also when there is nothing; -EBUSY: a
 * ctxtop is running that will see to it; -errno: the journal cannot be trusted or read.
 */
int undo_pending(const char *place, struct outcome_list *out, struct err *e);

/*
 * Put all of it back and remove the journal: OUTCOME_RESTORED, _LEFT (somebody else changed it since:
 * @force does it all the same), _GONE, _FAILED (stays in the journal; then -EIO). 0, also when there
 * is nothing.
 */
int undo_restore(const char *place, bool force, struct outcome_list *out, struct err *e);

#endif
