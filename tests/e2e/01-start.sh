#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The dashboard comes up at the usual sizes with a rate for each of the six methods, and loads, interrupts and
# the key bar are on the screen.
. "$(dirname "$0")/lib.sh"

methods=('SIGUSR1' 'message queue' 'pipes' 'semaphore' 'spin\+yield' 'spinlock')
for size in 80x24 120x40 200x60; do
	start $size "'$CTXTOP' -s 10ms"
	for m in "${methods[@]}"; do
		# name, placement, sparkline, then numbers: an average stands at the end of the row
		expect "$size: $m has rates" "$m +same.* [0-9][0-9.]*[kMG]? .*[0-9]"
	done
	expect "$size: interrupts" '(NMI|LOC|arch_timer|RES|CAL) .*[0-9]'
	expect "$size: load of a CPU" '0 ?\[[^]]+\]|cpu'
	expect "$size: how to get help" 'F1 ?Help'
	expect "$size: how to leave" 'F10 ?Quit'
	check "$size: the alternate screen is used" test "$(pane alternate_on)" = 1
	check "$size: the first line names program and state" shows '^ ?ctxtop [0-9].* (RUN|IDLE)'
	keys q
	expect_end "$size: q" 0
done
finish
