/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * source: where events come from and where orders go: the live engine, a recording, a pipe. All that
 * a dashboard or a report knows of them.
 *
 * Invariant: events come in the order of their time; an event is the caller's to free. A source that
 * cannot obey an order says so in words.
 */
#ifndef CTXTOP_SOURCE_H
#define CTXTOP_SOURCE_H

#include "base/base.h"
#include "stream/event.h"
#include "stream/order.h"

struct source {
	int fd; /* poll it for events; -1: never has to be waited for (a file) */
	/*
	 * The next event into *@ev, NULL: none waits. 0; -ENODATA: the end was reached, none comes any
	 * more; else -errno with words: the stream is broken from here on.
	 */
	int (*next)(struct source *s, struct event **ev, struct err *e);
	/* Take in @o, whose id is set. 0; -ENOTSUP with words; -EPIPE: nobody is there any more. */
	int (*order)(struct source *s, const struct order *o, struct err *e);
	/* End it and free it. 0 or -errno with words. */
	int (*close)(struct source *s, struct err *e);
};

#endif
