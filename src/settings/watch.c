// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * watch: the last value of each setting, and what became of it.
 *
 * Invariant: a value is worked out anew only when a text changed; a setting counts as gone only when
 * none of its files can be read.
 */
#include "settings/watch.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "settings/arrivals.h"
#include "settings/setting_int.h"
#include "settings/watch_file.h"

/* A new cost moves the smoothed one by 1/4, so that one cold scan does not stand for long. */
#define SMOOTH	 4
#define AGAIN_NS NSEC_PER_SEC	       /* look for what is gone */
#define TURN_NS	 (250 * NSEC_PER_MSEC) /* look at one that may have come, or may have more files */

struct watch_item {
	struct setting_here here;
	struct watch_file *file; /* [here.npaths] */
	bool known, was_known;	 /* is there a value; was there ever one */
	struct setting_value value;
	int64_t seen_ns;  /* the last reading, whatever it gave */
	int64_t tried_ns; /* the last resolving */
	char reason[160];
};

struct watch {
	struct watch_files files;
	struct arrivals arrivals;
	struct watch_item *item;
	size_t n, size;
	size_t turn;	 /* which one is resolved anew next */
	int64_t turn_ns; /* when one was */
	int64_t scan_ns; /* begin of the last scan */
	int64_t cost_ns; /* smoothed; 0 before the first scan */
};

/* CPU time of this thread: waiting for a CPU is no cost of watching. */
static int64_t watch_cpu_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &ts);
	return ts.tv_sec * NSEC_PER_SEC + ts.tv_nsec;
}

struct watch *watch_new(const struct sysroot *root)
{
	struct watch *w = calloc(1, sizeof(*w));

	if (!w)
		return NULL;
	w->files.root = root;
	arrivals_open(&w->arrivals, root);
	arrivals_look(&w->arrivals, root);
	return w;
}

static void watch_free_files(struct watch *w, struct watch_item *it)
{
	for (size_t i = 0; it->file && i < it->here.npaths; i++) {
		watch_file_free(&w->files, &it->file[i]);
	}
	free(it->file);
	it->file = NULL;
}

void watch_free(struct watch *w)
{
	if (!w)
		return;
	for (size_t i = 0; i < w->n; i++) {
		watch_free_files(w, &w->item[i]);
		setting_here_free(&w->item[i].here);
	}
	arrivals_close(&w->arrivals);
	free(w->item);
	free(w);
}

/* Read all files. Sets @changed to the first whose text is new. 0 when at least one was read. */
static int watch_read_files(struct watch *w, struct watch_item *it, size_t *changed)
{
	int ret = -ENOENT;
	bool got = false;

	for (size_t i = 0; i < it->here.npaths; i++) {
		struct watch_file *f = &it->file[i];
		char raw[SETTING_RAW];
		int one = watch_file_read(&w->files, f, it->here.setting, it->here.path[i], raw);

		if (one) {
			ret = one;
			if (f->raw && *changed == SIZE_MAX)
				*changed = i;
			watch_file_forget(f);
			continue;
		}
		got = true;
		if (f->raw && !strcmp(f->raw, raw))
			continue;
		if (*changed == SIZE_MAX)
			*changed = i;
		if (watch_file_remember(f, raw))
			return -ENOMEM;
	}
	return got ? 0 : ret;
}

/* The value out of the texts. 0, or -errno of what could not be read as the setting's kind. */
static int watch_evaluate(const struct watch_item *it, struct setting_value *v)
{
	const struct setting *s = it->here.setting;
	size_t each = s->kind == SETTING_RANGE ? 2 : 1, got = 0;
	int ret = -ENOENT;

	*v = (struct setting_value){ 0 };
	for (size_t i = 0; i + each <= it->here.npaths; i += each) {
		char one[SETTING_TEXT], text[SETTING_TEXT];
		size_t len = 0;

		for (size_t k = 0; k < each; k++) {
			const char *raw = it->file[i + k].raw;

			ret = raw ? setting_normalise(s, it->here.inverted, raw, one,
						      sizeof(one) / 2)
				  : -ENOENT;
			if (ret)
				break;
			len += text_format(text + len, sizeof(text) - len, "%s%s", k ? " " : "",
					   one);
		}
		if (ret == -ENOENT)
			continue;
		if (ret)
			return ret;
		setting_value_add(v, text);
		got++;
	}
	return got ? 0 : ret;
}

