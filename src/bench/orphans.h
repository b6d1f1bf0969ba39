/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * orphans: what workers had forked is left to their subreaper when they are killed.
 *
 * Invariant: only for a process that has no children but those of its workers.
 */
#ifndef CTXTOP_ORPHANS_H
#define CTXTOP_ORPHANS_H

/*
 * Kill and reap every child that is left, and theirs. Where the kernel has no list of children
 * (CONFIG_PROC_CHILDREN) they are waited for, at most 1 s.
 */
void orphans_end(void);

#endif
