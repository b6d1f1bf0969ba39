# SPDX-License-Identifier: GPL-3.0-or-later
#
# check.awk: the rules of the folders, over every source file of the tree in one pass. See check.sh.
#
# Invariant: only code and string constants are looked at, never words in comments. A line that breaks a
# rule is printed as FILE:LINE: sentence.

function complain(words) { print FILENAME ":" FNR ": " words; bad = 1 }
function complain_at(file, line, words) { print file ":" line ": " words; bad = 1 }

# Is @name called, or named as a word, in @text? The pattern is anchored at word borders by hand.
function calls(text, names) { return match(text, "(^|[^A-Za-z0-9_.>])(" names ")[ \t]*\\(") }
function word(text, names) { return match(text, "(^|[^A-Za-z0-9_])(" names ")([^A-Za-z0-9_]|$)") }

# Split @line into code without comments (CODE; string constants become "") and the constants (TEXT).
function split_line(line,    i, c, two, in_text) {
	CODE = ""; TEXT = ""; in_text = 0
	for (i = 1; i <= length(line); i++) {
		c = substr(line, i, 1); two = substr(line, i, 2)
		if (in_comment) {
			if (two == "*/") { in_comment = 0; i++ }
		} else if (in_text) {
			if (c == "\\") { TEXT = TEXT two; i++ }
			else if (c == "\"") { in_text = 0; CODE = CODE "\""; TEXT = TEXT "\n" }
			else TEXT = TEXT c
		} else if (two == "/*") { in_comment = 1; i++ }
		else if (two == "//") break
		else if (c == "'" && substr(line, i, 3) ~ /^'.'$/) { CODE = CODE "0"; i += 2 }
		else if (c == "'" && substr(line, i, 4) ~ /^'\\.'$/) { CODE = CODE "0"; i += 3 }
		else if (c == "\"") { in_text = 1; CODE = CODE "\"" }
		else CODE = CODE c
	}
}

