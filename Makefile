# SPDX-License-Identifier: GPL-3.0-or-later
#
# make run     install what is missing, build, show the dashboard
# make test    install what the tests need, build, run every test
# make help    the other targets
#
# Every .c file below src/ goes into build/libctxtop.a, every one below ui/ into the program, every
# tests/unit/test_*.c is a cmocka program of its own: adding a file needs no line here.

CC       ?= cc
BUILD    ?= build
PREFIX   ?= /usr/local
DESTDIR  ?=
WERROR   ?=
SAN      ?=
OPT      ?= -O2

PKGS_SRC := jansson inih gsl libcpuid zlib
PKGS_UI  := ncursesw

ifneq ($(MAKECMDGOALS),deps)
PKG_CFLAGS := $(shell pkg-config --cflags $(PKGS_SRC) $(PKGS_UI) 2>/dev/null)
PKG_LIBS   := $(shell pkg-config --libs $(PKGS_SRC) $(PKGS_UI) 2>/dev/null)
endif

WARN     := -Wall -Wextra -Wshadow -Wmissing-prototypes -Wstrict-prototypes -Wvla -Wformat=2 \
            -Wpointer-arith -Wundef $(if $(WERROR),-Werror)
CFLAGS   ?= $(OPT) -g
ALL_CFLAGS := -std=c11 -D_GNU_SOURCE $(WARN) $(CFLAGS) $(SAN) $(PKG_CFLAGS) -pthread -MMD -MP -Isrc
ALL_LDFLAGS := $(LDFLAGS) $(SAN) -pthread
LIBS     := $(PKG_LIBS) -lm

SRC      := $(wildcard src/*.c src/methods/*.c src/probes/*.c)
UI       := $(wildcard ui/*.c)
UNIT     := $(wildcard tests/unit/test_*.c tests/tables/test_*.c tests/oracle/test_*.c)
TESTLIB  := $(wildcard tests/lib/*.c)

SRC_OBJ  := $(SRC:%.c=$(BUILD)/%.o)
UI_OBJ   := $(UI:%.c=$(BUILD)/%.o)
UI_LIB   := $(filter-out $(BUILD)/ui/main.o,$(UI_OBJ))
UNIT_BIN := $(UNIT:%.c=$(BUILD)/%)
TEST_OBJ := $(TESTLIB:%.c=$(BUILD)/%.o)

.PHONY: all
all: $(BUILD)/ctxtop

$(BUILD)/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -c -o $@ $<

# The built-in theme is the text of the default one: there is no second truth.
$(BUILD)/default_theme.h: themes/default.theme
	@mkdir -p $(@D)
	{ echo 'static const char default_theme[] ='; \
	  sed -e 's/[\\"]/\\&/g' -e 's/.*/"&\\n"/' $<; echo ';'; } >$@

$(BUILD)/ui/theme.o: $(BUILD)/default_theme.h
$(BUILD)/ui/theme.o: ALL_CFLAGS += -I$(BUILD)

$(BUILD)/libctxtop.a: $(SRC_OBJ)
	@rm -f $@
	$(AR) rcs $@ $^

$(BUILD)/libui.a: $(UI_LIB)
	@rm -f $@
	$(AR) rcs $@ $^

$(BUILD)/ctxtop: $(BUILD)/ui/main.o $(BUILD)/libui.a $(BUILD)/libctxtop.a
	$(CC) $(ALL_LDFLAGS) -o $@ $^ $(LIBS)

$(BUILD)/tests/%: $(BUILD)/tests/%.o $(TEST_OBJ) $(BUILD)/libui.a $(BUILD)/libctxtop.a
	$(CC) $(ALL_LDFLAGS) -o $@ $< $(TEST_OBJ) $(BUILD)/libui.a $(BUILD)/libctxtop.a $(LIBS) -lcmocka

.PHONY: unit
unit: $(UNIT_BIN)
	@set -e; for t in $(UNIT_BIN); do echo "== $$t"; $$t; done

.PHONY: clean
clean:
	rm -rf $(BUILD)

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
