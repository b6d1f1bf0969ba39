#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The settings view: the list, what changes a setting and what takes it back, what is refused and the words for
# it; and for those who may only look: --read-only and an ordinary user.
. "$(dirname "$0")/settings.sh"
cd "$WORK" || exit 1
quick='-s 10ms -m pipe -P same'
bool=kernel.timer_migration number=kernel.sched_rr_timeslice_ms other=kernel.sched_autogroup_enabled
risky=kernel.sched_rt_runtime_us

# ---- the lists without a screen, and those who may only look ----

"$CTXTOP" list settings >out 2>err
check 'list settings: exit status 0' test $? -eq 0
check 'list settings: names and values' grep -qE "^ +$bool +(on|off) " out
check 'list settings: why not' grep -qE ' -- .*(absent|needs|mounted)' out
"$CTXTOP" list settings --format json >json 2>err
check 'list settings --format json: exit status 0' test $? -eq 0
check 'list settings --format json: parses, with names, values, ways' \
	jq -e 'length > 50 and all(.[]; .name and .group and .access and (.paths | type == "array"))' json
check 'list settings --format json: what is not there has a reason' \
	jq -e 'all(.[] | select(.access == "absent"); .value == null and (.reason | length > 3))' json
check 'both lists name the same' test "$(jq length json)" = "$(grep -cE '^ +[a-z0-9_]+[.a-zA-Z0-9_-]* +[^ ]' <(tail -n +2 out))"

chmod 777 "$WORK" "$HOME"
cp "$CTXTOP" "$WORK/ctxtop"
if [ "$(id -u)" = 0 ]; then user='setpriv --reuid 65534 --regid 65534 --clear-groups'; else user=''; fi
was=$(value $bool)
start 140x45 "exec $user '$WORK/ctxtop' $quick"
wait_measured
expect 'ordinary user: read-only in the first line' 'RO *$'
settings_view $bool
expect 'ordinary user: values are seen' "$bool +(on|off)"
expect 'ordinary user: why nothing can be changed' "needs root|root only|only root"
keys Enter
expect 'ordinary user: Enter says why not' "^ $bool: .*root"
keys e
expect 'ordinary user: no prompt for a value' "^ $bool: .*root"
check 'ordinary user: nothing is changed' is $bool "$was"
keys q
check 'ordinary user: q asks nothing' until_true "$PATIENCE" none_left
stop

if [ "$(id -u)" != 0 ]; then
	skip 'changing settings' 'needs root'
	finish
fi

start 140x45 "'$CTXTOP' --read-only $quick"
wait_measured
expect '--read-only: said in the first line' 'RO *$'
settings_view $bool
keys Enter
expect '--read-only: Enter says why not' "$bool: .*--read-only"
keys e
expect '--read-only: no prompt for a value' "$bool: .*--read-only"
keys D
expect '--read-only: no demonstration' '^ no demonstration: .*--read-only'
check '--read-only: nothing is changed' is $bool "$was"
check '--read-only: no journal' test ! -e "$JOURNAL"
keys q
expect_end '--read-only: q asks nothing' 0

# ---- changing ----

can() { jq -e --arg name "$1" 'any(.[]; .name == $name and .access == "write")' json >/dev/null; }
for name in $bool $number $other; do
	can $name || { skip "changing settings" "$name cannot be changed here"; finish; }
done
was_number=$(value $number) was_other=$(value $other) was_risky=$(value $risky 2>/dev/null)
if [ "$was" = 1 ]; then flip=0 on=on off=off; else flip=1 on=off off=on; fi

