/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * base: what every file may use: an error with words, time in nanoseconds, small helpers.
 *
 * Invariant: functions of ctxtop return 0 or a negative errno; the words for a person stand in
 * struct err, always one line without a newline, naming what failed and what to do.
 */
#ifndef CTXTOP_BASE_H
#define CTXTOP_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/small.h"
#include "base/text.h"

#define CTXTOP_VERSION "0.1"

#define NSEC_PER_SEC  INT64_C(1000000000)
#define NSEC_PER_MSEC INT64_C(1000000)
#define NSEC_PER_USEC INT64_C(1000)

struct err {
	int code;	/* positive errno, 0 when nothing failed */
	char text[240]; /* one line for a person */
};

/*
 * Fill @e (may be NULL) with @code and a formatted line, made printable (base/text.h). Returns -@code, for
 * "return err_set(...)".
 */
int err_set(struct err *e, int code, const char *fmt, ...) __attribute__((format(printf, 3, 4)));

/* As err_set(), and appends ": " and strerror(@code). */
int err_sys(struct err *e, int code, const char *fmt, ...) __attribute__((format(printf, 3, 4)));

/* CLOCK_MONOTONIC, CLOCK_BOOTTIME and CLOCK_REALTIME in nanoseconds. */
int64_t now_ns(void);
int64_t boot_ns(void);
int64_t wall_ns(void);

/* Parse "0.5", "500ms", "2m", "1h", "1.5s" into nanoseconds ("C" decimal point). 0 or -EINVAL. */
int parse_time(const char *text, int64_t *ns);

/* Write all of @len bytes to @fd, whatever signals arrive. 0 or -errno. */
int write_all(int fd, const void *buf, size_t len);

#endif
