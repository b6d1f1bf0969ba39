#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# A storm of sizes from 1x1 to 250x70, in each view: the program lives, and afterwards draws what belongs there.
. "$(dirname "$0")/lib.sh"

resize() { tm resize-window -x "$1" -y "$2"; }
sizes='1x1 2x2 250x70 20x5 59x16 60x15 80x24 5x40 200x3 40x12 79x23 120x40 1x70 250x1 61x17 100x30'

start 100x30 "'$CTXTOP' -s 10ms"
wait_rates
for key in Escape Enter c i y l T '?'; do
	keys "$key"
	for s in $sizes; do
		resize "${s%x*}" "${s#*x}"
	done
	if running; then ok "the storm in view $key"; else not_ok "the storm in view $key" "$(screen)"; fi
	keys Escape Escape
	expect "view $key: afterwards the overview stands" 'message queue +same.*[0-9]'
done

# at each size, once it has settled, something is drawn (the smallest show numbers only)
for s in 250x70 120x40 80x24 60x16 40x10 24x6 12x2 4x1 1x1; do
	resize "${s%x*}" "${s#*x}"
	check "$s: something is drawn" until_true "$PATIENCE" shows '[^ ]'
done
resize 100 30
expect 'back at 100x30' 'message queue +same.*[0-9]'
keys q
expect_end 'after the storm' 0
check_terminal 'after the storm'
finish