start 140x45 "'$CTXTOP' $quick"
wait_measured
expect 'settings can be changed' 'RW *$'
keys t
expect 't lists the settings' 'setting +now +at start +changed'
expect 'they are grouped' ' idle ──'
expect 'those that are not there say why' '-- +(absent|.* is not mounted)'
keys /
text 'timer_mig'
expect 'search goes to the setting' "▸ . $bool"
keys Enter
expect_not 'the search is over' 'search:'
expect 'details: what it reaches' 'reaches +everything at once'
expect 'details: the shell line' "sysctl -w $bool=$was"
expect 'what Enter would do stands there before' "^ Enter: $bool $on -> $off"
keys Enter
expect 'Enter changes it, and says the shell line' "^ $bool $off +\(sysctl -w $bool=$flip\)"
becomes 'Enter changes it' $bool $flip
expect 'now, at start, the mark, when and who' "$bool +$off +$on +A +[0-9:]{8} you"
keys u
expect 'u takes it back, and says the shell line' "^ $bool is $on again +\(sysctl -w $bool=$was\)"
becomes 'u takes it back' $bool "$was"
keys u
expect 'u with nothing to undo says so' 'nothing to undo'
keys Right
becomes 'Right changes it' $bool $flip
keys Left
becomes 'Left changes it back' $bool "$was"
keys Right
becomes 'Right again' $bool $flip

go_to $other
keys Enter
becomes 'another one' $other $((1 - was_other))
go_to $number
keys e
expect 'e asks for a value' "value for $number: $was_number"
keys C-u
text 55
keys Enter
expect 'a typed value' "^ $number 55 ms +\(sysctl -w $number=55\)"
becomes 'a typed value' $number 55
for bad in banana 1.5 99999999999999 ; do
	keys e
	wait_for "value for $number"
	keys C-u
	text $bad
	keys Enter
	expect "refused: $bad" "^ $number: .*[a-z]"
	expect_not "refused: $bad: the prompt is gone" "value for"
	check "refused: $bad: it stays" is $number 55
done
expect 'the title counts what U would undo' 'U all 3'
keys U
expect 'U takes all back' '^ 3 settings are as they were'
for name in $bool $number $other; do
	case $name in "$bool") v=$was ;; "$number") v=$was_number ;; *) v=$was_other ;; esac
	becomes "U: $name" $name "$v"
done
no_journal() { [ ! -e "$JOURNAL" ]; }
check 'no journal is left when nothing is changed' until_true "$PATIENCE" no_journal

# ---- by name and by path ----

add() { # TEXT
	keys a
	wait_for 'name or path of a setting'
	text "$1"
	keys Enter
}
add net.ipv4.ip_default_ttl
expect 'a adds by name' '^ net.ipv4.ip_default_ttl is watched from now on'
add net.ipv4.ip_default_ttl
expect 'twice is once' '^ net.ipv4.ip_default_ttl is watched already'
add /proc/sys/net/ipv4/icmp_ratelimit
expect 'a adds by path' '^ net.ipv4.icmp_ratelimit is watched from now on'
add /sys/kernel/profiling
expect 'a adds a file of sysfs' '(watched from now on|No such file)'
go_to net.ipv4.ip_default_ttl
ttl=$(value net.ipv4.ip_default_ttl)
keys e
wait_for 'value for'
keys C-u
text 77
keys Enter
becomes 'what was added can be changed' net.ipv4.ip_default_ttl 77
keys u
becomes 'and taken back' net.ipv4.ip_default_ttl "$ttl"
while read -r bad words; do
	add "$bad"
	expect "refused: $bad" "^ .*($words)"
	expect_not "refused: $bad: it is not in the list" "^│.* $bad "
done <<-'END'
	/proc/sysrq-trigger not a file below
	/etc/passwd not a file below
	/proc/sys/../../etc/passwd not a file below
	/dev/mem not a file below
	vm.drop_caches refused
	/proc/sys/vm/drop_caches refused
	kernel.no_such_thing No such file
END
keys a
wait_for 'name or path of a setting'
text net.ipv4.icmp_rat
keys Tab
expect 'Tab completes as far as it is clear' 'completes\): net.ipv4.icmp_ratel?'
expect 'Tab shows what it may become' 'icmp_ratelimit +.*icmp_ratemask|icmp_ratemask +.*icmp_ratelimit'
keys Escape
wait_not 'completes\)'

