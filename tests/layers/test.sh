#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# test: this tree keeps the rules of check.sh, and each rule can fail. For the second part a small made-up
# house that keeps them is broken in one place at a time: the checker must name that file and line. What
# each room must not do stands here once more, so that a right given away in check.awk is noticed.
set -u
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
n=0 bad=0
rooms='src/base src/machine src/probes src/bench src/settings src/guardian src/stream src/model src/engine
src/report ui/term ui/draw ui/views ui/app'

verdict() { # status, name, file to show when it is bad
	n=$((n + 1))
	if [ "$1" -eq 0 ]; then
		echo "ok $n - $2"
	else
		echo "not ok $n - $2"
		sed 's/^/# /' "$3"
		bad=1
	fi
}

# A source file: its head takes three lines, what is passed follows from line 4 on.
file() {
	name=$1
	mkdir -p "$work/tree/${name%/*}"
	case $name in
	*.c) echo '// SPDX-License-Identifier: GPL-3.0-or-later' ;;
	*) echo '/* SPDX-License-Identifier: GPL-3.0-or-later */' ;;
	esac >"$work/tree/$name"
	printf '/* its duty\n * and invariant: open("/proc/x", O_WRONLY), fork() in a comment are harmless */\n' \
		>>"$work/tree/$name"
	shift
	[ $# -eq 0 ] || printf '%s\n' "$@" >>"$work/tree/$name"
}

# One file of each kind in the room where it may stand.
house() {
	rm -rf "$work/tree"
	for room in $rooms; do
		file "$room/${room##*/}.h"
	done
	file src/bench/methods.def
	file src/model/frame.h '#include "stream/event.h"'
	file src/stream/event.h '#include "machine/machine.h"'
	file src/stream/order.h
	file src/bench/method.h
	file src/bench/methods/pipe.c '#include "bench/method.h"' '#include <unistd.h>' 'int f(void) { return read(0); }'
	file src/probes/cpustat.c '#include "probes/probes.h"' '#include <string.h>'
	file src/model/stats.c '#include "model/model.h"' '#include <math.h>' 'int f(void) { return g("time(0) fork()"); }'
	file src/machine/cpu.c '#include <libcpuid/libcpuid.h>' 'int c(void) { return sysroot_read(0) + now_ns(); }'
	file src/bench/party.c '#include "base/base.h"' 'int p(void) { return fork(); }'
	file src/bench/isolate.c 'int w(void) { return put("/proc/self/uid_map", O_WRONLY); }'
	file src/guardian/sysfile.c 'int w(void) { return open("/proc/sys/a", O_WRONLY); }'
	file src/stream/record.c 'int w(void) { return open(path, O_WRONLY | O_CREAT); }'
	file src/engine/link.c '#include <pthread.h>' 'int t(void) { return pthread_create(0); }'
	file src/report/text.c '#include "model/frame.h"' 'int t(void) { return fprintf(out, "a"); }'
	file ui/term/screen.c '#include <curses.h>' '#include "term/term.h"'
	file ui/draw/canvas.c '#include "draw/draw.h"' '#include "term/term.h"'
	file ui/views/view_cpus.c '#include "views/views.h"' '#include "draw/draw.h"' '#include "model/frame.h"'
	file ui/app/loop.c '#include "engine/engine.h"' 'int l(void) { printf("a"); return poll(0); }'
	file ui/main.c '#include <stdlib.h>' '#include "app/app.h"' 'int main(void) { exit(0); }'
}

# expects WHAT FILE LINE PATTERN: the checker must say PATTERN of that line.
expects() {
	"$here/check.sh" "$work/tree" >"$work/out" 2>&1
	[ $? -eq 1 ] && grep -q "^$2:$3: .*$4" "$work/out"
	verdict $? "can fail: $1" "$work/out"
}

# breaks WHAT FILE PATTERN TEXT: TEXT as the last line of FILE (a new one: line 4) is a breach.
breaks() {
	house
	[ -e "$work/tree/$2" ] || file "$2"
	printf '%s\n' "$4" >>"$work/tree/$2"
	expects "$1" "$2" "$(wc -l <"$work/tree/$2")" "$3"
}

