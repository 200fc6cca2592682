# roundhouse.bash: completion for bash. The program itself says what may come next.
_roundhouse() {
    local line=${COMP_LINE:0:COMP_POINT} words=() current= start= reply= kind=

    read -r -a words <<<"$line"
    case $line in *[[:space:]]) ;; *)
        current=${words[-1]}
        unset 'words[-1]'
        ;;
    esac
    # Bash completes what follows the last sign that breaks words, such as = and :.
    start=${current%"${current##*["${COMP_WORDBREAKS//[^=:]/}"]}"}
    [ -n "${COMP_WORDBREAKS//[^=:]/}" ] || start=
    COMPREPLY=()
    while IFS=$'\t' read -r reply _; do
        case $reply in
        :files) kind=-f ;;
        :folders) kind=-d ;;
        ?*) COMPREPLY+=("${reply#"$start"}") ;;
        esac
    done < <("${words[0]}" complete -- "${words[@]:1}" "$current" 2>/dev/null)
    if [ -n "$kind" ]; then
        compopt -o filenames 2>/dev/null
        mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen "$kind" -- "${current#"$start"}")
    fi
}
complete -F _roundhouse roundhouse
