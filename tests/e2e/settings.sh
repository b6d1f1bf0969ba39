# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
#
# settings: what the tests of settings share; sourced by them instead of lib.sh, which it brings along.
#
# As root such a test runs one at a time (with the unit tests of settings: they would see each other's changes),
# in mount and network namespaces of its own: its undo journal is no other ctxtop's, and what it does to net.*
# does not reach this machine. Around it stays a parent that puts back the settings named in TOUCHES, whatever
# becomes of the test; they are harmless ones.

TOUCHES='kernel.timer_migration kernel.sched_autogroup_enabled kernel.sched_rr_timeslice_ms
kernel.sched_rt_runtime_us /sys/devices/system/cpu/cpuidle/current_governor
/sys/module/haltpoll/parameters/guest_halt_poll_ns /sys/devices/virtual/net/lo/queues/rx-0/rps_cpus'
AT_A_TIME=/dev/shm/ctxtop-tests-$(id -u).lock # that of tests/lib/ownworld.c
TURN_SECONDS=900

sysctl_path() { # NAME or file
	case $1 in
	/*) echo "$1" ;;
	*) echo "/proc/sys/${1//.//}" ;;
	esac
}
value() { tr '\t' ' ' <"$(sysctl_path "$1")"; }
put() { echo "$2" >"$(sysctl_path "$1")"; } # NAME VALUE

# The script begins again in namespaces of its own, with CTXTOP_TEST_INSIDE set; this one waits.
enter_own_world() { # SCRIPT
	local name was=() i=0 status now
	unshare -mn --propagation private true 2>/dev/null || { echo '1..0 # SKIP no namespaces of its own'; exit 0; }
	command -v flock >/dev/null || { echo '1..0 # SKIP no flock'; exit 0; }
	exec 9>>"$AT_A_TIME"
	flock -w $TURN_SECONDS 9 || { echo '1..0 # SKIP another test of settings does not end'; exit 0; }
	for name in $TOUCHES; do was+=("$(value "$name" 2>/dev/null)"); done
	trap : INT TERM HUP # there is still work to do when the one inside has been ended
	CTXTOP_TEST_INSIDE=1 unshare -mn --propagation private \
		sh -c 'mount -t tmpfs -o mode=755 tmpfs /run && exec bash "$1"' sh "$1" 9>&-
	status=$?
	for name in $TOUCHES; do
		now=$(value "$name" 2>/dev/null)
		if [ "$now" != "${was[i]}" ]; then
			echo "not ok - $name was left as $now, and is put back to ${was[i]}"
			put "$name" "${was[i]}"
			status=1
		fi
		i=$((i + 1))
	done
	exit $status
}

if [ "$(id -u)" = 0 ]; then
	[ -n "${CTXTOP_TEST_INSIDE-}" ] || enter_own_world "$0"
	[ ! -x /sbin/ip ] || ip link set lo up
fi
# shellcheck source=tests/e2e/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck disable=SC2034 # used by those who source this
JOURNAL=/run/ctxtop.journal

# There is a rate, so there are settings, too.
MEASURED='^│.pipes +same .* [0-9]{3,} '
wait_measured() { wait_for "$MEASURED"; }
is() { [ "$(value "$1")" = "$2" ]; } # NAME VALUE
becomes() { # WORDS NAME VALUE
	if until_true "$PATIENCE" is "$2" "$3"; then ok "$1"; else not_ok "$1" "$2 is $(value "$2"), not $3
$(screen)"; fi
}
# The settings view, with the cursor on one setting.
settings_view() { # NAME
	keys t
	wait_for 'at start +changed'
	[ -z "${1-}" ] || go_to "$1"
}
# After Esc no letter changes a setting for half a second: its rest may come late. That is not to be seen.
after_esc() { sleep 0.6; }

# The letter of a setting, where one stands beside it.
letter_of() { # NAME
	screen | grep -oE "[a-zA-Z] $1 [^ ]" | head -1 | cut -c1
}
# The leader key, and then a letter of the strip: together they would change nothing.
flip() { # LETTER
	keys ,
	wait_for 'its letter takes a setting'
	keys "$1"
}

go_to() { # NAME
	keys /
	wait_for 'search:'
	text "$1"
	keys Enter
	wait_for "▸.. +$1|▸ ?!?.? +$1"
	# Enter acts once the screen says what it will do; where it can do nothing there is no such line
	wait_for "Enter: $1" 2 || true
}
