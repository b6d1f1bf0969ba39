#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# make install into a folder, the installed program finds its themes and its page; uninstall leaves nothing.
. "$(dirname "$0")/lib.sh"
cd "$ROOT" || exit 1
unset MAKEFLAGS MFLAGS MAKELEVEL

dest=$WORK/dest
check 'make install' make -s BUILD="${BUILD:-build}" DESTDIR="$dest" PREFIX=/usr install
check 'the program is there' test -x "$dest/usr/bin/ctxtop"
check 'the page is there' test -f "$dest/usr/share/man/man1/ctxtop.1"
check 'the themes are there' test -f "$dest/usr/share/ctxtop/themes/default.theme"
check 'it runs from there' "$dest/usr/bin/ctxtop" --version
check 'it finds its themes' sh -c 'cd / && "$1" list themes | grep -q solarized-dark' sh "$dest/usr/bin/ctxtop"
if command -v man >/dev/null && man --version >/dev/null 2>&1; then
	check 'the page is without faults' sh -c 'LC_ALL=C.UTF-8 MANROFFSEQ="" MANWIDTH=80 man --warnings -E UTF-8 -l -Tutf8 -Z "$1" 2>&1 >/dev/null | grep . && exit 1; exit 0' sh "$dest/usr/share/man/man1/ctxtop.1"
else
	skip 'the page is without faults' 'no man here'
fi
for f in bash-completion/completions/ctxtop zsh/site-functions/_ctxtop fish/vendor_completions.d/ctxtop.fish; do
	check "completion: $f" test -s "$dest/usr/share/$f"
	check "completion: $f is filled in" sh -c '! grep -n "@[A-Z]*@" "$1"' sh "$dest/usr/share/$f"
done
if command -v groff >/dev/null; then
	faults=$(LC_ALL=C.UTF-8 groff -ww -t -man -Tutf8 -z "$dest/usr/share/man/man1/ctxtop.1" 2>&1)
	check 'groff -ww has nothing to say' test -z "$faults"
	[ -z "$faults" ] || echo "# $faults"
else
	skip 'groff -ww has nothing to say' 'no groff here'
fi
check 'the page is filled in' sh -c '! grep -n "^@" "$1"' sh "$dest/usr/share/man/man1/ctxtop.1"
# the page and --help name the same options
"$CTXTOP" --help | grep -oE -- '--[a-z][a-z-]+[a-z]' | sort -u >"$WORK/help"
sed 's/\\-/-/g' "$dest/usr/share/man/man1/ctxtop.1" | grep -oE -- '--[a-z][a-z-]+[a-z]' | sort -u >"$WORK/page"
missing=$(comm -23 "$WORK/help" "$WORK/page")
check 'the page names every option of --help' test -z "$missing"
[ -z "$missing" ] || echo "# missing: $missing"
more=$(comm -13 "$WORK/help" "$WORK/page")
check 'and no others' test -z "$more"
[ -z "$more" ] || echo "# more: $more"
for c in $("$CTXTOP" --help | sed -n 's/^ *ctxtop \([a-z]*\).*/\1/p'); do
	check "the page describes ctxtop $c" grep -q "ctxtop $c" "$dest/usr/share/man/man1/ctxtop.1"
done
check 'make uninstall' make -s DESTDIR="$dest" PREFIX=/usr uninstall
left=$(find "$dest" -type f -o -name '*ctxtop*')
check 'uninstall leaves nothing' test -z "$left"
finish
