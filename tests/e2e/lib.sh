# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
#
# lib: the real program on a real terminal, driven through tmux. Sourced by the tests beside it.
#
# Each test has a tmux server, a home folder and a mark in its environment of its own, so that its processes
# are found whoever their parent is, and nothing of the user's settings is read or written. Nothing sleeps for
# a fixed time where it can wait for a condition; every wait is bounded.

set -u
E2E=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
ROOT=$(cd "$E2E/../.." && pwd)
CTXTOP=${CTXTOP:-$ROOT/${BUILD:-build}/ctxtop}
PATIENCE=${PATIENCE:-20} # seconds that a wait takes at most; the machine may be busy
WORK=$(mktemp -d "${TMPDIR:-/tmp}/ctxtop-test.XXXXXX")
chmod 755 "$WORK"
SOCKET=ctxtop-test-$$
MARK=ctxtop-test-$$-$RANDOM$RANDOM
NTESTS=0
BAD=0

unset NO_COLOR COLORTERM TMUX TMUX_PANE XDG_CONFIG_HOME XDG_DATA_DIRS XDG_STATE_HOME LINES COLUMNS LC_ALL
export CTXTOP_TEST_MARK=$MARK HOME=$WORK/home LANG=C.UTF-8
mkdir -p "$HOME"

# ---- TAP ----

ok() { NTESTS=$((NTESTS + 1)); echo "ok $NTESTS - $1"; }
not_ok() {
	NTESTS=$((NTESTS + 1)) BAD=1
	echo "not ok $NTESTS - $1"
	[ -z "${2-}" ] || printf '%s\n' "$2" | sed 's/^/# /'
}
skip() { NTESTS=$((NTESTS + 1)); echo "ok $NTESTS # SKIP $1: $2"; }
# check NAME COMMAND...: by its exit status; what it printed is shown when it failed.
check() {
	local name=$1 out
	shift
	if out=$("$@" 2>&1); then ok "$name"; else not_ok "$name" "$out"; fi
}
skip_all() { echo "1..0 # SKIP $1"; exit 0; }
finish() { echo "1..$NTESTS"; exit $BAD; }

# ---- waiting ----

# until_true SECONDS COMMAND...: poll until it succeeds.
until_true() {
	local end=$((SECONDS + $1))
	shift
	until "$@" >/dev/null 2>&1; do
		[ $SECONDS -ge $end ] && return 1
		sleep 0.03
	done
}

# ---- processes and System V objects ----

# Processes of this test that belong to ctxtop: "PID NAME", whoever their parent is now.
ours() {
	local dir comm mark
	for dir in $(grep -laF "CTXTOP_TEST_MARK=$MARK" /proc/[0-9]*/environ 2>/dev/null); do
		dir=${dir%/environ}
		{ read -r comm <"$dir/comm"; } 2>/dev/null || continue
		case $comm in
		ctxtop | ctxtop-* | ctx:*)
			# a zombie that nobody has fetched yet is not running any more
			{ read -r mark <"$dir/stat"; } 2>/dev/null || continue
			case ${mark##*) } in Z* | X*) continue ;; esac
			echo "${dir#/proc/} $comm"
			;;
		esac
	done
}
pid_of() { ours | awk -v name="$1" 'index($2, name) == 1 && ($2 == name || name ~ /:$/) { print $1; exit }'; }
main_pid() { pid_of ctxtop; }
none_left() { [ -z "$(ours)" ]; }
check_gone() { # NAME
	if until_true 10 none_left; then ok "$1: no process left"; else not_ok "$1: no process left" "$(ours)"; fi
}

ipc_objects() { ipcs -q | awk '/^0x/ { print "q", $1 }'; ipcs -s | awk '/^0x/ { print "s", $1 }'; }
ipc_as_before() { [ "$(ipc_objects)" = "$IPC_BEFORE" ]; }
IPC_BEFORE=$(ipc_objects)
check_ipc() { # NAME
	if until_true 10 ipc_as_before; then
		ok "$1: no System V object left"
	else
		not_ok "$1: no System V object left" "$(diff <(echo "$IPC_BEFORE") <(ipc_objects))"
		IPC_BEFORE=$(ipc_objects)
	fi
}

# ---- where unshare() is forbidden ----

