#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# readmes: every folder of src, ui, tests and themes has a README.md of at most ten lines, and each file
# that it names in `backticks` is there: beside it, or below src/ or ui/.
#   usage: tests/layers/readmes.sh [ROOT]
# Folders of mere inputs below tests/fuzz/seeds and tests/fixtures need none. Each breach is printed; exit status 1 if any.
set -u
here=$(cd "$(dirname "$0")" && pwd)
cd "${1:-$here/../..}" || exit 2
bad=0

say() { echo "$1"; bad=1; }

# What looks like a file's name in backticks; NAME and * stand for any.
named() {
	tr '`' '\n' <"$1" | awk 'NR % 2 == 0 && /^[A-Za-z0-9_.\/-]+\.(c|h|def|sh|awk|md|theme)$/ && !/NAME|MODULE/'
}

for dir in $(find src ui tests themes -type d ! -path 'tests/fuzz/seeds/*' ! -path 'tests/fixtures/*' | LC_ALL=C sort); do
	readme=$dir/README.md
	[ -f "$readme" ] || { say "$dir: no README.md"; continue; }
	[ "$(wc -l <"$readme")" -le 10 ] || say "$readme: more than ten lines"
	for file in $(named "$readme"); do
		[ -e "$dir/$file" ] || [ -e "src/$file" ] || [ -e "ui/$file" ] || say "$readme: names $file, which is not there"
	done
done
exit $bad
