/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * host_parts: what the host*.c files share: build options of the kernel, boot options, warnings.
 *
 * Invariant: only host*.c files and their tests include this.
 */
#ifndef CTXTOP_HOST_PARTS_H
#define CTXTOP_HOST_PARTS_H

#include "base/base.h"
#include "machine/host.h"

/* Build options that are looked for, CONFIG_ left out. */
#define KCONFIG_OPTIONS(X)                \
	X(PREEMPT_NONE)                   \
	X(PREEMPT_VOLUNTARY)              \
	X(PREEMPT)                        \
	X(PREEMPT_LAZY)                   \
	X(PREEMPT_RT)                     \
	X(PREEMPT_DYNAMIC)                \
	X(PROVE_LOCKING)                  \
	X(LOCKDEP)                        \
	X(LOCK_STAT)                      \
	X(DEBUG_LOCK_ALLOC)               \
	X(DEBUG_PREEMPT)                  \
	X(DEBUG_RT_MUTEXES)               \
	X(DEBUG_MUTEXES)                  \
	X(DEBUG_SPINLOCK)                 \
	X(DEBUG_ATOMIC_SLEEP)             \
	X(DEBUG_OBJECTS)                  \
	X(DEBUG_PAGEALLOC_ENABLE_DEFAULT) \
	X(SLUB_DEBUG_ON)                  \
	X(DEBUG_KMEMLEAK)                 \
	X(DEBUG_KMEMLEAK_DEFAULT_OFF)     \
	X(KASAN)                          \
	X(KASAN_HW_TAGS)                  \
	X(KMSAN)                          \
	X(KCSAN)                          \
	X(UBSAN)                          \
	X(KCOV)                           \
	X(GCOV_KERNEL)                    \
	X(IRQSOFF_TRACER)                 \
	X(PREEMPT_TRACER)                 \
	X(INIT_ON_ALLOC_DEFAULT_ON)       \
	X(INIT_ON_FREE_DEFAULT_ON)

enum kconfig_option {
#define X(name) KC_##name,
	KCONFIG_OPTIONS(X)
#undef X
		KC_OPTIONS
};

struct kconfig {
	bool found;
	bool set[KC_OPTIONS]; /* "=y" */
	unsigned hz;	      /* CONFIG_HZ; 0 not stated */
};

/* Pure: take in one line of a kernel configuration, with or without its newline. */
void kconfig_line(struct kconfig *k, const char *line);
/*
 * Take in a whole configuration, gzip or plain, and close @fd. 0; -EIO damaged, what was read
 * before holds; -ENOMEM.
 */
int kconfig_read_fd(struct kconfig *k, int fd);
/*
 * Read /proc/config.gz, else /boot/config-@release. @where: the file, or why there is none. Always
 * leaves @k valid.
 */
void kconfig_read(struct kconfig *k, const struct sysroot *root, const char *release, char *where,
		  size_t size);

/* Pure: the options of @cmdline that matter here, in its order, into h->boot. */
void host_boot_options(struct host *h, const char *cmdline);
/* The value of boot option @name in h->boot ("" for one without value); NULL: not given. */
const char *host_boot_value(const struct host *h, const char *name);

/* What the first line of /proc/stat says of the time since boot. */
struct cpu_time {
	bool has_steal;
	double steal_share; /* of all CPU time, 0..1 */
	bool stolen;	    /* any at all */
};

/* Pure. False: @line is not the "cpu" line. */
bool cpu_time_parse(struct cpu_time *t, const char *line);

/* Files whose mere existence shows a build option, for kernels that hide their configuration. */
struct debug_files {
	bool lockdep_stats, lock_stat, kmemleak;
};

/* Pure: fill h->warning, the weightiest first. Called last: it reads the rest of @h. */
void host_warnings(struct host *h, const struct kconfig *k, const struct debug_files *files,
		   const struct cpu_time *time);

#endif
