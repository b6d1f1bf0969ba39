/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * methods: the table of all methods, and what is chosen of them: by name, by group, with parameters.
 *
 * Pure. Invariant: names and group names never clash; a choice has a value for every parameter.
 */
#ifndef CTXTOP_METHODS_H
#define CTXTOP_METHODS_H

#include "base/base.h"
#include "bench/method.h"

extern const struct method *const methods[METHODS];

/* A method with the values of its parameters. */
struct method_choice {
	const struct method *method;
	int64_t param[METHOD_PARAMS];
};

struct method_list {
	struct method_choice *item;
	size_t n;
};

/*
 * Read a comma separated list of names, groups and "all" into @out, in the order of the table (one
 * method with different parameters: in that of the text). A name takes parameters,
 * "ctx:procs=8:size=16k"; "-name" takes one out again. 0, or -EINVAL (-ENOMEM) with words, and @out is
 * then unchanged.
 */
int methods_select(const char *list, struct method_list *out, struct err *e);
/* The same out of another table of @n methods. */
int methods_select_of(const struct method *const *table, size_t n, const char *list,
		      struct method_list *out, struct err *e);
void methods_free(struct method_list *l);

/* The groups, for help, in their order; ended by a NULL name. */
struct method_group {
	const char *name, *summary;
};
extern const struct method_group method_groups[];
bool method_in_group(const struct method *m, const char *group);

/* "round trip", "solo", "stream", "group". */
const char *method_kind_name(enum method_kind kind);
/* What @m needs with these values of its parameters. */
struct method_size method_size(const struct method *m, const int64_t *param);
/* What one loop counts in the method's unit times seconds: the rate is loops times this by seconds. */
double method_scale(const struct method *m, const int64_t *param);
/* The side of a worker, 0 or 1. */
unsigned method_side(const struct method *m, const int64_t *param, unsigned worker);
/* The parameters that differ from their defaults, "procs=8:size=16k"; "" if none does. */
void method_params_text(const struct method_choice *c, char *buf, size_t size);
/* One parameter for people: "size=64k (1..1g B) bytes in one block". */
void method_param_help(const struct method_param *p, char *buf, size_t size);

#endif
