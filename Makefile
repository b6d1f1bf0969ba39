# SPDX-License-Identifier: GPL-3.0-or-later
#
# make run     install what is missing, build, show the dashboard
# make test    install what the tests need, build, run every test
# make help    the other targets
#
# Every .c file in a room of src/ goes into build/libctxtop.a, every one of ui/ into the program, every
# tests/unit/test_*.c is a cmocka program of its own, every tests/e2e/*-*.sh a test of the real program,
# every tests/fuzz/fuzz_*.c a fuzzer: adding a file needs no line here.

CC           ?= cc
CLANG        ?= clang
CLANG_FORMAT ?= clang-format
CPPCHECK     ?= cppcheck
PKG_CONFIG   ?= pkg-config
BUILD        ?= build
PREFIX       ?= /usr/local
DESTDIR      ?=
WERROR       ?=
SAN          ?=
OPT          ?= -O2
ARGS         ?=
FUZZ_SECONDS ?= 5

# libcpuid knows x86 only; src/machine/cpu.c does without it where its header is missing.
PKGS_SRC := jansson inih gsl zlib $(shell $(PKG_CONFIG) --exists libcpuid 2>/dev/null && echo libcpuid)
PKGS_UI  := ncursesw

PKG_CFLAGS := $(shell $(PKG_CONFIG) --cflags $(PKGS_SRC) $(PKGS_UI) 2>/dev/null)
PKG_LIBS   := $(shell $(PKG_CONFIG) --libs $(PKGS_SRC) $(PKGS_UI) 2>/dev/null)

WARN     := -Wall -Wextra -Wshadow -Wmissing-prototypes -Wstrict-prototypes -Wvla -Wformat=2 \
            -Wpointer-arith -Wundef $(if $(WERROR),-Werror)
CFLAGS   ?= $(OPT) -g
ALL_CFLAGS := -std=c11 -D_GNU_SOURCE $(WARN) $(CFLAGS) $(SAN) $(PKG_CFLAGS) -pthread -MMD -MP -Isrc -Iui
ALL_LDFLAGS := $(LDFLAGS) $(SAN) -pthread
LIBS     := $(PKG_LIBS) -lm

