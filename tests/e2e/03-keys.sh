#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# What keys do: freeze, zoom and scroll of time, marks with a note, epochs, the length of a slice, search, the
# theme picker with its preview, the config file.
. "$(dirname "$0")/lib.sh"

start 120x40 "'$CTXTOP' -s 10ms"
wait_rates

keys Space
expect 'Space freezes' 'FROZEN'
expect 'measuring goes on behind' '[1-9][0-9]* slices? behind'
still=$(screen | grep -E 'message queue +same')
wait_for '[1-9][0-9] slices? behind'
check 'the picture stands still' test "$still" = "$(screen | grep -E 'message queue +same')"
keys Space
expect_not 'Space goes on' 'FROZEN'
keys Z
expect 'Z freezes too' 'FROZEN'
keys Z
expect_not 'Z goes on' 'FROZEN'

expect 'the axis is two minutes long' '-2m'
keys +
expect '+ shows one minute' '-1m'
keys -
keys -
expect '- shows five minutes' '-5m'
keys 0
expect '0 is the axis of the start' '-2m'
keys + + +
expect '+ + + shows ten seconds' '-10s'
keys Left
expect 'Left shows the past' 'show the past'
keys 0
expect_not '0 is live' 'show the past'

keys m
expect 'm asks for a note' 'mark, with a note'
text 'before the change'
keys Enter
expect 'a mark is set' 'mark set: before the change'
expect 'the note stands in the events' 'before the change'
keys m
wait_for 'mark, with a note'
keys Escape
expect_not 'Esc sets no mark' 'mark, with a note'
keys l
expect 'the log has the mark' 'before the change'
keys Escape
wait_for 'message queue +same'

keys r
expect 'r begins an epoch' 'epoch 2 of 2'
keys '['
expect '[ shows the one before' 'epoch 1 of 2'
keys ']'
expect '] shows the present one' 'epoch 2 of 2'

keys s
expect 's asks for the slice' 'length of a slice'
keys C-u
text '20ms'
keys Enter
expect 'the slice is 20 ms' 'slice 20 ?ms'
keys s
wait_for 'length of a slice'
keys C-u
text '1h'
keys Enter
expect 'a slice of an hour is refused' 'stays as it was'

keys /
text 'spinl'
expect 'search goes to the method' '▸ ?spinlock'
keys Escape
expect 'Esc goes back' '▸ ?SIGUSR1'
keys Down
expect 'Down selects the next row' '▸ +(cross|message)'

keys T
expect 'the picker lists themes' 'high-contrast'
plain=$(tm capture-pane -e -p | grep -a 'high-contrast')
keys Down
changed() { [ "$(tm capture-pane -e -p | head -n 1)" != "$first" ]; }
first=$(tm capture-pane -e -p | head -n 1)
tries=0
until changed || [ $((++tries)) -gt 6 ]; do
	keys Down
	until_true 2 changed
done
check 'moving previews another theme' changed
check 'the list was drawn with colours' test -n "$plain"
keys Escape
expect 'Esc leaves the picker' 'message queue +same'

keys W
expect 'W writes the config' 'written: .*ctxtop.conf'
check 'the file is there and names the slice' grep -rq '^ *slice *= *20' "$HOME/.config/ctxtop/ctxtop.conf"
keys F10
expect_end 'F10' 0
finish
