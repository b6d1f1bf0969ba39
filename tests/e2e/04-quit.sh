#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# However one leaves, the terminal is as it was, and nothing is left: no process, no System V object.
. "$(dirname "$0")/lib.sh"

for key in q F10 C-c; do
	start 100x30 "'$CTXTOP' -s 10ms"
	wait_rates
	keys $key
	expect_end "$key" 0
	check_terminal "$key"
	check_gone "$key"
	check_ipc "$key"
done

start 100x30 "'$CTXTOP' -s 10ms"
wait_rates
keys '?'
wait_for 'freeze the picture'
keys C-c
expect_end 'Ctrl-C in the help' 0
check_terminal 'Ctrl-C in the help'

start 100x30 "'$CTXTOP' -s 10ms"
wait_rates
keys m
wait_for 'mark, with a note'
keys C-c
expect_end 'Ctrl-C in a prompt' 0
check_terminal 'Ctrl-C in a prompt'

start 100x30 "'$CTXTOP' -s 10ms -n 2"
expect_end 'after two rounds it leaves by itself' 0
check_terminal 'after two rounds'
start 100x30 "'$CTXTOP' -s 10ms -d 0.5"
expect_end 'after half a second it leaves by itself' 0
check_gone 'after half a second'

# the terminal goes away under it (ssh is lost): it leaves at once instead of spinning
start 100x30 "'$CTXTOP' -s 10ms"
wait_rates
tm kill-session
check_gone 'the terminal went away'
check_ipc 'the terminal went away'

start 100x30 "'$CTXTOP' -s 10ms </dev/null"
expect 'standard input /dev/null: keys come from the terminal' "$RATES"
keys q
expect_end 'standard input /dev/null' 0
check_terminal 'standard input /dev/null'
finish
