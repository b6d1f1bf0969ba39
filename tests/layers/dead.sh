#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# dead: functions that nothing of the program uses: what only tests call is no product code.
#
# usage: tests/layers/dead.sh [ROOT ARCHIVE_OR_OBJECT...]     without: this tree and what stands in $BUILD
#
# A global function is in use when another object of the program refers to it, or its own file names it
# beside its definition. (The compiler may have inlined that, so the text is asked.) TAP out.
set -u
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

# dead ROOT OBJECT...: one "FILE: NAME" a line.
dead() {
	root=$1
	shift
	nm -A -g "$@" 2>/dev/null | sed 's/:[0-9a-f]* *\([A-Za-z]\) /: \1 /' >"$work/symbols"
	# lines are "ARCHIVE:MEMBER: T name" and "ARCHIVE:MEMBER: U name"
	awk '$2 == "T" { print $3 }' "$work/symbols" | LC_ALL=C sort -u >"$work/defined"
	awk '$2 == "U" { print $3 }' "$work/symbols" | LC_ALL=C sort -u >"$work/wanted"
	LC_ALL=C comm -23 "$work/defined" "$work/wanted" >"$work/alone"
	# a use is indented, or in a macro; a definition and a prototype begin in the first column
	find "$root/src" "$root/ui" -name '*.c' -exec awk -v names="$work/alone" '
		BEGIN { while ((getline n <names) > 0) alone[n] = 1 }
		FNR == 1 { comment = 0 }
		{
			line = $0
			gsub(/"([^"\\]|\\.)*"/, "\"\"", line)
			gsub(/\/\*.*\*\//, "", line)
			if (comment) { if (!sub(/.*\*\//, "", line)) next; comment = 0 }
			if (sub(/\/\*.*/, "", line)) comment = 1
			own = line ~ /^[ \t#]/
			while (match(line, /[A-Za-z_][A-Za-z0-9_]*/)) {
				word = substr(line, RSTART, RLENGTH)
				line = substr(line, RSTART + RLENGTH)
				if (word in alone) { if (own) used[word] = 1; else where[word] = FILENAME }
			}
		}
		END { for (n in alone) if (!(n in used) && n != "main") print where[n] ": " n }' {} + | LC_ALL=C sort
}

if [ $# -gt 0 ]; then
	dead "$@"
	exit
fi

# It can fail: of three functions one is called from outside, one by its own file, one by nobody.
mkdir -p "$work/house/src/base" "$work/house/ui"
printf '%s\n' 'int far(void) { return 1; }' 'int near(void) { return 2; }' 'int never(void)' '{' \
	'	return near(); /* never() */' '}' >"$work/house/src/base/a.c"
printf '%s\n' 'int far(void);' 'int main(void)' '{' '	return far();' '}' >"$work/house/ui/main.c"
bad=0
for f in src/base/a ui/main; do
	"${CC:-cc}" -c -O2 -o "$work/house/$f.o" "$work/house/$f.c" || bad=1
done
said=$(dead "$work/house" "$work/house/src/base/a.o" "$work/house/ui/main.o")
if [ $bad -eq 0 ] && [ "$said" = "$work/house/src/base/a.c: never" ]; then
	echo 'ok 1 - can fail: a function that nobody calls'
else
	echo 'not ok 1 - can fail: a function that nobody calls'
	echo "# $said"
	bad=1
fi

root=$here/../.. build=${BUILD:-$here/../../build}
said=$(dead "$root" "$build/libctxtop.a" "$build/libui.a" "$build/ui/main.o" | sed "s|^$root/||")
if [ ! -e "$build/libctxtop.a" ]; then
	echo "not ok 2 - there is no $build/libctxtop.a"
	bad=1
elif [ -z "$said" ]; then
	echo 'ok 2 - every function of the program is used by the program'
else
	echo 'not ok 2 - every function of the program is used by the program'
	printf '%s\n' "$said" | sed 's/^/# /'
	bad=1
fi
echo 1..2
exit $bad
