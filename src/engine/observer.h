/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * observer: the watched settings as the sampler uses them: looked at between slices, their state and
 * their changes told as events, with who made them.
 *
 * Invariant: the id of a setting in events is its index here, given in the order of observer_add().
 */
#ifndef CTXTOP_OBSERVER_H
#define CTXTOP_OBSERVER_H

#include "stream/event.h"
#include "engine/readings.h"
#include "settings/setting.h"
#include "base/sysroot.h"

struct observer;

/*
 * Watch @setting[0..n). @guardian: the process whose writes are our own, 0 = none. @ipc_joined: IPC sysctls
 * are those of the workers; else they are shown only. NULL without memory.
 * Starts a thread where the kernel tells who writes.
 */
struct observer *observer_new(const struct sysroot *root, const struct setting *const *setting,
			      size_t n, pid_t guardian, bool ipc_joined);
void observer_free(struct observer *o);
/* One more. Its id, or -errno (-E2BIG: SETTINGS_MAX). */
int observer_add(struct observer *o, const struct setting *setting);
/* Tell the state of every setting that was not told yet, or that is otherwise now (EV_SETTING). */
void observer_tell(struct observer *o, post_fn post, void *arg);
/* The next change of this setting within a second is by ourselves. */
void observer_expect(struct observer *o, size_t id);
/*
 * Look at all of them, if that is due (@force: in any case), and post EV_CHANGE and EV_SETTING. The time
 * in ns after a change during which slices count for nothing; 0: nothing changed.
 */
int64_t observer_look(struct observer *o, bool force, post_fn post, void *arg);

#endif
