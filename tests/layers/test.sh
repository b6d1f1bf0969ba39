#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# test: this tree keeps the rules of check.sh, and each rule can fail. For the second part a small made-up
# tree that keeps them is broken in one place at a time: the checker must name that file and line.
set -u
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
n=0 bad=0

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
	mkdir -p "$work/tree/${1%/*}"
	case $1 in
	*.c) echo '// SPDX-License-Identifier: GPL-3.0-or-later' ;;
	*) echo '/* SPDX-License-Identifier: GPL-3.0-or-later */' ;;
	esac >"$work/tree/$1"
	printf '/* its duty\n * and invariant: open("/proc/x", O_WRONLY), fork() in a comment are harmless */\n' \
		>>"$work/tree/$1"
	shift 2>/dev/null
	[ $# -eq 0 ] || printf '%s\n' "$@" >>"$work/tree/$name"
}

tree() {
	rm -rf "$work/tree"
	for name in src/base.h src/method.h src/probe.h src/model.h src/frame.h src/stats.h src/sampler_link.h \
		src/methods.def ui/canvas.h ui/view.h ui/term.h; do
		file $name
	done
	name=src/methods/pipe.c; file $name '#include "../method.h"' '#include <unistd.h>'
	name=src/probes/cpustat.c; file $name '#include "probe.h"' '#include <string.h>'
	name=src/stats.c; file $name '#include "stats.h"' '#include <math.h>' 'int f(void) { return g("time(0) fork()"); }'
	name=src/cpu.c; file $name '#include <libcpuid/libcpuid.h>'
	name=src/party.c; file $name '#include "base.h"' 'int p(void) { return fork(); }'
	name=src/guardian.c; file $name 'int w(void) { return open("/proc/sys/a", O_WRONLY); }'
	name=src/isolate.c; file $name 'int w(void) { return put("/proc/self/uid_map", O_WRONLY); }'
	name=src/record.c; file $name 'int w(void) { return open(path, O_WRONLY | O_CREAT); }'
	name=src/sampler_link.c; file $name '#include <pthread.h>' 'int t(void) { return pthread_create(0); }'
	name=ui/term.c; file $name '#include <curses.h>' '#include "term.h"'
	name=ui/view_cpus.c; file $name '#include "view.h"' '#include "canvas.h"' '#include "../src/frame.h"'
	name=ui/main.c; file $name '#include <stdlib.h>' 'int main(void) { exit(0); }'
}

# breaks NAME FILE LINE PATTERN TEXT...: with TEXT appended to FILE the checker must say PATTERN at LINE.
breaks() {
	tree
	what=$1 name=$2 line=$3 pattern=$4
	shift 4
	[ -e "$work/tree/$name" ] || file "$name"
	printf '%s\n' "$@" >>"$work/tree/$name"
	"$here/check.sh" "$work/tree" >"$work/out" 2>&1
	[ $? -eq 1 ] && grep -q "^$name:$line: .*$pattern" "$work/out"
	verdict $? "can fail: $what" "$work/out"
}

"$here/check.sh" >"$work/out" 2>&1
verdict $? 'this tree keeps the rules' "$work/out"
tree
"$here/check.sh" "$work/tree" >"$work/out" 2>&1
verdict $? 'a made-up tree that keeps them passes' "$work/out"

