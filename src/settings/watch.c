// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * watch: kept descriptors, the last text of each file, the last value of each setting.
 *
 * Invariant: a value is worked out anew only when a text changed; a setting counts as gone only when
 * none of its files can be read.
 */
#include "settings/watch.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "settings/setting_int.h"

/* A new cost moves the smoothed one by 1/4, so that one cold scan does not stand for long. */
#define SMOOTH 4
/* Beyond so many files a scan opens and closes: descriptors are for more than this. */
#define KEPT_MAX 384
#define AGAIN_NS NSEC_PER_SEC	       /* look for what is gone */
#define TURN_NS	 (250 * NSEC_PER_MSEC) /* look at one that may have come, or may have more files */

struct file {
	int fd;		/* kept; -1: none, open at each reading */
	char *raw;	/* last text; NULL: could not be read */
	size_t raw_len; /* room in raw */
};

struct item {
	struct setting_here here;
	struct file *file;     /* [here.npaths] */
	bool known, was_known; /* is there a value; was there ever one */
	struct setting_value value;
	int64_t seen_ns;  /* the last reading, whatever it gave */
	int64_t tried_ns; /* the last resolving */
	char reason[160];
};

struct watch {
	const struct sysroot *root;
	struct item *item;
	size_t n, size;
	size_t kept;
	size_t turn;	 /* which one is resolved anew next */
	int64_t turn_ns; /* when one was */
	int64_t scan_ns; /* begin of the last scan */
	int64_t cost_ns; /* smoothed; 0 before the first scan */
};

/* CPU time of this thread: waiting for a CPU is no cost of watching. */
static int64_t cpu_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &ts);
	return ts.tv_sec * NSEC_PER_SEC + ts.tv_nsec;
}

struct watch *watch_new(const struct sysroot *root)
{
	struct watch *w = calloc(1, sizeof(*w));

	if (w)
		w->root = root;
	return w;
}

/* ---- files ---- */

static void file_close(struct watch *w, struct file *f)
{
	if (f->fd < 0)
		return;
	close(f->fd);
	f->fd = -1;
	w->kept--;
}

static void files_free(struct watch *w, struct item *it)
{
	for (size_t i = 0; it->file && i < it->here.npaths; i++) {
		file_close(w, &it->file[i]);
		free(it->file[i].raw);
	}
	free(it->file);
	it->file = NULL;
}

void watch_free(struct watch *w)
{
	if (!w)
		return;
	for (size_t i = 0; i < w->n; i++) {
		files_free(w, &w->item[i]);
		setting_here_free(&w->item[i].here);
	}
	free(w->item);
	free(w);
}

/* Was the file of the kept descriptor removed? In a captured machine it still can be read. */
static bool replaced(const struct watch *w, int fd)
{
	struct stat st;

	return !w->root->live && fstat(fd, &st) == 0 && st.st_nlink == 0;
}

static int file_text(struct watch *w, const struct item *it, size_t i, char *raw)
{
	const struct setting *s = it->here.setting;
	struct file *f = &it->file[i];
	int fd, ret;

	if (f->fd >= 0 && replaced(w, f->fd))
		file_close(w, f);
	if (f->fd >= 0) {
		ret = setting_raw_fd(s, f->fd, raw);
		if (ret != -ENODEV && ret != -ENOENT)
			return ret;
		file_close(w, f);
	}
	fd = sysroot_fd(w->root, it->here.path[i]);
	if (fd < 0)
		return fd;
	ret = setting_raw_fd(s, fd, raw);
	if (ret || w->kept >= KEPT_MAX) {
		close(fd);
		return ret;
	}
	f->fd = fd;
	w->kept++;
	return 0;
}

static int remember(struct file *f, const char *raw)
{
	size_t len = strlen(raw) + 1;

	if (len > f->raw_len || !f->raw) {
		char *more = realloc(f->raw, MAX(len, (size_t)24));

		if (!more)
			return -ENOMEM;
		f->raw = more;
		f->raw_len = MAX(len, (size_t)24);
	}
	memcpy(f->raw, raw, len);
	return 0;
}

static void forget(struct file *f)
{
	free(f->raw);
	f->raw = NULL;
	f->raw_len = 0;
}

/* Read all files. Sets @changed to the first whose text is new. 0 when at least one was read. */
static int read_files(struct watch *w, struct item *it, size_t *changed)
{
	int ret = -ENOENT;
	bool got = false;

	for (size_t i = 0; i < it->here.npaths; i++) {
		struct file *f = &it->file[i];
		char raw[SETTING_RAW];
		int one = file_text(w, it, i, raw);

		if (one) {
			ret = one;
			if (f->raw && *changed == SIZE_MAX)
				*changed = i;
			forget(f);
			continue;
		}
		got = true;
		if (f->raw && !strcmp(f->raw, raw))
			continue;
		if (*changed == SIZE_MAX)
			*changed = i;
		if (remember(f, raw))
			return -ENOMEM;
	}
	return got ? 0 : ret;
}

