// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * term_sequences: what is no key of ours, sent to a real terminal line under every description; pastes; and that
 * what was switched on is off at the end.
 *
 * The child waits long for the rest of a sequence, so that no pause of a busy machine makes a key of an ESC.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "term/key.h"
#include "term/term.h"
#include "../lib/forms.h"
#include "../lib/tty.h"

static const char *const terminals[] = {
	"xterm-256color", "xterm",  "linux",	    "vt100",	"screen-256color",
	"tmux-256color",  "screen", "xterm-direct", "nonsense", NULL,
};

struct findings {
	int start;
	bool ready;
	int marks, letters, others, pastes, last, untrusted;
	char pasted[128];
};

static struct findings *found;

/* Count keys until 'Q'. */
static void body(void)
{
	struct pollfd p = { .events = POLLIN };
	struct term_caps caps;
	struct err e;
	int key;

	setenv("ESCDELAY", "1000", 1);
	found->start = term_start(&caps, true, true, &e);
	if (found->start)
		return;
	found->ready = true;
	p.fd = term_fd();
	for (;;) {
		key = term_key(NULL);
		if (key < 0) {
			poll(&p, 1, -1);
			continue;
		}
		if (key == 'Q' || key == CT_EOF)
			break;
		if (key == CT_PASTE) {
			found->pastes++;
			text_copy(found->pasted, sizeof(found->pasted), term_pasted());
			continue;
		}
		found->marks += key == 'x';
		found->letters += key != 'x' && key < KEY_BASE_;
		found->others += key >= KEY_BASE_;
		found->untrusted += !term_trusted();
		found->last = key;
	}
	term_restore();
}

static void begin(const char *name)
{
	memset(found, 0, sizeof(*found));
	tty_open(80, 24);
	tty_start(name, "C.UTF-8", body);
	tty_drain(&found->ready);
	assert_int_equal(found->start, 0);
}

static void type(const void *bytes, size_t n)
{
	assert_int_equal(write(tty.master, bytes, n), n);
}

static void end(void)
{
	type("Q", 1);
	tty_finish();
}

static void test_every_form_in_every_terminal(void **state)
{
	char form[FORM_MOST];
	size_t n;

	(void)state;
	for (size_t t = 0; t < ARRAY_SIZE(terminals); t++) {
		begin(terminals[t]);
		for (int i = 0; (n = form_get(i, form)); i++) {
			type(form, n);
			type("x", 1);
		}
		end();
		if (found->letters || found->marks != form_count())
			fail_msg("TERM=%s: %d letters, %d of %d marks", terminals[t],
				 found->letters, found->marks, form_count());
		/* a description may know some of them, as keys that move */
		assert_in_range(found->others, 0, 40);
		assert_int_equal(found->pastes, 0);
	}
}

static size_t fixture(const char *name, char *buf, size_t size)
{
	char path[128];
	ssize_t n;
	int fd;

	snprintf(path, sizeof(path), "tests/fixtures/%s", name);
	fd = open(path, O_RDONLY);
	assert_true(fd >= 0);
	n = read(fd, buf, size);
	close(fd);
	assert_true(n > 0);
	return (size_t)n;
}

/* Alt+b, which set cpu_dma_latency, and Ctrl+Right, which closed panels: whole, and each byte on its own. */
static void test_fixtures(void **state)
{
	static const char *const names[] = { "alt-b.bin", "ctrl-right.bin" };
	char bytes[16];

	(void)state;
	for (size_t t = 0; t < ARRAY_SIZE(terminals); t++)
		for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
			size_t n = fixture(names[i], bytes, sizeof(bytes));

			begin(terminals[t]);
			type(bytes, n);
			for (size_t k = 0; k < n; k++) {
				type(bytes + k, 1);
				usleep(3000);
			}
			type("x", 1);
			end();
			assert_int_equal(found->marks, 1);
			assert_int_equal(found->letters + found->others, 0);
			assert_int_equal(found->untrusted, 1);
		}
}

static void test_paste(void **state)
{
	char bytes[128];
	size_t n = fixture("paste.txt", bytes, sizeof(bytes));

	(void)state;
	begin("xterm-256color");
	type("\033[200~", 6);
	type(bytes, n);
	type("\033[201~x", 7);
	end();
	assert_int_equal(found->pastes, 1);
	assert_int_equal(found->letters + found->others, 0);
	assert_string_equal(found->pasted, "how we would write new words ");
	assert_true(tty_said("\033[?2004h"));
	assert_true(tty_last_at("\033[?2004l") > tty_last_at("\033[?2004h"));
}

static void body_emergency(void)
{
	struct term_caps caps;
	struct err e;

	if (!term_start(&caps, true, true, &e))
		term_emergency();
}

static void test_emergency_ends_pastes(void **state)
{
	(void)state;
	for (size_t t = 0; t < ARRAY_SIZE(terminals); t++) {
		tty_open(80, 24);
		tty_start(terminals[t], "C.UTF-8", body_emergency);
		tty_finish();
		assert_true(tty_said("\033[?2004h"));
		assert_true(tty_last_at("\033[?2004l") > tty_last_at("\033[?2004h"));
	}
}

/* Only a real ESC becomes the key, after its time. */
static void body_escape(void)
{
	struct pollfd p = { .events = POLLIN };
	struct term_caps caps;
	struct err e;
	int key;

	setenv("ESCDELAY", "1", 1);
	if (term_start(&caps, true, true, &e))
		return;
	found->ready = true;
	p.fd = term_fd();
	while ((key = term_key(NULL)) < 0)
		poll(&p, 1, -1);
	found->last = key;
	term_restore();
}

static void test_escape(void **state)
{
	(void)state;
	memset(found, 0, sizeof(*found));
	tty_open(80, 24);
	tty_start("xterm-256color", "C.UTF-8", body_escape);
	tty_drain(&found->ready);
	type("\033", 1);
	tty_finish();
	assert_int_equal(found->last, CT_ESC);
}

static int share_findings(void **state)
{
	(void)state;
	found = tty_share(sizeof(*found));
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_every_form_in_every_terminal),
		cmocka_unit_test(test_fixtures),
		cmocka_unit_test(test_paste),
		cmocka_unit_test(test_emergency_ends_pastes),
		cmocka_unit_test(test_escape),
	};

	return cmocka_run_group_tests_name("term_sequences", tests, share_findings, NULL);
}