# ---- the strip and the demonstrations ----

go_to $bool
key=$(screen | sed -nE "s/^.▸ ([a-zA-Z ]) $bool .*/\1/p")
if [ "$key" = ' ' ]; then
	keys '*'
	wait_for "▸ [a-zA-Z] $bool"
	key=$(screen | sed -nE "s/^.▸ ([a-zA-Z]) $bool .*/\1/p")
fi
after_esc
flip "$key"
becomes "its letter ($key) flips it in the view" $bool $flip
keys Escape
expect 'the strip shows it changed' "$key $bool $off \(was $on, [A-Z]\)"
after_esc
flip "$key"
becomes 'its letter flips it on the overview' $bool "$was"
keys "$key"
expect 'its letter alone changes nothing' "^ $key alone changes nothing: ,$key changes $bool"
keys t
go_to $bool
keys '*'
expect '* takes it off the strip' "▸   $bool"
keys '*'
expect '* puts it on again, with its letter' "▸ $key $bool"

now_latency() { od -An -td4 -N4 /dev/cpu_dma_latency | tr -d ' '; }
latency_is() { [ "$(now_latency)" = "$1" ]; }
keys D
expect 'D asks what to show' 'show what\? [1-9] '
can_sleep=$(shows 'show what\?.* 1 never sleep' && echo yes)
keys c
expect_not 'c cancels' 'show what'
if [ -n "$can_sleep" ]; then
	latency=$(now_latency)
	keys D
	wait_for 'show what'
	keys 1
	expect 'D 1 says what it shows' '^ never sleep: .*u takes it back'
	check 'D 1 holds the latency' until_true "$PATIENCE" latency_is 0
	keys u
	expect 'D 1 is taken back' '^ cpu_dma_latency is '
	check 'D 1 lets go of the latency' until_true "$PATIENCE" latency_is "$latency"
else
	skip 'D 1' 'no idle states to hold off here'
fi
keys Escape
wait_for '^│.pipes'
after_esc
if [ "$was" = 1 ]; then
	keys D
	wait_for 'show what.* 5 timers stay'
	keys 5
	expect 'D 5, on the overview, says what it shows' '^ timers stay: '
	becomes 'D 5' $bool 0
	keys D
	wait_for 'show what'
	expect_not 'what is so already is not offered' '5 timers stay'
	keys c
	wait_not 'show what'
	keys U
	becomes 'D 5 is taken back' $bool "$was"
else
	skip 'D 5' "$bool is off already"
fi
settings_view

# ---- what asks first ----

# a little more: where groups have shares of their own, less is refused
if can $risky && [ "$was_risky" -gt 0 ]; then
	go_to $risky
	expect 'a risky one is marked' "▸!. $risky"
	keys Enter
	expect 'a risky one asks' "set $risky .* It is risky: \[y\]es \[n\]o"
	keys n
	expect 'n leaves it' "^ $risky stays as it is"
	check 'n leaves it: the value' is $risky "$was_risky"
	keys e
	wait_for 'value for'
	keys C-u
	text $((was_risky + 1000))
	keys Enter
	expect 'a typed value asks as well' "set $risky .* -> $((was_risky + 1000))\? It is risky"
	keys y
	becomes 'y changes it' $risky $((was_risky + 1000))
	keys u
	becomes 'u takes it back' $risky "$was_risky"
else
	skip 'what asks first' "$risky cannot be changed here"
fi

keys l
expect 'the log has every change, with its author' "$bool $on -> $off by you"
keys q
expect_end 'q asks nothing when nothing is changed' 0
for name in $bool $number $other; do
	case $name in "$bool") v=$was ;; "$number") v=$was_number ;; *) v=$was_other ;; esac
	check "all is as it was: $name" is $name "$v"
done
check_terminal 'settings'
check_gone 'settings'
finish