/* The value out of the texts. 0, or -errno of what could not be read as the setting's kind. */
static int evaluate(const struct item *it, struct setting_value *v)
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
static int item_resolve(struct watch *w, struct item *it)
{
	const struct setting *s = it->here.setting;
	int ret;

	files_free(w, it);
	setting_here_free(&it->here);
	ret = setting_resolve(&it->here, s, w->root);
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
static void item_rescan(struct watch *w, struct item *it)
{
	struct setting_here h;
	bool same;

	if (setting_resolve(&h, it->here.setting, w->root))
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
		item_resolve(w, it);
}

/* Read it; what it is now into @v. 0, -EALREADY: no text changed. */
static int item_read(struct watch *w, struct item *it, struct setting_value *v, size_t *changed)
{
	int ret;

	*changed = SIZE_MAX;
	if (!it->file)
		return -ENOMEM;
	if (!it->here.npaths)
		return -ENOENT;
	ret = read_files(w, it, changed);
	if (ret)
		return ret;
	if (*changed == SIZE_MAX && it->known)
		return -EALREADY;
	return evaluate(it, v);
}

static void why_gone(struct item *it, int code, char *buf, size_t size)
{
	char words[64];

	if (it->here.access == ACCESS_NONE && it->here.reason[0])
		text_copy(buf, size, it->here.reason);
	else
		text_copy(buf, size, strerror_r(code, words, sizeof(words)));
}

/* Compare with what was known, report, take over. 1 when something was reported. */
static int item_settle(struct item *it, size_t index, int ret, const struct setting_value *v,
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
		why_gone(it, -ret, it->reason, sizeof(it->reason));
		return 0;
	}
	c.what = ret ? WATCH_GONE : it->known ? WATCH_CHANGED : WATCH_CAME;
	if (it->known)
		memcpy(c.old, it->value.text, sizeof(c.old));
	if (changed < it->here.npaths)
		c.path = it->here.path[changed];
	if (ret) {
		why_gone(it, -ret, c.reason, sizeof(c.reason));
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

static int item_look(struct watch *w, size_t index,
		     void (*each)(void *arg, const struct watch_change *c), void *arg)
{
	struct item *it = &w->item[index];
	struct setting_value v;
	size_t changed;
	int ret;

	if (!it->known && it->was_known && now_ns() - it->tried_ns >= AGAIN_NS)
		item_resolve(w, it);
	ret = item_read(w, it, &v, &changed);
	return item_settle(it, index, ret, &v, changed, now_ns(), each, arg);
}

int watch_add(struct watch *w, const struct setting *s)
{
	struct item *it;

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
	*it = (struct item){ .here.setting = s };
	if (item_resolve(w, it)) {
		setting_here_free(&it->here);
		return -ENOMEM;
	}
	w->n++;
	item_look(w, w->n - 1, NULL, NULL);
	return (int)w->n - 1;
}

size_t watch_count(const struct watch *w)
{
	return w->n;
}

void watch_state(const struct watch *w, size_t index, struct watch_state *out)
{
	const struct item *it = &w->item[index];

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

/*
 * One at a time: a setting that never was here (its module may be loaded now), or one with several
 * files (a CPU or a policy may have come). All at once would cost more than a scan may.
 */
static void rescan_one(struct watch *w)
{
	int64_t now = now_ns();

	if (now - w->turn_ns < TURN_NS)
		return;
	w->turn_ns = now;
	for (size_t k = 0; k < w->n; k++) {
		struct item *it = &w->item[w->turn++ % w->n];

		if (!it->known && !it->was_known) {
			item_resolve(w, it);
			return;
		}
		if (it->known && strpbrk(it->here.setting->path[it->here.pattern], "*?[")) {
			item_rescan(w, it);
			return;
		}
	}
}

int watch_scan(struct watch *w, void (*each)(void *arg, const struct watch_change *c), void *arg)
{
	int64_t begin = cpu_ns(), cost;
	int n = 0;

	w->scan_ns = now_ns();
	rescan_one(w);
	for (size_t i = 0; i < w->n; i++)
		n += item_look(w, i, each, arg);
	cost = MAX(cpu_ns() - begin, (int64_t)1);
	w->cost_ns = w->cost_ns ? MAX(w->cost_ns + (cost - w->cost_ns) / SMOOTH, (int64_t)1) : cost;
	return n;
}

int watch_look(struct watch *w, size_t index, void (*each)(void *arg, const struct watch_change *c),
	       void *arg)
{
	return item_look(w, index, each, arg);
}

int64_t watch_cost_ns(const struct watch *w)
{
	return w->cost_ns;
}

size_t watch_descriptors(const struct watch *w)
{
	return w->kept;
}
