#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Every view opens by its key and closes with Esc, with the same key, and by its neighbour's key; the help too.
. "$(dirname "$0")/lib.sh"

overview='F10 ?Quit'
methods='message queue +same'
start 100x32 "'$CTXTOP' -s 10ms"
wait_rates

view() { # KEY NAME PATTERN
	keys "$1"
	expect "$2 opens with $1" "$3"
	keys Escape
	expect "$2 closes with Esc" "$methods"
}
# what the overview shows as well would be found before the key has been read
view Enter method 'the series before, after'
view F5 method 'the series before, after'
view c CPUs 'online, [0-9]+ offline'
view i interrupts 'counted'
view y system 'Up Down scroll'
view l log 'newest first|Nothing has happened'
view T themes 'high-contrast'

for key in c i y l T; do
	keys $key
	expect_not "$key leaves the overview" "$methods"
	[ $key = T ] && key=Escape
	keys $key
	expect "$key again comes back" "$methods"
done

for key in '?' F1 h; do
	keys "$key"
	expect "help with $key" 'Help'
	expect "help names a key's duty" 'freeze the picture'
	keys x
	expect_not "any key closes the help" 'freeze the picture'
done

for key in 1 2 3 4 5; do
	keys $key
	check "panel $key goes: the program lives" wait_for "$overview"
	keys $key
done
expect 'all panels are back' "$methods"
keys j
expect 'an unknown key says so' 'does nothing here'
keys q
expect_end 'q' 0
finish
