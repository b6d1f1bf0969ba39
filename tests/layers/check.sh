#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# check: what a file may do, by the room it stands in.   usage: tests/layers/check.sh [ROOT]
#
#   1 every source file stands in a known room; a room includes itself and the rooms above it
#   2 a room has rights: clock, files (or only below a root), writing, signals, threads, processes,
#     environment, standard output, exit status, curses, libcpuid. One without any is pure, and so is a
#     file whose opening comment calls it pure, wherever it stands
#   3 a method includes bench/method.h and system headers, a probe probes/ and base/
#   4 what draws sees base, probes, what model/frame.h and stream/order.h are made of, and never, by any
#     detour, settings, guardian, bench, engine or report
#   5 only the guardian names a path below /proc or /sys in a file that opens for writing (bench: its own
#     id maps)
#   6 files that need each other in a circle are one module (one prefix); x.c and x.h count as one file
# and of each file: licence line, opening comment, at most 600 lines (tests 800), functions of at most 80.
# The table of rooms stands in check.awk; no file is named, so a new one is checked by where it stands.
# Each breach is printed with file and line; exit status 1 if there was one.
set -u
here=$(cd "$(dirname "$0")" && pwd)
cd "${1:-$here/../..}" || exit 2

# tests are held to the licence line and the lengths as well; find's order is the disk's, so sort
files=$(find src ui tests -name '*.[ch]' -o -name '*.def' 2>/dev/null | LC_ALL=C sort | tr '\n' ' ')
[ -n "$files" ] || { echo "check.sh: no source files below $(pwd)" >&2; exit 2; }
# shellcheck disable=SC2086 # a list of names without blanks
exec env LC_ALL=C awk -v files="$files" -f "$here/check.awk" $files
