/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * term_pace: how much the line can take. Neither a pty nor ssh tells whether the far end has shown what was sent;
 * so each picture ends with a question where the cursor is, and the next one waits for the answer.
 *
 * Pure: time comes in. Invariant: a terminal that never answers is never waited for.
 */
#ifndef CTXTOP_TERM_PACE_H
#define CTXTOP_TERM_PACE_H

#include "base/base.h"

#define PACE_SILENT_NS (1 * NSEC_PER_SEC)  /* no answer for so long at the start: it knows none */
#define PACE_LOST_NS   (20 * NSEC_PER_SEC) /* the answer was lost, on any line */
#define PACE_SOON_NS \
	(1 * NSEC_PER_SEC) /* the same beyond what the line needs, once that is known */
#define PACE_SHARE_NS  (200 * NSEC_PER_MSEC) /* what a slow line takes in this time is one picture */
#define PACE_LEAST     120		     /* bytes of a picture on any line */
#define PACE_FEW_FPS   2   /* a person asked for so few pictures because the line is slow */
#define PACE_FEW_BYTES 700 /* of each of them */

struct pace {
	bool answers;	    /* some answer has come */
	bool learned;	    /* one behind a picture, too */
	int outstanding;    /* questions without one */
	int64_t start_ns;   /* of the first question */
	int64_t sent_ns;    /* of the last one */
	size_t sent;	    /* bytes of its picture */
	int64_t trip_ns;    /* an answer takes so long at least, 0 = not known */
	size_t most;	    /* bytes of a picture that the line takes at ease; 0 = any */
	size_t silent_most; /* the same, if it never answers */
	unsigned bytes_per_s;
};

/* Before the first question. @bytes_per_s: what the line is known to carry, 0 = not known. */
void pace_start(struct pace *p, int64_t now, unsigned bytes_per_s);
/* There are @fps pictures a second at most: what each may have where no answers come. */
void pace_fps(struct pace *p, unsigned fps);
/* A picture of about @bytes goes out; is it to end with a question? Then that is counted. */
bool pace_sends(struct pace *p, int64_t now, size_t bytes);
/* An answer came. */
void pace_answered(struct pace *p, int64_t now);
/* May a picture be sent? */
bool pace_ready(struct pace *p, int64_t now);
/* How many bytes it may have, 0 = any number. */
size_t pace_most(const struct pace *p);

#endif
