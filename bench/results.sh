#!/usr/bin/env bash
# What the scripts of this folder share; they source it.

# Every game of the newsletter.
# shellcheck disable=SC2034  # used by those who source it
every_game=(ataxx hexxagon penntagon clobber blocco magnetone magnetone:weak boop attract insert insert:xplus)

# Ends the script where the text is no number of games.
need_number_of_games() {
    [[ $1 =~ ^[1-9][0-9]*$ ]] || { echo "${0##*/}: \"$1\" is no number of games" >&2; exit 2; }
}

# Ends it where the text is no number of seconds.
need_time() {
    [[ $1 =~ ^[0-9]*\.?[0-9]+$ ]] || { echo "${0##*/}: \"$1\" is not a time" >&2; exit 2; }
}

# The first line of a match's report. The arguments are those of `tavoliere match`. TAVOLIERE names another program than
# build/tavoliere. With RECORDS, a folder, each match is kept in a file of it, and what was killed goes on there; a longer match
# goes on from a shorter one. Another build of the program begins anew.
report() {
    local name keep=() program=${TAVOLIERE:-build/tavoliere}
    if [[ -n ${RECORDS:-} ]]; then
        mkdir -p "$RECORDS"
        name=$(cksum <"$program" | cut -d' ' -f1)_$(sed -E 's/ --(games|threads) [0-9]+//g' <<<"$*" | tr -cs 'A-Za-z0-9.,=:\n' _)
        keep=(--records "$RECORDS/${name:0:240}.tgn" --resume)
    fi
    "$program" match "$@" "${keep[@]}" | sed -n 1p
}

# What `sed -nE` makes of such a report's line. It must match: a match of one game has no Elo, say.
of_report() {
    local expression=$1 line made
    shift
    line=$(report "$@")
    made=$(sed -nE "$expression" <<<"$line")
    [[ -n $made ]] || { echo "${0##*/}: this match has no such score: $line" >&2; return 1; }
    echo "$made"
}

# The score of such a match, as in "100.0 % (200-0-0)": the share of the points, and games won, drawn and lost.
result() { of_report 's/.*: ([0-9]+) won, ([0-9]+) drawn, ([0-9]+) lost, ([0-9.]+ %).*/\4 (\1-\2-\3)/p' "$@"; }

# The Elo of such a match, as in "+241 ± 225 (16-0-4)".
elo() { of_report 's/.*: ([0-9]+) won, ([0-9]+) drawn, ([0-9]+) lost, [0-9.]+ %, Elo (.*)/\4 (\1-\2-\3)/p' "$@"; }
