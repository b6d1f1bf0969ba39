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

# the axis grows with what there is to show, up to two minutes: after ten seconds it is longer than that. The graph's
# title names its length; labels below histories depend on how wide these are
axis() { echo "\\+ $1 -"; }
expect 'the axis grows' "$(axis '(30s|1m|2m)')"
keys + + + +
expect '+ shows ten seconds' "$(axis 10s)"
keys -
expect '- shows more again' "$(axis 30s)"
keys + + +
wait_for "$(axis 10s)"
# there is a past only once the axis is more than half full
go_left() { keys Left && shows 'show the past'; }
check 'Left shows the past' until_true "$PATIENCE" go_left
keys 0
expect_not '0 is live' 'show the past'
expect '0 is the axis of the start' "$(axis '(30s|1m|2m)')"

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
wait_for '▸ ?log' # the mark stands on the overview as well
expect 'the log has the mark' 'before the change'
keys Escape
wait_for 'message queue +same'

# somebody else on this machine may change a setting meanwhile, and that begins an epoch as well
epochs() { screen | sed -n 's/.* epoch \([0-9]*\) of \([0-9]*\).*/\1 \2/p' | head -n 1; }
epoch_is() { # TEST of $shown, $all
	local shown all
	read -r shown all <<<"$(epochs)"
	echo "epoch $shown of $all, was $before"
	[ -n "$all" ] && test "$shown" "$1" "$2" && test "$shown" "$3" "$all"
}
first_epochs() { read -r _ before <<<"$(epochs)" && [ -n "$before" ]; }
check 'epochs are counted' until_true "$PATIENCE" first_epochs
first_epochs
keys r
check 'r begins an epoch' until_true "$PATIENCE" epoch_is -gt "$before" -eq
keys '['
check '[ shows the one before' until_true "$PATIENCE" epoch_is -ge 1 -lt
keys ']'
check '] shows the present one' until_true "$PATIENCE" epoch_is -gt "$before" -eq

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
# the colours of all but the first line, which has a clock and the state
colours() { tm capture-pane -e -p | tail -n +2 | grep -ao $'\x1b\\[[0-9;]*m' | sort -u; }
first=$(colours)
changed() { [ "$(colours)" != "$first" ]; }
same() { [ "$(colours)" = "$first" ]; }
another() { keys Down; until_true 1 changed; }
check 'moving previews another theme' until_true "$PATIENCE" another
keys Escape
check 'Esc gives the old theme back' until_true "$PATIENCE" same
keys Escape
expect 'Esc again leaves the picker' 'message queue +same'

# Keys that come faster than they are carried out, so many that they take some seconds. The picture goes on
# meanwhile, though the terminal's answer that it was shown stands behind them: then it is waited for a second.
second() { screen | head -1 | grep -oE '[0-9]{2}:[0-9]{2}:[0-9]{2}'; }
came_through() { second >>"$WORK/seconds"; shows 'Run information|Processor'; }
flood() { # BYTES
	head -c "$1" /dev/zero | tr '\0' x >"$WORK/flood"
	printf y >>"$WORK/flood"
	tm load-buffer "$WORK/flood"
	: >"$WORK/seconds"
	tm paste-buffer -d
	until_true 60 came_through || return
	keys Escape
	wait_for 'message queue +same'
}
bytes=600000 took=0
while [ $took -lt 7 ] && [ $bytes -lt 160000000 ]; do
	began=$SECONDS
	flood $bytes || { took=-1; break; }
	took=$((SECONDS - began)) bytes=$((bytes * 3))
done
check 'all keys of a long paste are taken' test $took -ge 0
check 'the picture goes on meanwhile' sh -c 'test $(sort -u "$1" | wc -l) -ge 3' sh "$WORK/seconds"

keys W
expect 'W writes the config' 'written: .*ctxtop.conf'
check 'the file is there and names the slice' grep -rq '^ *slice *= *20' "$HOME/.config/ctxtop/ctxtop.conf"
keys F10
expect_end 'F10' 0

start 120x40 "ulimit -f 8; '$CTXTOP' -s 10ms -r '$WORK/recording'"
expect 'a recording that cannot go on is reported' 'FAULT.*cannot write the recording'
keys q
expect_end 'a lost recording' 1
finish