/* ---- settings ---- */

/* Find its files, from the beginning. Texts are forgotten, the value is not. */
static int watch_resolve(struct watch *w, struct watch_item *it)
{
	const struct setting *s = it->here.setting;
	int ret;

	watch_free_files(w, it);
	setting_here_free(&it->here);
	ret = setting_resolve(&it->here, s, w->files.root);
	it->here.setting = s;
	it->tried_ns = now_ns();
	if (ret)
		return ret;
	it->file = calloc(MAX(it->here.npaths, (size_t)1), sizeof(*it->file));
	if (!it->file)
		return -ENOMEM;
	for (size_t i = 0; i < it->here.npaths; i++)
		it->file[i].fd = -1;
	return 0;
}

/* Does the pattern match other files than those that are read? Then take them. */
static void watch_rescan(struct watch *w, struct watch_item *it)
{
	struct setting_here h;
	bool same;

	if (setting_resolve(&h, it->here.setting, w->files.root))
		return;
	same = h.npaths == it->here.npaths && h.inverted == it->here.inverted;
	for (size_t i = 0; same && i < h.npaths; i++)
		same = !strcmp(h.path[i], it->here.path[i]);
	if (same) {
		it->here.access = h.access;
		memcpy(it->here.reason, h.reason, sizeof(h.reason));
	}
	setting_here_free(&h);
	if (!same)
		watch_resolve(w, it);
}

/* Read it; what it is now into @v. 0, -EALREADY: no text changed. */
static int watch_read_item(struct watch *w, struct watch_item *it, struct setting_value *v,
			   size_t *changed)
{
	int ret;

	*changed = SIZE_MAX;
	if (!it->file)
		return -ENOMEM;
	if (!it->here.npaths)
		return -ENOENT;
	ret = watch_read_files(w, it, changed);
	if (ret)
		return ret;
	if (*changed == SIZE_MAX && it->known)
		return -EALREADY;
	return watch_evaluate(it, v);
}

static void watch_why_gone(struct watch_item *it, int code, char *buf, size_t size)
{
	char words[64];

	if (it->here.access == ACCESS_NONE && it->here.reason[0])
		text_copy(buf, size, it->here.reason);
	else
		text_copy(buf, size, strerror_r(code, words, sizeof(words)));
}

/* Compare with what was known, report, take over. 1 when something was reported. */
static int watch_settle(struct watch_item *it, size_t index, int ret, const struct setting_value *v,
			size_t changed, int64_t after,
			void (*each)(void *arg, const struct watch_change *c), void *arg)
{
	struct watch_change c = { .setting = it->here.setting, .index = index };

	c.before_ns = it->seen_ns;
	c.after_ns = after;
	it->seen_ns = after;
	if (ret == -EALREADY || (!ret && it->known && !strcmp(v->text, it->value.text)))
		return 0;
	if (ret && !it->known) {
		watch_why_gone(it, -ret, it->reason, sizeof(it->reason));
		return 0;
	}
	c.what = ret ? WATCH_GONE : it->known ? WATCH_CHANGED : WATCH_CAME;
	if (it->known)
		memcpy(c.old, it->value.text, sizeof(c.old));
	if (changed < it->here.npaths)
		c.path = it->here.path[changed];
	if (ret) {
		watch_why_gone(it, -ret, c.reason, sizeof(c.reason));
		memcpy(it->reason, c.reason, sizeof(it->reason));
		it->known = false;
		it->value = (struct setting_value){ 0 };
	} else {
		memcpy(c.new, v->text, sizeof(c.new));
		it->known = it->was_known = true;
		it->value = *v;
		it->reason[0] = '\0';
	}
	if (each)
		each(arg, &c);
	return 1;
}

