# shellcheck shell=bash
# Read by the other scripts: commands that take long, run so that whoever waits sees what is going on.
#
#   watched LOG LABEL COMMAND…   runs COMMAND with its output in LOG. Meanwhile a terminal shows LABEL, the seconds so far and
#                                the last line that COMMAND printed; elsewhere a line every minute says the same. Its status
#                                is the COMMAND's.

# The last thing that a log says, on one line without colours. Of apt's status lines ("pmstatus:PACKAGE:PERCENT:WORDS") the
# percentage and the words.
last_words() {
    tail -c 4096 "$1" 2>/dev/null | tr '\r' '\n' | sed -E 's/\x1b\[[0-9;]*[A-Za-z]//g; s/[[:cntrl:]]//g; /^ *$/d' | tail -n 1 |
        sed -E 's/^(dl|pm)status:[^:]*:([0-9]+)[0-9.]*:/\2 % /; s/^ +//'
}

watched() {
    local log=$1 label=$2 start=$SECONDS pid status=0 width said=0 line
    shift 2
    "$@" >"$log" 2>&1 </dev/null &
    pid=$!
    # Ctrl-C reaches the command as well; what it leaves on the screen is wiped.
    while kill -0 "$pid" 2>/dev/null; do
        line="$label, $((SECONDS - start)) s: $(last_words "$log")"
        if [[ -t 2 ]]; then
            width=$(tput cols 2>/dev/null || echo 80)
            printf '\r\033[K%s' "${line:0:width-1}" >&2
        elif ((SECONDS - start >= said + 60)); then
            said=$((SECONDS - start))
            printf '%s\n' "$line" >&2
        fi
        # Not a second lost at the end: a child that ends wakes no sleep, so the pieces are short.
        for _ in 1 2 3 4 5; do kill -0 "$pid" 2>/dev/null && sleep 0.2; done
    done
    [[ ! -t 2 ]] || printf '\r\033[K' >&2
    wait "$pid" || status=$?
    return "$status"
}
