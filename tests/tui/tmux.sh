# tmux.sh: the real program on a terminal in the background. Sourced; needs
# $roundhouse. It runs in a separate tmux server and folder, which is
# also the home of saved games.
room=$(mktemp -d)
export TMUX_TMPDIR="$room" XDG_STATE_HOME="$room/state" LC_ALL=C.UTF-8
unset TMUX NO_COLOR LANG LC_MESSAGES
trap 'tmux kill-server 2>/dev/null; rm -rf "$room"' EXIT
# Keeps the server alive: without a session it would exit.
tmux -u -f /dev/null new-session -d -s keeper 'exec sleep 10000'

# open WIDTH HEIGHT COMMAND...: a window with the command in it, then its status.
open() {
    width=$1 height=$2
    shift 2
    tmux kill-session -t table 2>/dev/null || true
    printf '#!/bin/sh\ntrap : INT\nstty -g >%s/before\n%s\nstatus=$?\nstty -g >%s/after\necho "ended $status"\nexec sleep 1000\n' \
        "$room" "$*" "$room" >"$room/run"
    chmod +x "$room/run"
    tmux -u -f /dev/null new-session -d -s table -x "$width" -y "$height" "$room/run"
    tmux set-option -t table status off >/dev/null
    tmux resize-window -t table -x "$width" -y "$height"
}

# Prints the screen; with -e also its colours.
screen() {
    tmux capture-pane -p "$@" -t table
}

fail() {
    echo "$1" >&2
    screen >&2
    exit 1
}

# sees TEXT: waits until the text is on the screen.
sees() {
    for _ in $(seq 400); do
        screen | grep -qF -- "$1" && return
        sleep 0.05
    done
    fail "not seen: $1"
}

# sees_past_reports TEXT: waits for the text; a page that reports something is closed.
sees_past_reports() {
    for _ in $(seq 400); do
        screen | grep -qF -- "$1" && return
        ! screen | grep -qF 'Esc closes' || press Escape
        sleep 0.1
    done
    fail "not seen: $1"
}

# sees_turn: waits for Ada's turn.
sees_turn() {
    sees_past_reports 'Ada ▶'
}

# sees_no TEXT: asserts that the text is not on the screen.
sees_no() {
    ! screen | grep -qF -- "$1" || fail "seen: $1"
}

press() {
    tmux send-keys -t table "$@"
}

# click ROW COLUMN, from 0: the button goes down and up.
click() {
    place=$(printf '\\%03o\\%03o' $(($2 + 33)) $(($1 + 33)))
    press -l "$(printf "\033[M $place\033[M#$place")"
}

resize() {
    tmux resize-window -t table -x "$1" -y "$2"
}

# Waits until the screen no longer changes: all keys have been handled.
settles() {
    for _ in $(seq 100); do
        now=$(screen)
        sleep 0.1
        [ "$(screen)" = "$now" ] && return
    done
}

# acts: presses Enter, and waits until the screen is another.
acts() {
    before=$(screen)
    press Enter
    for _ in $(seq 400); do
        [ "$(screen)" = "$before" ] || return 0
        sleep 0.05
    done
    fail 'nothing has changed'
}

# widens COLUMNS: waits until a line is longer.
widens() {
    for _ in $(seq 400); do
        [ "$(screen | sed 1d | wc -L)" -le "$1" ] || return 0
        sleep 0.05
    done
    fail "no line is longer than $1"
}

# play_out: presses Enter to the end of the game.
play_out() {
    for _ in $(seq 300); do
        screen | grep -qF 'The game is over' && return
        press -N 20 Enter
        settles
    done
    fail 'the game does not end'
}

# Asserts that the terminal is restored.
is_sound() {
    sees 'ended 0'
    cmp "$room/before" "$room/after" || fail 'the terminal is not as it was'
}