static int watch_look_item(struct watch *w, size_t index,
			   void (*each)(void *arg, const struct watch_change *c), void *arg)
{
	struct watch_item *it = &w->item[index];
	struct setting_value v;
	size_t changed;
	int ret;

	if (!it->known && it->was_known && now_ns() - it->tried_ns >= AGAIN_NS)
		watch_resolve(w, it);
	ret = watch_read_item(w, it, &v, &changed);
	return watch_settle(it, index, ret, &v, changed, now_ns(), each, arg);
}

int watch_add(struct watch *w, const struct setting *s)
{
	struct watch_item *it;

	for (size_t i = 0; i < w->n; i++)
		if (w->item[i].here.setting == s)
			return (int)i;
	if (w->n == w->size) {
		size_t size = w->size ? w->size * 2 : 32;

		it = realloc(w->item, size * sizeof(*it));
		if (!it)
			return -ENOMEM;
		w->item = it;
		w->size = size;
	}
	it = &w->item[w->n];
	*it = (struct watch_item){ .here.setting = s };
	if (watch_resolve(w, it)) {
		setting_here_free(&it->here);
		return -ENOMEM;
	}
	w->n++;
	watch_look_item(w, w->n - 1, NULL, NULL);
	return (int)w->n - 1;
}

void watch_state(const struct watch *w, size_t index, struct watch_state *out)
{
	const struct watch_item *it = &w->item[index];

	*out = (struct watch_state){ .setting = it->here.setting,
				     .here = &it->here,
				     .known = it->known,
				     .value = it->value,
				     .seen_ns = it->seen_ns };
}

bool watch_due(const struct watch *w, int64_t now)
{
	return w->n && (!w->cost_ns || now - w->scan_ns >= WATCH_BUDGET * w->cost_ns);
}

static bool watch_has_pattern(const struct watch_item *it)
{
	return strpbrk(it->here.setting->path[it->here.pattern], "*?[") != NULL;
}

/* Is it here by now, does it have other files? */
static void watch_again(struct watch *w, struct watch_item *it)
{
	if (!it->known)
		watch_resolve(w, it);
	else if (watch_has_pattern(it))
		watch_rescan(w, it);
}

/*
 * One at a time: a setting that never was here (its module may be loaded now), or one with several
 * files (a CPU or a policy may have come). All at once would cost more than a scan may.
 */
static void watch_rescan_one(struct watch *w)
{
	int64_t now = now_ns();

	if (now - w->turn_ns < TURN_NS)
		return;
	w->turn_ns = now;
	for (size_t k = 0; k < w->n; k++) {
		struct watch_item *it = &w->item[w->turn++ % w->n];

		if (!it->known && !it->was_known) {
			watch_resolve(w, it);
			return;
		}
		if (it->known && watch_has_pattern(it)) {
			watch_rescan(w, it);
			return;
		}
	}
}

int watch_scan(struct watch *w, void (*each)(void *arg, const struct watch_change *c), void *arg)
{
	int64_t begin = watch_cpu_ns(), cost;
	int n = 0;

	w->scan_ns = now_ns();
	if (arrivals_look(&w->arrivals, w->files.root))
		for (size_t i = 0; i < w->n; i++)
			watch_again(w, &w->item[i]);
	else
		watch_rescan_one(w);
	for (size_t i = 0; i < w->n; i++)
		n += watch_look_item(w, i, each, arg);
	cost = MAX(watch_cpu_ns() - begin, (int64_t)1);
	w->cost_ns = w->cost_ns ? MAX(w->cost_ns + (cost - w->cost_ns) / SMOOTH, (int64_t)1) : cost;
	return n;
}

int watch_look(struct watch *w, size_t index, void (*each)(void *arg, const struct watch_change *c),
	       void *arg)
{
	watch_again(w, &w->item[index]);
	return watch_look_item(w, index, each, arg);
}
