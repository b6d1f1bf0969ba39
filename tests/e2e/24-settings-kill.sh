#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# kill -9 of each process of the real program in turn, at random moments while keys toggle settings: afterwards
# every setting of the machine is what it was. KILLS rounds [50]; SEED for the same moments and keys again.
# (tests/unit/test_guardian_kill.c does the same 200 times to the guardian and its client, closer to the writes.)
#
# Compared are all files below /proc/sys and the values of the catalogue. Left out are those that count or are
# drawn anew at each reading, by name, and whatever differs between looks before anything was toggled.
. "$(dirname "$0")/settings.sh"
[ "$(id -u)" = 0 ] || skip_all 'needs root'
ulimit -c 0
cd "$WORK" || exit 1
KILLS=${KILLS:-50}
SEED=${SEED:-$((RANDOM * 32768 + RANDOM))}
RANDOM=$SEED
echo "# SEED=$SEED KILLS=$KILLS"
quick='-s 10ms -m pipe -P same'
restless='/random/|/binfmt_misc/|stat_refresh|ns_last_pid|/file-nr|/inode-nr|/inode-state|/dentry-state|/aio-nr|/pty/nr|conntrack_count'

snapshot() { # reading some of them is refused, or takes a capability: those say nothing
	find /proc/sys -type f -perm -0400 2>/dev/null | grep -vE "$restless" | sort |
		tr '\n' '\0' | xargs -0 grep -sH '' -- 2>/dev/null
	"$CTXTOP" list settings --format json | jq -r '.[] | "\(.name)=\(.value)"'
}
snapshot >first
sleep 0.5
snapshot >second
diff first second | sed -nE 's/^[<>] //p' | sed -E 's/[:=].*//' | sort -u >restless.names
[ ! -s restless.names ] || echo "# left out: $(tr '\n' ' ' <restless.names)"
grep -vFf restless.names first >was
before_all() { snapshot | grep -vFf restless.names >now; cmp -s now was; }
check 'there is much to compare' test "$(wc -l <was)" -gt 500

toggling=''
up() {
	start 160x45 "'$CTXTOP' $quick"
	wait_measured || return 1
	toggling=''
	for name in cpu_dma_latency cpuidle.governor haltpoll.guest_halt_poll_ns kernel.timer_migration lo.rps_cpus; do
		toggling+=$(letter_of $name)
	done
	[ -n "$toggling" ]
}
# U acts where the screen names it, so not at once behind what changed the screen: pressed until it has.
undone_all() { keys U; sleep 0.3; restored; }

burst() { # random keys of those that toggle, and of undo
	local i
	for ((i = 0; i < 12; i++)); do
		case $((RANDOM % 8)) in
		0) keys u ;;
		1) keys U ;;
		*)
			keys ,
			keys "${toggling:RANDOM % ${#toggling}:1}"
			;;
		esac
	done
}
no_journal() { [ ! -e "$JOURNAL" ]; }
restored() { no_journal && before_all; }

bad() { wrong+="$*
"; }
one_round() { # VICTIM: what went wrong goes to $wrong
	local victim=$1 pid guardian sender
	running || up || { bad "it does not start: $(screen)"; return; }
	pid=$(pid_of "$victim")
	guardian=$(pid_of ctxtop-guardian)
	burst &
	sender=$!
	sleep "0.$(printf %03d $((RANDOM % 150)))"
	if [ "$victim" = both ]; then
		kill -9 "$(main_pid)" "$guardian"
	else
		# a worker may have ended before the blow falls: then the next one is it
		until [ -n "$pid" ] && kill -9 "$pid" 2>/dev/null; do
			running || { bad "no $victim came up: $(screen)"; return; }
			pid=$(pid_of "$victim")
		done
	fi
	wait $sender
	case $victim in
	ctxtop | both) until_true 10 none_left || bad "left behind: $(ours)" ;;
	ctx:) until_true 10 undone_all ;;
	*) # the dashboard stays, and says what it lost
		until_true 10 undone_all || bad "before the end: $(diff was now) $(ls $JOURNAL 2>/dev/null)"
		keys C-c
		until_true 10 ended || bad "it does not end: $(screen)"
		until_true 10 none_left || bad "left behind: $(ours)"
		;;
	esac
	if [ "$victim" = both ]; then
		"$CTXTOP" undo >undone 2>&1 || bad "undo: $(cat undone)"
		if grep -q 'restored:' undone; then left=$((left + 1)); fi
	fi
	until_true 10 restored || bad "$(diff was now) $(ls $JOURNAL 2>/dev/null)"
}

left=0
victims=(ctxtop ctxtop-guardian ctx: ctxtop-runner both)
for victim in "${victims[@]}"; do
	wrong='' rounds=$((KILLS / ${#victims[@]}))
	for ((i = 1; i <= rounds; i++)); do
		one_round "$victim"
		[ -z "$wrong" ] || break
	done
	if [ -z "$wrong" ]; then
		ok "kill -9 $victim, $rounds times: every setting is as it was"
	else
		not_ok "kill -9 $victim, round $i: every setting is as it was" "$wrong"
		stop
		"$CTXTOP" undo >/dev/null 2>&1
	fi
done
stop
check "blows fell while settings were changed ($left of $rounds of both)" test $left -gt 0
check_gone 'the storm'
check_ipc 'the storm'
finish