# forbidden RIGHT ROOM...: a new file in each of these rooms does what takes the right.
forbidden() {
	right=$1
	shift
	case $right in
	clock) text='int x(void) { return clock_gettime(0, 0); }' words='reads no clock' ;;
	files) text='int x(void) { return open(p, 0); }' words='touches no file' ;;
	stdio) text='void x(void) { fopen("a", "r"); }' words='touches no file' ;;
	fcntl.h) text='#include <fcntl.h>' words='touches no file' ;;
	write) text='int x(void) { return y(O_RDWR); }' words='opens nothing for writing' ;;
	'write by stdio') text='void x(void) { fopen(p, "we"); }' words='opens nothing for writing' ;;
	signals) text='void x(void) { kill(1, 2); }' words='knows no signals' ;;
	threads) text='int x(void) { return pthread_create(0); }' words='knows no threads' ;;
	fork) text='int x(void) { return fork(); }' words='starts no process' ;;
	system) text='int x(void) { return system("true"); }' words='starts no process' ;;
	environment) text='char *x(void) { return getenv("HOME"); }' words='reads no environment' ;;
	print) text='void x(void) { printf("a"); }' words='prints nothing' ;;
	stderr) text='void x(void) { fprintf(stderr, "a"); }' words='prints nothing' ;;
	exit) text='void x(void) { exit(1); }' words='does not end the program' ;;
	curses) text='#include <ncurses.h>' words='no curses' ;;
	libcpuid) text='#include <libcpuid/libcpuid.h>' words='no libcpuid' ;;
	esac
	house
	for room; do
		file "$room/new_one.c" "$text"
	done
	"$here/check.sh" "$work/tree" >"$work/out" 2>&1
	for room; do
		grep -q "^$room/new_one.c:4: .*$words" "$work/out"
		verdict $? "can fail: $right in $room" "$work/out"
	done
}

"$here/check.sh" >"$work/out" 2>&1
verdict $? 'this tree keeps the rules' "$work/out"
house
"$here/check.sh" "$work/tree" >"$work/out" 2>&1
verdict $? 'a made-up house that keeps them passes' "$work/out"

# ---- where a file stands ----
for stray in src/misc/x.c src/model/more/x.c ui/more/x.c; do
	house
	file $stray
	expects "a folder that is no room ($stray)" $stray 1 'no such room'
done
for stray in src/x.c src/x.h ui/x.c ui/x.def; do
	house
	file $stray
	expects "a file outside the rooms ($stray)" $stray 1 'stands in a room'
done

# ---- each room below is out of reach, each room above is not ----
house
for room in $rooms; do
	i=0
	for other in $rooms; do
		i=$((i + 1))
		file "$room/needs_$i.c" "#include \"${other#*/}/${other##*/}.h\""
	done
done
"$here/check.sh" "$work/tree" >"$work/out" 2>&1
for room in $rooms; do
	i=0 above=yes wrong=''
	for other in $rooms; do
		i=$((i + 1))
		said=$(grep -c "^$room/needs_$i.c:4: $room stands above" "$work/out")
		[ "$said" = "$([ $above = yes ] && echo 0 || echo 1)" ] || wrong="$wrong $other"
		[ "$other" = "$room" ] && above=no
	done
	echo "wrong of:$wrong" >"$work/wrong"
	[ -z "$wrong" ]
	verdict $? "$room includes the rooms above it and none below" "$work/wrong"
done
breaks 'src/ includes ui/' src/engine/link.c 'stands above' '#include "term/term.h"'
breaks 'code includes tests/' ui/app/loop.c 'no such file' '#include "../tests/lib/x.h"'
breaks 'a .c file is included' src/bench/party.c 'not for including' '#include "bench/isolate.c"'
breaks 'a method includes the core' src/bench/methods/new.c 'a method includes' '#include "base/base.h"'
breaks 'a probe includes the machine' src/probes/new.c 'a probe includes' '#include "machine/machine.h"'
breaks 'a report includes the engine' src/report/new.c 'does not see src/engine' '#include "engine/engine.h"'

# ---- rights ----
pure='src/probes src/model src/report ui/draw ui/views'
# shellcheck disable=SC2086 # lists of words
{
	forbidden clock $pure src/stream src/bench/methods
	forbidden files $pure
	forbidden stdio $pure
	forbidden fcntl.h $pure
	forbidden write $pure src/base src/machine src/settings src/engine src/bench/methods ui/term
	forbidden 'write by stdio' $pure src/base src/machine src/settings src/engine ui/term
	forbidden signals $pure src/machine src/stream
	forbidden threads $pure src/base src/machine src/bench src/bench/methods src/guardian src/stream ui/term ui/app
	forbidden fork $pure src/base src/machine src/bench/methods src/settings src/stream src/engine ui/term ui/app
	forbidden system $pure src/base src/machine src/bench/methods src/settings src/stream src/engine ui/term ui/app
	forbidden environment $pure src/base src/machine src/bench src/bench/methods src/settings src/stream src/engine
	forbidden print $pure src/base src/machine src/bench src/bench/methods src/settings src/guardian src/stream src/engine
	forbidden stderr $pure src/base src/machine src/bench src/bench/methods src/settings src/guardian src/stream src/engine
	forbidden exit $rooms src/bench/methods
	forbidden curses $pure src/base src/machine src/bench src/settings src/guardian src/stream src/engine ui/app
	forbidden libcpuid $pure src/base src/bench src/settings src/guardian src/stream src/engine ui/term ui/app
}
breaks 'the machine is read beside its root' src/machine/cpu.c 'only below a root' 'int x(void) { return fopen("/proc/stat", "r"); }'
house
file src/settings/codec.c 'int x(void) { return open(p, 0); }'
sed -i 's/its duty/Pure. Its duty/' "$work/tree/src/settings/codec.c"
expects 'a file that calls itself pure opens one' src/settings/codec.c 4 'calls itself pure touches no file'

