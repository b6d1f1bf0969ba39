#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# However it ends, the settings are as they were, or it has said what it left: q and its question, --keep,
# Ctrl-C, signals, kill -9 of the dashboard, of it and the guardian, what another program changed meanwhile;
# Ctrl-Z; two at once.
. "$(dirname "$0")/settings.sh"
[ "$(id -u)" = 0 ] || skip_all 'needs root'
ulimit -c 0
cd "$WORK" || exit 1
quick='-s 10ms -m pipe -P same'
bool=kernel.timer_migration number=kernel.sched_rr_timeslice_ms
was=$(value $bool) was_number=$(value $number)
put $bool "$was" 2>/dev/null && put $number "$was_number" 2>/dev/null || skip_all "$bool, $number cannot be written here"
flip=$((1 - was))
"$CTXTOP" undo --read-only >out 2>&1
check 'nothing to undo at first' grep -q 'nothing is left' out

# go OPTIONS...: start it, and change both
go() {
	start 140x45 "'$CTXTOP' $quick $*"
	wait_measured
	settings_view $bool
	keys Enter
	until_true "$PATIENCE" is $bool $flip || not_ok "$*: $bool is changed" "$(screen)"
	go_to $number
	keys e
	wait_for 'value for'
	keys C-u
	text 55
	keys Enter
	until_true "$PATIENCE" is $number 55 || not_ok "$*: $number is changed" "$(screen)"
	wait_not 'value for'
}
as_before() { is $bool "$was" && is $number "$was_number"; }
as_changed() { is $bool $flip && is $number 55; }
check_restored() { # NAME
	if until_true 10 as_before; then ok "$1: all is as it was"; else
		not_ok "$1: all is as it was" "$bool $(value $bool) $number $(value $number)"
		reset
	fi
	no_journal=$(ls "$JOURNAL" 2>/dev/null)
	check "$1: no journal left" test -z "$no_journal"
}
reset() {
	put $bool "$was"
	put $number "$was_number"
	rm -f "$JOURNAL"
}

# ---- q and its question ----

go
keys q
expect 'q asks' 'restore 2 changed settings\? \[Y\]es \[n\]o, keep them \[c\]ancel'
keys c
expect_not 'c cancels' 'restore 2 changed'
check 'c: it goes on' running
check 'c: nothing is restored' as_changed
keys q
wait_for 'restore 2 changed'
keys Escape
expect_not 'Esc cancels' 'restore 2 changed'
keys q
wait_for 'restore 2 changed'
keys x
check 'another key is no answer' running
keys y
expect_end 'y' 0
check_restored 'y'
expect 'y: says what it restored, with the shell line' "restored: $(sysctl_path $bool) is $was"
expect 'y: and the other one' "sysctl -w $number=$was_number"
check_terminal 'y'

go
keys q
wait_for 'restore 2 changed'
keys Enter
expect_end 'Enter means yes' 0
check_restored 'Enter'

go
keys F10
wait_for 'restore 2 changed'
keys n
expect_end 'n' 0
check 'n keeps them' as_changed
expect 'n: says what it kept, and the way back' "kept: $(sysctl_path $bool) is $flip"
expect 'n: the shell line' "sysctl -w $bool=$was"
check 'n: no journal left' test ! -e "$JOURNAL"
reset

go --keep
keys q
expect_end '--keep asks nothing' 0
check '--keep keeps them' as_changed
expect '--keep: says what it kept' "kept: $(sysctl_path $number) is 55"
check '--keep: no journal left' test ! -e "$JOURNAL"
reset

go
keys C-c
expect_end 'Ctrl-C asks nothing' 0
check_restored 'Ctrl-C'
go
keys q
wait_for 'restore 2 changed'
keys C-c
expect_end 'Ctrl-C at the question' 0
check_restored 'Ctrl-C at the question'

# ---- signals, kill -9 ----

for sig in INT TERM HUP QUIT SEGV ABRT BUS; do
	go
	kill -$sig "$(main_pid)"
	expect_end "SIG$sig" $((128 + $(kill -l $sig)))
	check_restored "SIG$sig"
	check_gone "SIG$sig"
done

go
tm kill-session
check_gone 'the terminal went away'
check_restored 'the terminal went away'

go
kill -9 "$(main_pid)"
check_restored 'kill -9 of the dashboard'
check_gone 'kill -9 of the dashboard'

