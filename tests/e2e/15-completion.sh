#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Shell completion: the installed scripts offer commands, options and values. bash is asked what it offers for a
# line, and once more by a Tab on a terminal; zsh and fish too where they are installed.
. "$(dirname "$0")/lib.sh"
cd "$ROOT" || exit 1
unset MAKEFLAGS MFLAGS MAKELEVEL
make -s BUILD="${BUILD:-build}" pages || exit 1
SHARE=$ROOT/${BUILD:-build}/share
mkdir "$WORK/bin"
ln -s "$CTXTOP" "$WORK/bin/ctxtop"
export PATH=$WORK/bin:$PATH
cd "$WORK" || exit 1
touch one.jsonl 'two words.jsonl'

# ---- bash: what its own machinery offers for a line, with the words cut as readline cuts them ----

cat >offer.bash <<'END'
source "$1"
shift
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
spec=$(complete -p ctxtop) || exit 1
[[ $spec =~ -F\ ([a-z_]+) ]] || exit 1
"${BASH_REMATCH[1]}" ctxtop "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
for word in "${COMPREPLY[@]}"; do printf '%s\n' "$word"; done
END
offer() { bash --norc --noprofile offer.bash "$SHARE/ctxtop.bash" ctxtop "$@" 2>&1 </dev/null; }
offers() { # NAME WANTED... -- LINE...: all of WANTED are among what is offered
	local name="bash: $1" want=() got w
	shift
	while [ "$1" != -- ]; do want+=("$1") && shift; done
	shift
	got=$(offer "$@")
	for w in "${want[@]}"; do
		if ! grep -qxF -- "$w" <<<"$got"; then
			not_ok "$name" "'$w' is not offered, but: $got"
			return
		fi
	done
	ok "$name"
}
offers_just() { # NAME WANTED -- LINE...: nothing but these lines, in any order
	local name="bash: $1" all=$2 got
	shift 3
	got=$(offer "$@")
	if [ "$(sort <<<"$got")" = "$(sort <<<"$all")" ]; then ok "$name"; else not_ok "$name" "offered: $got"; fi
}
lines() { printf '%s\n' "$@"; }

offers_just 'commands' "$(lines run report list undo)" -- ''
offers_just 'a command that is begun' "$(lines run report)" -- r
offers_just 'a long option' --theme$'\n'--themes-dir -- --the
offers 'both forms of a switch' --no-mouse --mouse -M -- -
offers 'options behind a command' --force --read-only -- undo --
offers_just 'but those of others' '' -- undo --th
offers_just 'choices' "$(lines block braille)" -- --glyphs b
offers_just 'formats' "$(lines table ctxbench json csv)" -- run -f ''
offers_just 'choices behind =' "$(lines tty)" -- --glyphs = t
offers_just 'choices behind a = just typed' "$(lines auto ascii block braille tty)" -- --glyphs =
offers 'methods and groups' pipe sem classic all -- run -m ''
offers_just 'a second method' pipe,spinlock -- run -m pipe,spinl
offers_just 'a method left out' all,-sigusr1 -- run -m all,-sig
offers 'placements' same cross free llc -- -P ''
offers 'themes' mono solarized-dark -- --theme ''
offers 'settings' kernel.timer_migration -- -k kernel.t
offers 'what can be listed' methods settings themes -- list ''
offers_just 'options behind the operand' --names -- list themes --na
offers_just 'no third word' '' -- list themes ''
offers 'files, with blanks in their names' one.jsonl 'two words.jsonl' -- report ''
offers 'files for an option' one.jsonl -- run -r o
offers_just 'a label is free' '' -- run -l r
offers_just 'the value of an option is no command' "$(lines run report list undo)" -- --label list ''
hidden=$(offer --ge)
check 'bash: what is hidden is not offered' test -z "$hidden"

# every option of --help, and no other, is offered somewhere
# shellcheck disable=SC2086 # words
somewhere=$(for c in '' run report list undo; do offer $c --; done | sort -u)
for o in $("$CTXTOP" --help | grep -oE -- '^ .{6}--[a-z][a-z-]+' | grep -oE -- '--.*'); do
	grep -qxF -- "$o" <<<"$somewhere" || missing="${missing-} $o"
done
check 'bash: every option of --help is offered' test -z "${missing-}"
check 'bash: the script is clean' bash -n "$SHARE/ctxtop.bash"

# ---- bash: a Tab on a terminal ----

start 100x30 "exec env PS1='ready> ' bash --norc --noprofile -i"
expect 'a shell' 'ready>'
text "source $SHARE/ctxtop.bash"
keys Enter
expect 'the script is read without a word' '^ready> *$'
text 'ctxtop rep'
keys Tab
expect 'Tab: a command' 'ctxtop report'
text 'on'
keys Tab
expect 'Tab: a file' 'ctxtop report one\.jsonl'
text '--form'
keys Tab
text 'ctxb'
keys Tab
expect 'Tab: an option and its value' 'ctxtop report one\.jsonl --format ctxbench'
stop

# ---- zsh and fish ----

if command -v zsh >/dev/null; then
	check 'zsh: the script is clean' zsh -n "$SHARE/ctxtop.zsh"
	mkdir zsh
	cp "$SHARE/ctxtop.zsh" zsh/_ctxtop
	start 100x30 "exec env PS1='ready> ' zsh -f -i"
	expect 'zsh: a shell' 'ready>'
	# "done" in two parts: the command itself is on the screen too
	text "fpath=($WORK/zsh \$fpath); autoload -U compinit; compinit -u -D; clear; print do''ne"
	keys Enter
	expect 'zsh: completion begins' '^done'
	text 'ctxtop unk'
	keys BSpace Tab
	expect 'zsh: a command' 'ctxtop undo'
	text '--fo'
	keys Tab
	expect 'zsh: an option of it' 'ctxtop undo --force'
	keys C-u
	text 'ctxtop run -m pipe,spinl'
	keys Tab
	expect 'zsh: a second method' 'ctxtop run -m pipe,spinlock'
	keys C-u
	text 'ctxtop --theme=solarized-d'
	keys Tab
	expect 'zsh: a theme' 'ctxtop --theme=solarized-dark'
	stop
else
	skip 'zsh' 'it is not installed'
fi
if command -v fish >/dev/null; then
	fish_offer() { fish --no-config -c "source '$SHARE/ctxtop.fish'; complete -C '$1'" 2>&1 | cut -f 1; }
	fish_offers() { # NAME LINE WANTED
		local got
		got=$(fish_offer "$2")
		if grep -qxF -- "$3" <<<"$got"; then ok "fish: $1"; else not_ok "fish: $1" "offered: $got"; fi
	}
	check 'fish: the script is clean' fish -n "$SHARE/ctxtop.fish"
	fish_offers 'commands' 'ctxtop ' undo
	fish_offers 'an option of a command' 'ctxtop undo --fo' --force
	fish_offers 'choices' 'ctxtop run -f c' csv
	fish_offers 'themes' 'ctxtop --theme sol' solarized-dark
	fish_offers 'a second method' 'ctxtop run -m pipe,spinl' pipe,spinlock
	fish_offers 'what can be listed' 'ctxtop list ' themes
	fish_offers 'a file' 'ctxtop report one' one.jsonl
	check 'fish: no option of another command' test -z "$(fish_offer 'ctxtop undo --th')"
else
	skip 'fish' 'it is not installed'
fi
finish
