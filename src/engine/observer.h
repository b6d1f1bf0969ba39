/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * observer: the watched settings as the sampler uses them: looked at between slices, their state and
 * their changes posted as events, with who made them.
 *
 * Whose a change is, is known and not guessed: where the kernel says who wrote, that stands; else a change
 * is our own if an order of ours made that setting that value. While an order is on its way the changes of
 * its settings are held back, until the answer says what it wrote.
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
/* One more. Its id, or -errno. */
int observer_add(struct observer *o, const struct setting *setting);
/* The id of the setting of that name, -1: it is not watched. */
int observer_find(const struct observer *o, const char *name);
/* Post the state of every setting that was not posted yet, or that is otherwise now (EV_SETTING). */
void observer_tell(struct observer *o, post_fn post, void *arg);
/* Onto the overview's strip, or off it. */
void observer_strip(struct observer *o, size_t id, post_fn post, void *arg);

/*
 * Look at this one now: it may be here only since a moment, and what an order of ours changes must be known
 * before. As observer_look().
 */
int64_t observer_look_at(struct observer *o, size_t id, post_fn post, void *arg);
/* An order of ours about this setting is on its way. */
void observer_expect(struct observer *o, size_t id);
/* It made it this value (normalised). */
void observer_wrote(struct observer *o, size_t id, const char *value);
/* It made one of its files read like this; @let_go: what was held is held no longer. */
void observer_wrote_raw(struct observer *o, size_t id, const char *raw, bool let_go);
/*
 * The order was answered: look at its settings now, and post their changes, those held back first. As
 * observer_look().
 */
int64_t observer_answered(struct observer *o, post_fn post, void *arg);
/*
 * Look at all of them, if that is due (@force: in any case), and post EV_CHANGE and EV_SETTING. The time
 * in ns after a change during which slices count for nothing; 0: nothing changed.
 */
int64_t observer_look(struct observer *o, bool force, post_fn post, void *arg);

#endif