go
kill -9 "$(pid_of ctxtop-guardian)"
expect 'kill -9 of the guardian: said' 'the guardian was killed; 2 settings were put back'
check_restored 'kill -9 of the guardian'
keys Enter
expect 'kill -9 of the guardian: nothing can be changed any more' 'the guardian process was killed'
check 'kill -9 of the guardian: it measures on' running
keys q
expect_end 'kill -9 of the guardian' 0

# both at once: the one that would undo is stopped first, so that it cannot be quicker
kill_both() {
	local guardian
	guardian=$(pid_of ctxtop-guardian)
	kill -STOP "$guardian"
	kill -9 "$(main_pid)" "$guardian"
	check_gone 'kill -9 of both'
}
go
kill_both
check 'kill -9 of both: they stay changed' as_changed
"$CTXTOP" undo --read-only >out 2>&1
check 'ctxtop undo --read-only: what is left' grep -q "$(sysctl_path $bool)" out
check 'ctxtop undo --read-only: changes nothing' as_changed
"$CTXTOP" undo >out 2>&1
check 'ctxtop undo: exit status 0' test $? -eq 0
check 'ctxtop undo: says what it restored' grep -q "restored: $(sysctl_path $bool) is $was" out
check_restored 'ctxtop undo'
"$CTXTOP" undo >out 2>&1
check 'ctxtop undo again: nothing is left' grep -q 'nothing is left' out

# the next start offers it
go
kill_both
start 140x45 "'$CTXTOP' $quick"
expect 'the next start: says what was left' 'left by a killed ctxtop: '
expect 'the next start: asks' 'put it back now\? \[Y/n\]'
keys Enter
wait_measured
check 'the next start: yes puts it back' until_true "$PATIENCE" as_before
keys q
expect_end 'the next start, restored: q asks nothing' 0
check_restored 'the next start'

go
kill_both
start 140x45 "'$CTXTOP' $quick"
wait_for 'put it back now'
text n
keys Enter
wait_measured
check 'the next start: no leaves it' as_changed
# what was left is not this one's: it stays, and can still be undone afterwards
keys q
expect_end 'the next start, not restored: q asks nothing' 0
check 'the next start: it still is as it was left' as_changed
"$CTXTOP" undo >out 2>&1
check_restored 'undo after a start that left it'

# ---- others in between ----

go
kill_both
put $number 66
"$CTXTOP" undo >out 2>&1
check 'undo: what another changed since is left alone, and said' grep -qE "left alone: .*$number|left alone: .*sched_rr_timeslice_ms is 66" out
check 'undo: it is left' is $number 66
check 'undo: the rest is restored' is $bool "$was"
reset

go
put $number 66
keys q
expect 'q counts what is still ours' 'restore 1 changed setting\?'
keys y
expect_end 'another writer, then q' 0
expect 'q: says what it left, and why' 'left alone: .*is 66; ctxtop had made it 55, it was'
check 'q: it is left' is $number 66
check 'q: ours is restored' is $bool "$was"
reset

# ---- Ctrl-Z ----

go
keys C-z
expect 'Ctrl-Z with changes is refused, in words' '2 settings are changed: undo them'
check 'Ctrl-Z: it goes on' running
keys U
check 'Ctrl-Z: U as it says' until_true "$PATIENCE" as_before
wait_for 'settings are as they were' # before the answer q still asks
keys q
expect_end 'after Ctrl-Z' 0

# ---- two at once ----

go
first=$SOCKET
tmux -u -L "$first-2" -f /dev/null new-session -d -x 140 -y 45 "'$CTXTOP' $quick"
SOCKET=$first-2
expect 'a second one shows rates' "$MEASURED"
expect 'the second one says why it cannot write' 'another ctxtop \(pid [0-9]+\)'
settings_view $bool
expect 'the second one sees values' "$bool +o[nf]+"
keys Enter
expect 'the second one: Enter says why not' 'another ctxtop \(pid [0-9]+\) holds'
check 'the second one changes nothing' as_changed
keys u
expect 'the second one: u says why not' 'another ctxtop \(pid [0-9]+\) holds'
SOCKET=$first
go_to $bool
keys Enter
becomes 'the first one still changes' $bool "$was"
SOCKET=$first-2
expect 'the second one sees it' "$bool .* A +[0-9:]{8} ctxtop-guardian"
keys q
no_second() { ! tmux -L "$first-2" has-session; }
check 'the second one ends without a question' until_true "$PATIENCE" no_second
SOCKET=$first
check 'its end changes nothing' is $number 55
keys q
wait_for 'restore 1 changed'
keys y
expect_end 'the first one' 0
check_restored 'two at once'
check_gone 'two at once'
finish