# Ways to run a command so that it can have no IPC namespace of its own, without any help by the product: below a
# user namespace that may hold none; or, where there are no user namespaces, without the right to.
forbid_by_limit() { unshare -Ur sh -c 'echo 0 >/proc/sys/user/max_ipc_namespaces && exec "$@"' sh "$@"; }
forbid_by_right() { setpriv --bounding-set=-sys_admin "$@"; }
forbids() { "$1" true 2>/dev/null && ! "$1" unshare -i true 2>/dev/null && ! "$1" unshare -Ui true 2>/dev/null; }
forbidder() {
	local way
	for way in forbid_by_limit forbid_by_right; do
		if forbids $way; then
			echo $way
			return
		fi
	done
	return 1
}

# ---- the terminal ----

tm() { tmux -u -L "$SOCKET" -f /dev/null "$@"; }

# start WxH COMMAND: run the shell command in a window of that size. Its exit status goes to $WORK/status, the
# terminal's settings to $WORK/before and $WORK/after; then the window stays as it is, for looking at.
start() {
	local size=$1
	shift
	stop
	rm -f "$WORK/status" "$WORK/before" "$WORK/after"
	SOCKET=ctxtop-test-$$-$((++STARTS))
	cat >"$WORK/pane.sh" <<-END
		cd '$WORK'
		TERM=\${PANE_TERM-\$TERM}
		export TERM
		stty -a >before
		$*
		echo \$? >status.new
		stty -a >after
		mv status.new status
		exec cat
	END
	tm new-session -d -x "${size%x*}" -y "${size#*x}" "exec bash '$WORK/pane.sh'" || return 1
	tm set-option -g remain-on-exit on >/dev/null
}
STARTS=0
stop() {
	tmux -L "$SOCKET" kill-server 2>/dev/null
	end_ours
}
end_ours() {
	local pid name
	while read -r pid name; do
		[ -z "$pid" ] || kill -9 "$pid" 2>/dev/null
	done < <(ours)
}
keys() { tm send-keys "$@"; }
text() { tm send-keys -l -- "$1"; }
screen() { tm capture-pane -p; }
shows() { screen | grep -qE -- "$1"; }
shows_not() { ! shows "$1"; }
wait_for() { until_true "${2:-$PATIENCE}" shows "$1"; }
wait_not() { until_true "${2:-$PATIENCE}" shows_not "$1"; }
# expect NAME PATTERN: what must come to the screen.
expect() { if wait_for "$2"; then ok "$1"; else not_ok "$1" "waited for /$2/ on:
$(screen)"; fi; }
expect_not() { if wait_not "$2"; then ok "$1"; else not_ok "$1" "waited for /$2/ to go from:
$(screen)"; fi; }
pane() { tm display-message -p "#{$1}"; }
ended() { [ -e "$WORK/status" ]; }
running() { ! ended && [ -n "$(main_pid)" ]; }
# expect_end NAME STATUS
expect_end() {
	if ! until_true "$PATIENCE" ended; then
		not_ok "$1: it ends" "$(ours; screen)"
	elif [ "$(cat "$WORK/status")" = "$2" ]; then
		ok "$1: exit status $2"
	else
		not_ok "$1: exit status $2" "exit status $(cat "$WORK/status")
$(screen)"
	fi
}
# The terminal is as it was: settings, cursor, no alternate screen, no mouse reports.
check_terminal() {
	local now
	if ! diff "$WORK/before" "$WORK/after" >"$WORK/diff" 2>&1; then
		not_ok "$1: the terminal is restored" "$(cat "$WORK/diff")"
		return
	fi
	now="alternate $(pane alternate_on) cursor $(pane cursor_flag) mouse $(pane mouse_any_flag)"
	if [ "$now" = "alternate 0 cursor 1 mouse 0" ]; then
		ok "$1: the terminal is restored"
	else
		not_ok "$1: the terminal is restored" "$now"
	fi
}
RATES='SIGUSR1 .*[0-9]'
# Everything is drawn and the first rates are there.
wait_rates() { wait_for "$RATES" || { not_ok "rates appear" "$(screen)"; return 1; }; }

cleanup() {
	stop
	rm -rf "$WORK"
}
trap cleanup EXIT
trap 'exit 130' INT TERM HUP

command -v tmux >/dev/null || skip_all 'tmux is not installed'
[ -x "$CTXTOP" ] || { echo "not ok 1 - there is no $CTXTOP"; exit 1; }
export CTXTOP