SRC      := $(wildcard src/*/*.c src/*/*/*.c)
UI       := $(wildcard ui/*.c ui/*/*.c)
UNIT     := $(wildcard tests/unit/test_*.c tests/tables/test_*.c tests/oracle/test_*.c tests/golden/test_*.c)
E2E      := $(sort $(wildcard tests/e2e/*-*.sh))
FUZZ     := $(wildcard tests/fuzz/fuzz_*.c)
BENCH    := $(wildcard tests/bench/*.c)
TESTLIB  := $(wildcard tests/lib/*.c)
SOURCES  := $(wildcard src/*.[ch] src/*/*.[ch] src/*/*/*.[ch] ui/*.[ch] ui/*/*.[ch] tests/*.[ch] \
            tests/*/*.[ch])

SRC_OBJ  := $(SRC:%.c=$(BUILD)/%.o)
UI_OBJ   := $(UI:%.c=$(BUILD)/%.o)
UI_LIB   := $(filter-out $(BUILD)/ui/main.o,$(UI_OBJ))
UNIT_BIN := $(UNIT:%.c=$(BUILD)/%)
FUZZ_BIN := $(FUZZ:%.c=$(BUILD)/%)
BENCH_BIN := $(BENCH:%.c=$(BUILD)/%)
TEST_OBJ := $(TESTLIB:%.c=$(BUILD)/%.o)
ARCHIVES := $(BUILD)/libtest.a $(BUILD)/libui.a $(BUILD)/libctxtop.a

# V=1 shows the commands.
Q        := $(if $(V),,@)
say       = @$(if $(V),:,echo '  $(1)  $@')

# Sanitizers: a finding is a failure, never a line in passing.
ASAN := -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer
TSAN := -fsanitize=thread -fno-omit-frame-pointer

# Objects of the tests are kept like the others.
.SECONDARY:

.PHONY: all
all: $(BUILD)/ctxtop pages

# ---- what a fresh machine needs ----
# A make that began without pkg-config knows no flags: after an installation another one builds.

.PHONY: need deps deps-test run test
need:
	@.ci/deps --check run || { echo "ctxtop: 'make deps' installs what is missing" >&2; exit 1; }

deps:
	@DEPS_ALL=1 .ci/deps run

deps-test:
	@DEPS_ALL=1 .ci/deps test

run:
	+@.ci/deps run
	+@$(MAKE) --no-print-directory all
	+@exec $(BUILD)/ctxtop $(ARGS)

test:
	+@.ci/deps test
	+@$(MAKE) --no-print-directory test-now

# ---- the program ----

$(BUILD)/%.o: %.c | need
	@mkdir -p $(@D)
	$(call say,CC)
	$(Q)$(CC) $(ALL_CFLAGS) -c -o $@ $<

# The built-in theme is the text of the default one: there is no second truth.
$(BUILD)/default_theme.h: themes/default.theme
	@mkdir -p $(@D)
	$(Q){ echo 'static const char default_theme[] ='; \
	  sed -e 's/[\\"]/\\&/g' -e 's/.*/"&\\n"/' $<; echo ';'; } >$@

$(BUILD)/ui/term/theme.o: $(BUILD)/default_theme.h
$(BUILD)/ui/term/theme.o: ALL_CFLAGS += -I$(BUILD)

$(BUILD)/libctxtop.a: $(SRC_OBJ)
	@rm -f $@
	$(call say,AR)
	$(Q)$(AR) rcs $@ $^

$(BUILD)/libui.a: $(UI_LIB)
	@rm -f $@
	$(call say,AR)
	$(Q)$(AR) rcs $@ $^

$(BUILD)/ctxtop: $(BUILD)/ui/main.o $(BUILD)/libui.a $(BUILD)/libctxtop.a
	$(call say,LD)
	$(Q)$(CC) $(ALL_LDFLAGS) -o $@ $^ $(LIBS)

# The page and the shells' completions: templates with the program's own table of options in them.
PAGES := $(addprefix $(BUILD)/share/ctxtop.,1 bash zsh fish)

.PHONY: pages
pages: $(PAGES)

$(BUILD)/share/ctxtop.%: ui/app/ctxtop.%.in $(BUILD)/ctxtop
	@mkdir -p $(@D)
	$(call say,GEN)
	$(Q)$(BUILD)/ctxtop --generate $(if $(filter 1,$*),man,$*) >$@.options
	$(Q)sed -e '/^@OPTIONS@$$/{r $@.options' -e 'd}' $< >$@.new
	@rm -f $@.options
	@mv $@.new $@

# ---- tests ----

$(BUILD)/libtest.a: $(TEST_OBJ)
	@rm -f $@
	$(call say,AR)
	$(Q)$(AR) rcs $@ $^

$(BUILD)/tests/%: $(BUILD)/tests/%.o $(ARCHIVES)
	$(call say,LD)
	$(Q)$(CC) $(ALL_LDFLAGS) -o $@ $< $(ARCHIVES) $(LIBS) -lcmocka

$(BUILD)/tests/bench/%: $(BUILD)/tests/bench/%.o $(ARCHIVES)
	$(call say,LD)
	$(Q)$(CC) $(ALL_LDFLAGS) -o $@ $< $(ARCHIVES) $(LIBS)

$(BUILD)/tests/fuzz/%: $(BUILD)/tests/fuzz/%.o $(ARCHIVES)
	$(call say,LD)
	$(Q)$(CC) $(ALL_LDFLAGS) -fsanitize=fuzzer -o $@ $< $(ARCHIVES) $(LIBS)

.PHONY: test-now unit layers dead e2e headless asan tsan ubsan san-now fuzz fuzz-now bench bench-now
test-now: $(BUILD)/ctxtop $(UNIT_BIN) $(BENCH_BIN)
	@BUILD=$(BUILD) tests/run $(UNIT_BIN) tests/layers/test.sh tests/layers/dead.sh $(E2E)

unit: $(UNIT_BIN)
	@BUILD=$(BUILD) tests/run $(UNIT_BIN)

layers:
	@tests/run tests/layers/test.sh

# What only tests call: asked of the objects, so it needs a build.
dead: $(BUILD)/ctxtop
	@BUILD=$(BUILD) tests/layers/dead.sh

e2e: $(BUILD)/ctxtop $(BENCH_BIN)
	@BUILD=$(BUILD) tests/run $(E2E)

san-now: $(BUILD)/ctxtop $(UNIT_BIN)
	@BUILD=$(BUILD) tests/run $(UNIT_BIN) tests/headless.sh

asan ubsan:
	+@$(MAKE) --no-print-directory BUILD=build-asan SAN="$(ASAN)" OPT=-O1 san-now

tsan:
	+@$(MAKE) --no-print-directory BUILD=build-tsan SAN="$(TSAN)" OPT=-O1 san-now

fuzz-now: $(FUZZ_BIN)
	@BUILD=$(BUILD) FUZZ_SECONDS=$(FUZZ_SECONDS) tests/run $(FUZZ_BIN:%=tests/fuzz.sh:%)

fuzz:
	+@$(MAKE) --no-print-directory BUILD=build-fuzz CC=$(CLANG) OPT=-O1 \
		SAN="-fsanitize=fuzzer-no-link $(ASAN)" fuzz-now

bench:
	+@.ci/deps bench
	+@$(MAKE) --no-print-directory bench-now

bench-now: $(BUILD)/ctxtop $(BENCH_BIN)
	@BUILD=$(BUILD) tests/bench/run.sh

# ---- checks of the text ----

.PHONY: check-format check-cppcheck
check-format:
	@$(CLANG_FORMAT) --dry-run -Werror $(SOURCES)

check-cppcheck: $(BUILD)/default_theme.h
	$(CPPCHECK) -j2 --quiet --std=c11 --language=c --enable=warning,performance,portability \
		--inline-suppr --error-exitcode=1 -D_GNU_SOURCE -D__x86_64__ -D__linux__ \
		-Isrc -Iui -I$(BUILD) src ui

# ---- installing ----

BINDIR   = $(DESTDIR)$(PREFIX)/bin
THEMEDIR = $(DESTDIR)$(PREFIX)/share/ctxtop/themes
MANDIR   = $(DESTDIR)$(PREFIX)/share/man/man1
BASHDIR  = $(DESTDIR)$(PREFIX)/share/bash-completion/completions
ZSHDIR   = $(DESTDIR)$(PREFIX)/share/zsh/site-functions
FISHDIR  = $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d

.PHONY: install uninstall clean help
install: $(BUILD)/ctxtop pages
	install -d $(BINDIR) $(THEMEDIR) $(MANDIR) $(BASHDIR) $(ZSHDIR) $(FISHDIR)
	install -m 755 $(BUILD)/ctxtop $(BINDIR)/ctxtop
	install -m 644 $(wildcard themes/*.theme) $(THEMEDIR)
	install -m 644 $(BUILD)/share/ctxtop.1 $(MANDIR)/ctxtop.1
	install -m 644 $(BUILD)/share/ctxtop.bash $(BASHDIR)/ctxtop
	install -m 644 $(BUILD)/share/ctxtop.zsh $(ZSHDIR)/_ctxtop
	install -m 644 $(BUILD)/share/ctxtop.fish $(FISHDIR)/ctxtop.fish

uninstall:
	rm -f $(BINDIR)/ctxtop $(MANDIR)/ctxtop.1 $(BASHDIR)/ctxtop $(ZSHDIR)/_ctxtop \
		$(FISHDIR)/ctxtop.fish $(patsubst themes/%,$(THEMEDIR)/%,$(wildcard themes/*.theme))
	-rmdir $(THEMEDIR) $(dir $(THEMEDIR)) 2>/dev/null

clean:
	rm -rf build build-*

help:
	@echo 'make run [ARGS=...]    install what is missing, build, show the dashboard'
	@echo 'make test              install what the tests need, build, run every test'
	@echo 'make                   build build/ctxtop'
	@echo 'make deps, deps-test   only install what is missing (as an ordinary user through sudo)'
	@echo 'make install           to PREFIX [/usr/local], below DESTDIR if set; uninstall takes it away'
	@echo 'make unit layers e2e   parts of the tests; dead: functions that only tests call'
	@echo 'make asan tsan         tests and a short run under the sanitizers (build-asan, build-tsan)'
	@echo 'make fuzz              each fuzzer for FUZZ_SECONDS [5] (clang, build-fuzz)'
	@echo 'make check-format check-cppcheck'
	@echo 'make bench             what ctxtop costs, judged (six minutes on a quiet machine)'
	@echo 'make clean'
	@echo 'Variables: V=1, CC, CFLAGS, LDFLAGS, WERROR=1, SAN=..., BUILD=folder'

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