breaks 'src/ includes curses' src/party.c 6 'rule 1.*curses' '#include <ncurses.h>'
breaks 'src/ includes ui/' src/party.c 6 'rule 1' '#include "../ui/canvas.h"'
breaks 'ui/ beside term.c includes curses' ui/view_cpus.c 7 'rule 1.*curses' '#include <curses.h>'
breaks 'libcpuid beside cpu.c' src/party.c 6 'rule 1.*libcpuid' '#include <libcpuid/libcpuid.h>'
breaks 'ui/ includes tests/' ui/term.c 6 'rule 1' '#include "../tests/lib/x.h"'
breaks 'a method includes the core' src/methods/pipe.c 6 'rule 2.*method' '#include "../base.h"'
breaks 'a probe includes the core' src/probes/cpustat.c 6 'rule 2.*probe' '#include "../base.h"'
breaks 'a pure file reads the clock' src/stats.c 7 'rule 3.*clock' 'void x(void) { clock_gettime(0, 0); }'
breaks 'a pure file opens a file' src/stats.c 7 'rule 3.*file' 'void x(void) { fopen("a", "r"); }'
breaks 'a pure file takes a thread' src/stats.c 7 'rule 3.*thread' 'void x(void) { pthread_join(a); }'
breaks 'a pure file sends a signal' src/stats.c 7 'rule 3.*signal' 'void x(void) { kill(1, 2); }'
breaks 'a pure file includes fcntl.h' src/stats.c 7 'rule 3' '#include <fcntl.h>'
breaks 'a probe reads the clock' src/probes/cpustat.c 6 'rule 3.*clock' 'int x(void) { return now_ns(); }'
breaks 'a view reads a file' ui/view_cpus.c 7 'rule 3.*file' 'int x(void) { return open(p, 0); }'
breaks 'a thread beside the sampler' src/party.c 6 'rule 3.*thread' 'int x(void) { return pthread_create(0); }'
breaks 'a view includes the model' ui/view_cpus.c 7 'rule 4' '#include "../src/model.h"'
breaks 'a panel includes the methods' ui/panel_irqs.c 4 'rule 4' '#include "../src/methods.def"'
tree
echo '#include "../src/model.h"' >>"$work/tree/ui/canvas.h"
"$here/check.sh" "$work/tree" >"$work/out" 2>&1
grep -q '^ui/view_cpus.c:5: rule 4.*through ui/canvas.h' "$work/out"
verdict $? 'can fail: a view reaches the model through a header' "$work/out"
breaks 'writing below /proc' src/party.c 6 'rule 5' 'int x(void) { return open("/proc/sys/kernel/a", O_WRONLY); }'
breaks 'writing below /sys with stdio' src/party.c 6 'rule 5' 'void x(void) { fopen("/sys/kernel/a", "w"); }'
breaks 'writing anything at all' ui/view_cpus.c 7 'rule 5' 'void x(void) { y(O_RDWR); }'
breaks 'a writer of files that names /proc' src/record.c 5 'rule 5' 'static const char p[] = "/proc/sys/kernel/a";'
breaks 'the runner writes beside its id maps' src/isolate.c 5 'rule 5' 'int y(void) { return put("/proc/self/oom_score_adj"); }'
breaks 'fork elsewhere' ui/term.c 6 'rule 5' 'int x(void) { return fork(); }'
breaks 'system elsewhere' src/record.c 5 'rule 5' 'int x(void) { return system("true"); }'
breaks 'src/ prints' src/party.c 6 'prints or exits' 'void x(void) { printf("a"); }'
breaks 'src/ exits' src/party.c 6 'prints or exits' 'void x(void) { exit(1); }'
breaks 'exit outside main.c' ui/term.c 6 'only ui/main.c' 'void x(void) { exit(1); }'
breaks 'unfinished' src/party.c 6 'unfinished' '/* TODO: the rest */'

tree
echo 'int x;' >"$work/tree/src/party.c"
"$here/check.sh" "$work/tree" >"$work/out" 2>&1
grep -q '^src/party.c:1: .*SPDX' "$work/out"
verdict $? 'can fail: no licence line' "$work/out"
printf '// SPDX-License-Identifier: GPL-3.0-or-later\nint x;\n' >"$work/tree/src/party.c"
"$here/check.sh" "$work/tree" >"$work/out" 2>&1
grep -q '^src/party.c:2: .*comment' "$work/out"
verdict $? 'can fail: no opening comment' "$work/out"
tree
awk 'BEGIN { for (i = 0; i < 600; i++) print "" }' >>"$work/tree/src/party.c"
"$here/check.sh" "$work/tree" >"$work/out" 2>&1
grep -q '^src/party.c:601: .*600 lines' "$work/out"
verdict $? 'can fail: a file too long' "$work/out"
tree
awk 'BEGIN { print "int long_one(void)\n{"; for (i = 0; i < 81; i++) print "\tx();"; print "}" }' >>"$work/tree/src/party.c"
"$here/check.sh" "$work/tree" >"$work/out" 2>&1
grep -q '^src/party.c:7: .*80 lines, this one 81' "$work/out"
verdict $? 'can fail: a function too long' "$work/out"
echo "1..$n"
exit $bad
