// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * intake: model and recording of a run.
 *
 * Invariant: the model sees every event, whatever becomes of the recording.
 */
#include "app/intake.h"

#include <errno.h>

int intake_open(struct intake *in, const char *path, struct err *e)
{
	int ret = 0;

	*in = (struct intake){ .model = model_new() };
	if (!in->model)
		return err_set(e, ENOMEM, "no memory for the model");
	if (path[0])
		ret = recorder_open(&in->recorder, path, e);
	in->recording = path[0] && !ret;
	if (ret)
		intake_close(in, NULL);
	return ret;
}

void intake_record(struct intake *in, const struct event *ev)
{
	if (in->recording)
		recorder_write(&in->recorder, ev);
}

void intake_take(struct intake *in, struct event *ev)
{
	model_apply(in->model, ev);
	event_free(ev);
}

int intake_close(struct intake *in, struct err *e)
{
	int ret = in->recording ? recorder_close(&in->recorder, e) : 0;

	in->recording = false;
	model_free(in->model);
	in->model = NULL;
	return ret;
}
