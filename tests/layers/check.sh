#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# check: what never depends on what, in a tree with src/ and ui/.   usage: tests/layers/check.sh [ROOT]
#
#   1 nothing in src/ includes curses or ui/; only ui/term.c includes curses, only src/cpu.c libcpuid
#   2 a method includes method.h and system headers, a probe probe.h
#   3 the pure files call no clock, file, thread or signal; only the sampler and who start a thread
#   4 what draws sees frame, intent, canvas, spark, layout; never model, sampler, guardian, methods
#   5 only guardian.c opens anything below /proc or /sys for writing (isolate.c: its own id maps);
#     only party, runner and guardian fork
# and of each file: licence line, opening comment, at most 600 lines (tests 800), functions of at most 80;
# nothing in src/ prints or exits. Each breach is printed with file and line; exit status 1 if there was one.
set -u
here=$(cd "$(dirname "$0")" && pwd)
cd "${1:-$here/../..}" || exit 2

# tests are held to the licence line and the lengths as well; find's order is the disk's, so sort
files=$(find src ui tests -name '*.[ch]' -o -name '*.def' 2>/dev/null | LC_ALL=C sort | tr '\n' ' ')
[ -n "$files" ] || { echo "check.sh: no source files below $(pwd)" >&2; exit 2; }
# shellcheck disable=SC2086 # a list of names without blanks
exec awk -v files="$files" -f "$here/check.awk" $files
