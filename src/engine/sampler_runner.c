// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * sampler_runner: commands to the runner, waiting for its replies, and what is done when it dies.
 *
 * Invariant: a runner that died is said to have, and is followed by another one, unless they die one
 * after the other.
 */
#include "engine/sampler_runner.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>

#define SILENT_NS     (2 * NSEC_PER_SEC)    /* a runner that is late by so much is reported */
#define STOP_NS	      (2 * NSEC_PER_SEC)    /* at the end a reply is waited for no longer */
#define DEATHS_NS     (10 * NSEC_PER_SEC)   /* RUNNER_DEATHS within this are too many */
#define FIRST_REST_NS (100 * NSEC_PER_MSEC) /* before the second of them; then twice as long each */

/* ---- its death ---- */

static void death_text(char *buf, size_t size, int status)
{
	if (WIFSIGNALED(status))
		text_format(buf, size, "the runner was killed by signal %d (%s)", WTERMSIG(status),
			    strsignal(WTERMSIG(status)));
	else
		text_format(buf, size, "the runner has ended, status %d", WEXITSTATUS(status));
}

static void give_up_runner(struct sampler *s, const char *why)
{
	char text[200];

	if (s->runner_dead)
		return;
	s->runner_dead = true;
	runner_stop(s->runner);
	ledger_sweep(s->ledger);
	text_format(text, sizeof(text), "%s: nothing is measured any more, start ctxtop again",
		    why);
	sampler_post_text(s, EV_FAULT, NO_SERIES, text);
}

/* The spawner says so, and is ready to start another one: not at once if it is not the first. */
static void runner_died(struct sampler *s, int status)
{
	int64_t now = now_ns(), rest = 0;
	unsigned recent = 0;
	char why[200];

	s->death[s->ndeaths++ % RUNNER_DEATHS] = now;
	for (unsigned i = 0; i < MIN(s->ndeaths, (unsigned)RUNNER_DEATHS); i++)
		recent += now - s->death[i] < DEATHS_NS;
	death_text(s->death_why, sizeof(s->death_why), status);
	if (recent >= RUNNER_DEATHS) {
		text_format(why, sizeof(why), "%s, the %uth time within %lld s", s->death_why,
			    recent, (long long)(DEATHS_NS / NSEC_PER_SEC));
		give_up_runner(s, why);
		return;
	}
	if (recent > 1)
		rest = FIRST_REST_NS << (recent - 2);
	s->runner_down = true;
	s->runner_again_ns = now + rest;
}

bool sampler_has_runner(struct sampler *s)
{
	char text[200];
	struct err e;

	if (!s->runner_down || s->runner_dead)
		return !s->runner_dead;
	if (now_ns() < s->runner_again_ns)
		return false;
	s->runner_down = false;
	if (runner_again(s->runner, &e)) {
		give_up_runner(s, e.text);
		return false;
	}
	text_format(text, sizeof(text), "%s; started again", s->death_why);
	sampler_post_gap(s, text, 0);
	return true;
}

/* ---- commands and replies ---- */

/* The program wants to end, but the runner does not answer (somebody stopped it): end it by force. */
static void lose_patience(const struct sampler *s, int64_t *give_up)
{
	if (!*give_up)
		*give_up = now_ns() + STOP_NS;
	else if (now_ns() >= *give_up)
		runner_kill(s->runner);
}

static void note_lateness(struct sampler *s, int64_t late_ns)
{
	s->late_why[0] = '\0';
	if (late_ns <= LATE_NS)
		return;
	lateness_text(s->late_why, sizeof(s->late_why), late_ns, lateness_waited(&s->lateness));
	lateness_begin(&s->lateness);
}

/* 0, or -EPIPE: that was its last word. */
static int take_reply(struct sampler *s, struct runner_reply *reply)
{
	if (runner_recv(s->runner, reply)) {
		give_up_runner(s, "the processes that measure have ended");
		return -EPIPE;
	}
	if (reply->said == RUNNER_SLICED)
		note_lateness(s, now_ns() - reply->sent_ns);
	if (reply->said != RUNNER_DIED)
		return 0;
	runner_died(s, reply->status);
	return -EPIPE;
}

int sampler_await(struct sampler *s, int64_t expect_ns, struct runner_reply *reply)
{
	int64_t patient = now_ns() + MAX(expect_ns, SCREEN_NS) + SCREEN_NS / 5, give_up = 0;
	int64_t silent = patient + SILENT_NS;
	bool cut_sent = false, told = false;

	if (expect_ns > SCREEN_NS)
		patient = now_ns() + SCREEN_NS;
	for (;;) {
		/* first: the order may have come together with the reply before this one */
		if (s->cut && !cut_sent) {
			runner_send(s->runner, &(struct runner_cmd){ .op = RUNNER_CUT });
			cut_sent = true;
			silent = MIN(silent, now_ns() + SCREEN_NS + SILENT_NS);
		}
		if (sampler_sleep(s, s->runner->fd, patient))
			return take_reply(s, reply);
		if (s->stop)
			lose_patience(s, &give_up);
		if (now_ns() >= patient || (s->paint_asked && expect_ns > SCREEN_NS)) {
			s->disturbed = true;
			if (!told && now_ns() >= silent) {
				sampler_post_gap(
					s, "the runner process does not answer: is it stopped?", 0);
				told = true;
			}
			sampler_pass_idle(s);
			patient = now_ns() + SCREEN_NS;
		}
	}
}

int sampler_command(struct sampler *s, const struct runner_cmd *cmd, int64_t expect_ns,
		    struct runner_reply *reply)
{
	if (runner_send(s->runner, cmd)) {
		give_up_runner(s, "the processes that measure have ended");
		return -EPIPE;
	}
	return sampler_await(s, expect_ns, reply);
}
