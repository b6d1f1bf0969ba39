/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * runner_talk: the engine's side of the talk with the runner, for sampler.c and turn.c.
 *
 * Invariant: whoever waits here keeps the screen alive and takes orders in.
 */
#ifndef CTXTOP_RUNNER_TALK_H
#define CTXTOP_RUNNER_TALK_H

#include "engine/sampler_link.h"

/* Is there a runner? One that died is started again when its time has come. */
bool runner_ready(struct sampler *s);
/*
 * Send @cmd and wait for the reply, expected within @expect_ns. The screen is kept alive if that takes
 * longer than a screen may be old. 0, or -EPIPE: the runner died; it was said, and the turn is over.
 */
int runner_command(struct sampler *s, const struct runner_cmd *cmd, int64_t expect_ns,
		   struct runner_reply *reply);
/* A further reply to the same command, as runner_command(). */
int runner_await(struct sampler *s, int64_t expect_ns, struct runner_reply *reply);

#endif
