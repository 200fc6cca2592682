# checks.sh: running checks and counting them, for tools/test and tools/quick, which
# include it from the root of the repository. A check prints one line when it is over;
# its output is kept in $logs. Checks may run side by side: results are files there.
logs=build/check/log
failures=$logs/failures # names, and the output of failed tests
tally=$logs/tally       # a line for each check: passed, failed
running=$logs/running   # a file for each check that is running: when it began

begin_checks() {
    rm -rf "$running" "$failures" "$tally" "$logs"/*.done
    mkdir -p "$running"
    : >"$failures"
    : >"$tally"
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

# Runs a command quietly: run NAME COMMAND...; sets $took and returns its status.
run() {
    name=$1
    shift
    base=$(printf %s "$name" | tr -c 'A-Za-z0-9\n' _)
    log=$logs/$base.log
    began=$(date +%s)
    echo "$began $name" >"$running/$base"
    "$@" >"$log" 2>&1 8>&-
    status=$?
    rm -f "$running/$base"
    took=$(($(date +%s) - began))
    return $status
}

# A check that counts as one.
check() {
    if run "$@"; then
        result 1 0 "ok      $took s"
    else
        result 0 1 "FAILED  $took s"
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
        result $good 0 "ok      $took s  $good tests"
    else
        result $good $bad "FAILED  $took s  $good passed, $bad failed"
        failed_output "$tree/meson-logs/$report.txt" >>"$failures"
    fi
}

# Of the test programs: the failed tests and their output.
failed_output() {
    awk '/^not ok/ { is_bad = 1 }
         /^(ok|#|====)/ { is_bad = 0 }
         is_bad && /^not ok|:[0-9]+: |Assertion/ { print "    " $0 }' "$1"
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
    fi
    awk '{ passed += $1; failed += $2 }
         END { print passed + 0 " passed, " failed + 0 " failed"; exit failed > 0 }' "$tally"
}