# The path of a quoted include as seen from the root: beside the file, else below src/ as -Isrc finds it.
function resolve(from, name,    dir, path) {
	dir = from; sub(/[^\/]*$/, "", dir)
	path = dir name
	while (path ~ /[^\/]+\/\.\.\//) sub(/[^\/]+\/\.\.\//, "", path)
	return (path in exists) ? path : (("src/" name) in exists) ? "src/" name : path
}

BEGIN {
	n = split(files, list, " ")
	for (i = 1; i <= n; i++) exists[list[i]] = 1

	pure_src = "^src/(event|ring|model|model_probe|model_setting|figures|stats|frame|schedule|methods|table|scan|procstat|host_text|json_fields|record_encode|record_decode|record_fields|report[a-z_]*|verdict[a-z_]*|compare_tests|experiment|probes/[a-z0-9_]+)\\.c$"
	pure_ui = "^ui/(canvas|spark|layout|list|color|heat|cpubar|cpuhistory|facts|words|keys|irqlist|irqtable|irqdetail|parts|header|footer|small|help|prompt|page|screen|views|question|setting_act|settinglist|strip|effect|theme_slot|view_[a-z0-9_]+|panel_[a-z0-9_]+)\\.c$"
	drawing = "^ui/(view_[a-z0-9_]+|panel_[a-z0-9_]+|parts|header|footer|small|help|page|question|setting_act|settinglist|strip|effect|cpubar|cpuhistory|facts|words|irqlist|irqtable|irqdetail|heat)\\.[ch]$"
	hidden = "^(src/(model|model_int|sampler|sampler_link|session|guardian|runner|party|schedule|method|methods|ledger|isolate|probes|readings|record|config|placement)\\.h|src/methods\\.def|ui/(session|term|loop|run|options)\\.h)$"

	clock = "clock_gettime|gettimeofday|time|clock|nanosleep|usleep|sleep|now_ns|wall_ns"
	file = "open|openat|fopen|fdopen|freopen|creat|read|write|pread|pwrite|close|opendir|readdir|stat|lstat|fstat|access|unlink|rename|mkdir|ioctl|poll|select|pipe|pipe2|socket|mmap|shmget|sysroot_[a-z]+|printf|puts|putchar|fgets|getline|getenv|system"
	thread = "pthread_[a-z_]+|sem_post|sem_wait|sem_timedwait|sem_init|thrd_[a-z]+|mtx_[a-z]+"
	signals = "signal|sigaction|sigprocmask|sigwaitinfo|sigtimedwait|kill|raise|tgkill|alarm|setitimer"
	fork = "fork|vfork|clone|clone3|posix_spawn|posix_spawnp|system|popen|daemon|forkpty"
}

FNR == 1 { in_comment = 0; opening = 0; last = FILENAME }
{ lines[FILENAME] = FNR }

# ---- each file: licence, opening comment, length ----
FNR == 1 && FILENAME ~ /\.c$/ && $0 != "// SPDX-License-Identifier: GPL-3.0-or-later" {
	complain("the first line must be '// SPDX-License-Identifier: GPL-3.0-or-later'")
}
FNR == 1 && FILENAME ~ /\.(h|def)$/ && $0 != "/* SPDX-License-Identifier: GPL-3.0-or-later */" {
	complain("the first line must be '/* SPDX-License-Identifier: GPL-3.0-or-later */'")
}
FNR == 2 && $0 !~ /^\/\*/ { complain("the second line must open the comment on the file's duty") }
FNR == 601 && FILENAME !~ /^tests\// { complain("a file has at most 600 lines: split it by duty") }
FNR == 801 { complain("a test has at most 800 lines: split it by what it tests") }

{ split_line($0) }

# ---- lengths of functions: from "{" in the first column to "}" ----
/^[{]/ { start = FNR }
/^[}]/ && start {
	if (FNR - start > 81) complain_at(FILENAME, start, "a function has at most 80 lines, this one " FNR - start - 1)
	start = 0
}

# ---- words left behind ----
FILENAME ~ /^(src|ui)\// && word($0, "TODO|FIXME|XXX|HACK") { complain("unfinished: say it in an issue, not in the code") }

# ---- includes: remembered for the end, the system's judged at once ----
/^[ \t]*#[ \t]*include[ \t]*"/ {
	name = $0; sub(/^[^"]*"/, "", name); sub(/".*$/, "", name)
	path = resolve(FILENAME, name)
	ninc++; inc_file[ninc] = FILENAME; inc_line[ninc] = FNR; inc_path[ninc] = path
	if (FILENAME ~ /^src\// && path !~ /^src\//) complain("rule 1: src/ includes nothing of ui/ or tests/ (" path ")")
	if (FILENAME ~ /^ui\// && path !~ /^(src|ui)\// && path != "ui/default_theme.h") complain("rule 1: ui/ includes only src/ and ui/ (" path ")")
	if (FILENAME ~ /^src\/methods\/.*\.c$/ && path != "src/method.h") complain("rule 2: a method includes method.h and system headers, not " path)
	if (FILENAME ~ /^src\/probes\/.*\.c$/ && path != "src/probe.h") complain("rule 2: a probe includes probe.h and system headers, not " path)
	if (name ~ /\.c$/) complain("rule 1: a .c file is not for including")
}
/^[ \t]*#[ \t]*include[ \t]*</ {
	name = $0; sub(/^[^<]*</, "", name); sub(/>.*$/, "", name)
	if (name ~ /(^|\/)(n?curses|panel|menu|form|term|termcap|tic)\.h$/ && FILENAME != "ui/term.c") complain("rule 1: only ui/term.c includes curses")
	if (name ~ /libcpuid/ && FILENAME != "src/cpu.c") complain("rule 1: only src/cpu.c includes libcpuid")
	if (name == "pthread.h" && FILENAME !~ /^src\/(sampler(_link)?|who)\.[ch]$/) complain("rule 3: only the sampler and who have threads")
	if ((FILENAME ~ pure_src || FILENAME ~ pure_ui) && name ~ /^(pthread|semaphore|threads|signal|fcntl|poll|sched|dirent|unistd|sys\/(time|stat|mman|socket|wait|ioctl|select|epoll|signalfd))\.h$/)
		complain("rule 3: a pure file calls no clock, file, thread or signal; it has no use for <" name ">")
}

# ---- calls ----
FILENAME ~ /^(src|ui)\// && CODE !~ /^[ \t]*#/ {
	if (FILENAME ~ pure_src || FILENAME ~ pure_ui) {
		if (calls(CODE, clock)) complain("rule 3: a pure file reads no clock")
		if (calls(CODE, file)) complain("rule 3: a pure file touches no file")
		if (calls(CODE, thread)) complain("rule 3: a pure file knows no threads")
		if (calls(CODE, signals)) complain("rule 3: a pure file knows no signals")
	}
	if (calls(CODE, "pthread_create|thrd_create") && FILENAME !~ /^src\/(sampler_link|who)\.c$/) complain("rule 3: only src/sampler_link.c and src/who.c start a thread")
	if (calls(CODE, fork) && FILENAME !~ /^src\/(party|runner|guardian)\.c$/) complain("rule 5: only party, runner and guardian fork")
	if (word(CODE, "SYS_(fork|vfork|clone|clone3)|__NR_(fork|vfork|clone|clone3)") && FILENAME !~ /^src\/(party|runner|guardian)\.c$/) complain("rule 5: only party, runner and guardian fork")
	if (FILENAME ~ /^src\// && calls(CODE, "exit|printf|puts|putchar|vprintf|perror")) complain("nothing in src/ prints or exits")
	if (FILENAME ~ /^src\// && word(CODE, "stdout|stderr")) complain("nothing in src/ writes to standard output or error")
	if (FILENAME ~ /^ui\// && FILENAME != "ui/main.c" && calls(CODE, "exit")) complain("only ui/main.c decides the exit status")

	# rule 5: where anything at all is opened for writing
	opens = word(CODE, "O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|O_APPEND") || calls(CODE, "creat|truncate|mkstemp|mkostemp") || \
		(calls(CODE, "fopen|freopen|fdopen") && TEXT ~ /(^|\n)([wa][a-z+]*|r[a-z]*\+[a-z]*)\n/)
	if (opens && FILENAME !~ /^(src\/(guardian|sysfile|journal_file|isolate|record|config|config_[a-z]+)|ui\/(run|term|session))\.c$/)
		complain("rule 5: opens a file for writing; that is for guardian, sysfile (its hand), journal_file, record, config, run (the report) and term (/dev/tty)")
	if (opens) nopen[FILENAME]++
	if (TEXT ~ /(^|\n)\/(proc|sys)(\/|\n)/) {
		nlit[FILENAME]++; lit_file[++nlits] = FILENAME; lit_line[nlits] = FNR; lit_text[nlits] = TEXT
	}
}

# A view sees only what its closure of includes does not hide.
function reach(from, file, line, via,    k) {
	if (file in seen) return
	seen[file] = 1
	if (file ~ hidden) complain_at(from, line, "rule 4: what draws sees frame, intent, canvas, spark and layout, not " file (via == "" ? "" : " (through " via ")"))
	for (k = 1; k <= ninc; k++)
		if (inc_file[k] == file) reach(from, inc_path[k], line, via == "" ? file : via)
}
# Nothing in src/ reaches ui/ on a detour: direct includes are judged above, and they are all there are.

END {
	for (f in lines)
		if (f ~ drawing)
			for (j = 1; j <= ninc; j++)
				if (inc_file[j] == f) { split("", seen); seen[f] = 1; reach(f, inc_path[j], inc_line[j], "") }
	for (j = 1; j <= nlits; j++) {
		f = lit_file[j]
		if (f ~ /^src\/(guardian|sysfile)\.c$/ || !nopen[f]) continue
		# the runner's own namespace: its id maps, and nothing else
		if (f == "src/isolate.c" && lit_text[j] ~ /^\/proc\/self\/(uid_map|gid_map|setgroups)\n/) continue
		complain_at(f, lit_line[j], "rule 5: names a path below /proc or /sys in a file that opens for writing; only the guardian writes there")
	}
	exit bad
}
