/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * sampler_runner: the engine's side of the talk with the runner, for sampler.c and turn.c.
 *
 * Invariant: whoever waits here keeps the screen alive and takes orders in.
 */
#ifndef CTXTOP_SAMPLER_RUNNER_H
#define CTXTOP_SAMPLER_RUNNER_H

#include "engine/sampler_link.h"

/* Is there a runner? One that died is started again when its time has come. */
bool sampler_has_runner(struct sampler *s);
/*
 * Send @cmd and wait for the reply, expected within @expect_ns. The screen is kept alive if that takes
 * longer than a screen may be old. 0, or -EPIPE: the runner died; it was said, and the turn is over.
 */
int sampler_command(struct sampler *s, const struct runner_cmd *cmd, int64_t expect_ns,
		    struct runner_reply *reply);
/* A further reply to the same command, as sampler_command(). */
int sampler_await(struct sampler *s, int64_t expect_ns, struct runner_reply *reply);

#endif
