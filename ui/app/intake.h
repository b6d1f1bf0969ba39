/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * intake: where the events of a run go: the recording, then the model.
 *
 * Invariant: an event that is recorded is recorded before it is taken in, in the order of its coming.
 */
#ifndef CTXTOP_INTAKE_H
#define CTXTOP_INTAKE_H

#include "model/model.h"
#include "stream/record.h"

struct intake {
	struct model *model;
	bool recording;
	struct recorder recorder;
};

/* @path: of the recording, "" = none. 0 or -errno with words; nothing is left on failure. */
int intake_open(struct intake *in, const char *path, struct err *e);
/* Write @ev to the recording, if there is one. */
void intake_record(struct intake *in, const struct event *ev);
/* Take @ev into the model and free it. */
void intake_take(struct intake *in, struct event *ev);
/* 0, or -errno with words when the recording is incomplete. */
int intake_close(struct intake *in, struct err *e);

#endif