# ---- what draws ----
breaks 'a view includes the model' ui/views/view_cpus.c 'sees a frame' '#include "model/model.h"'
breaks 'a new panel includes the methods' ui/views/panel_irqs.c 'sees a frame' '#include "bench/methods.def"'
breaks 'the canvas includes the settings' ui/draw/canvas.c 'sees a frame' '#include "settings/settings.h"'
breaks 'a view includes the source' ui/views/view_cpus.c 'sees a frame' '#include "stream/stream.h"'
house
echo '#include "guardian/guardian.h"' >>"$work/tree/src/stream/event.h"
expects 'a view reaches the guardian through a frame' ui/views/view_cpus.c 6 'never src/guardian.*through src/model/frame.h'

# ---- who writes ----
breaks 'a writer of files that names /proc' src/stream/record.c 'below /proc or /sys' 'static const char p[] = "/proc/sys/kernel/a";'
breaks 'writing below /sys with stdio' ui/app/new.c 'below /proc or /sys' 'void x(void) { fopen("/sys/kernel/a", "w"); }'
breaks 'bench writes beside its id maps' src/bench/isolate.c 'below /proc or /sys' 'int y(void) { return put("/proc/self/oom_score_adj"); }'

# ---- circles ----
house
file src/model/ring.c '#include "model/ring.h"' '#include "model/stats.h"'
file src/model/ring.h
file src/model/stats.h '#include "model/ring.h"'
expects 'two modules in a circle' src/model/ring.c 5 'a circle: src/model/stats.h'
house
file src/model/ring.h '#include "model/stats.h"'
file src/model/stats.h '#include "model/ring.h"'
"$here/check.sh" "$work/tree" >"$work/out" 2>&1
grep -q '^src/model/ring.h:4: a circle: src/model/stats.h' "$work/out"
verdict $? 'can fail: two headers in a circle' "$work/out"
house
file src/model/ring.h '#include "model/ring_int.h"'
file src/model/ring_int.h '#include "model/ring.h"'
"$here/check.sh" "$work/tree" >"$work/out" 2>&1
verdict $? 'the parts of one module may know each other' "$work/out"

# ---- each file ----
breaks 'unfinished' src/bench/party.c 'unfinished' '/* TODO: the rest */'
house
echo 'int x;' >"$work/tree/src/bench/party.c"
expects 'no licence line' src/bench/party.c 1 'SPDX'
printf '// SPDX-License-Identifier: GPL-3.0-or-later\nint x;\n' >"$work/tree/src/bench/party.c"
expects 'no opening comment' src/bench/party.c 2 'comment'
house
awk 'BEGIN { for (i = 0; i < 600; i++) print "" }' >>"$work/tree/src/bench/party.c"
expects 'a file too long' src/bench/party.c 601 '600 lines'
house
awk 'BEGIN { print "int long_one(void)\n{"; for (i = 0; i < 81; i++) print "\tx();"; print "}" }' >>"$work/tree/src/bench/party.c"
expects 'a function too long' src/bench/party.c 7 '80 lines, this one 81'

# ---- folders ----
"$here/readmes.sh" >"$work/out" 2>&1
verdict $? 'every folder has a README of at most ten lines, and names files that are there' "$work/out"
house
for dir in src ui tests themes $rooms src/bench/methods; do
	mkdir -p "$work/tree/$dir"
	echo 'its duty' >"$work/tree/$dir/README.md"
done
"$here/readmes.sh" "$work/tree" >"$work/out" 2>&1
verdict $? 'a made-up house with READMEs passes' "$work/out"
yes | head -n 11 >"$work/tree/src/base/README.md"
rm "$work/tree/ui/draw/README.md"
echo 'begin with `gone.h`, `canvas.c`, `model/frame.h`' >"$work/tree/ui/views/README.md"
"$here/readmes.sh" "$work/tree" >"$work/out" 2>&1
printf '%s\n' 'src/base/README.md: more than ten lines' 'ui/draw: no README.md' \
	'ui/views/README.md: names gone.h, which is not there' \
	'ui/views/README.md: names canvas.c, which is not there' | diff - "$work/out" >"$work/diff"
verdict $? 'can fail: no README, a long one, one that names what is not there' "$work/diff"

echo "1..$n"
exit $bad
