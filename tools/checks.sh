# checks.sh: running checks and counting them, for tools/test and tools/quick, which
# include it from the root of the repository. A check prints one line when it is over;
# its output is kept in $logs. Checks may run side by side: results are files there.
logs=build/check/log
failures=$logs/failures # names, and the output of failed tests
tally=$logs/tally       # a line for each check: passed, failed
running=$logs/running   # a file for each check that is running: when it began
taken=$logs/taken       # a folder for each check of a queue that a lane has begun
room=$logs/room         # a line a minute: megabytes free here, in /tmp, and of memory

begin_checks() {
    rm -rf "$running" "$taken" "$failures" "$tally" "$logs"/*.done
    mkdir -p "$running" "$taken"
    : >"$failures"
    : >"$tally"
    : >"$room"
    note_room
}

# A full disk or memory looks like any other failure: keep what was free.
note_room() {
    echo "$(free_in .) $(free_in /tmp) $(awk '/^MemAvailable/ { print int($2 / 1024) }' /proc/meminfo)" >>"$room"
}

free_in() {
    df -Pm "$1" | awk 'NR == 2 { print $4 }'
}

# The least that was free: least_room
least_room() {
    awk 'function least(a, b) { return a == "" || b < a ? b : a }
         { here = least(here, $1); tmp = least(tmp, $2); memory = least(memory, $3) }
         END { print "At least " here " MB were free on the disk, " tmp " MB in /tmp, " memory " MB of memory." }' "$room"
}

# Prints a result, all of it at once: result PASSED FAILED TEXT
result() {
    echo "$1 $2" >>"$tally"
    (
        flock 8
        printf '%-48s %s\n' "$name" "$3"
        [ "$2" -eq 0 ] && exit
        echo "$name" >>"$failures"
        [ -s "$log" ] || exit 0
        tail -n 40 "$log" | sed 's/^/    /'
        echo "    (all of it: $log)"
    ) 8>"$logs/lock"
}

# Processor seconds of all that this shell has waited for, into $used. (In a pipe it would
# be those of the pipe's shell.)
count_used() {
    times >"$logs/times.$$"
    used=$(awk 'NR == 2 { for (i = 1; i <= 2; i++) { split($i, part, "m"); sum += 60 * part[1] + part[2] } }
                END { printf "%d", sum }' "$logs/times.$$")
    rm -f "$logs/times.$$"
}

# Runs a command quietly: run NAME COMMAND...; sets $took, with the processor seconds, and
# returns its status.
run() {
    name=$1
    shift
    base=$(printf %s "$name" | tr -c 'A-Za-z0-9\n' _)
    log=$logs/$base.log
    began=$(date +%s)
    echo "$began $name" >"$running/$base"
    count_used
    before=$used
    "$@" >"$log" 2>&1 8>&-
    status=$?
    rm -f "$running/$base"
    count_used
    took="$(($(date +%s) - began)) s, $((used - before)) s CPU"
    return $status
}

# A check that counts as one.
check() {
    if run "$@"; then
        result 1 0 "ok      $took"
    else
        result 0 1 "FAILED  $took"
        failed_subtests "$log" >>"$failures"
        return 1
    fi
}

# A run of test programs, which counts as the tests in them: suite NAME TREE
# [ARGUMENT OF meson test...].
suite() {
    title=$1 tree=$2
    shift 2
    report=testlog-$(printf %s "$title" | tr -c 'A-Za-z0-9\n' _)
    rm -f "$tree/meson-logs/$report".*
    run "$title" meson test -C "$tree" --no-rebuild --print-errorlogs --logbase "$report" "$@"
    status=$?
    bad=$(count '<failure' "$tree/meson-logs/$report.junit.xml")
    skipped=$(count '<skipped' "$tree/meson-logs/$report.junit.xml") # by a filter
    good=$(($(count '<testcase ' "$tree/meson-logs/$report.junit.xml") - bad - skipped))
    # A program that broke off without a failing test is a failure, too, as is no test at all.
    if [ $bad -eq 0 ] && { [ $status -ne 0 ] || [ $good -eq 0 ]; }; then bad=1; fi
    if [ $bad -eq 0 ]; then
        result $good 0 "ok      $took  $good tests"
    else
        result $good $bad "FAILED  $took  $good passed, $bad failed"
        failed_output "$tree/meson-logs/$report.txt" >>"$failures"
    fi
}

# Of the test programs: those that failed, broke off or took too long, their failed tests and
# the output of these.
failed_output() {
    awk '/^test: / { sub(/^test: */, ""); program = $0 }
         /^result: / && !/exit status 0$/ { sub(/^result: */, ""); print "    " program ": " $0 }
         /^SUMMARY: / { print "    " $0 }
         /^not ok/ { is_bad = 1 }
         /^(ok|#|====)/ { is_bad = 0 }
         is_bad && /^not ok|:[0-9]+: |Assertion/ { print "    " $0 }' "$1"
}

# Of a check by `node --test`: the failed tests and the beginning of what each said.
failed_subtests() {
    awk '/^ *not ok/ { left = 30 }
         /^ *\.\.\.$/ { left = 0 }
         left-- > 0 { print "    " $0 }' "$1"
}

count() {
    [ -f "$2" ] || { echo 0; return; }
    grep -o "$1" "$2" | wc -l
}

# What failed, then the last line. Returns whether all passed.
end_checks() {
    if [ -s "$failures" ]; then
        echo
        echo 'What failed:'
        cat "$failures"
        note_room
        least_room
    fi
    awk '{ passed += $1; failed += $2 }
         END { print passed + 0 " passed, " failed + 0 " failed"; exit failed > 0 }' "$tally"
}
