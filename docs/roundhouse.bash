# roundhouse.bash: completion for bash. The verbs, games and options are asked from
# the program itself, so that this page does not grow old.
_roundhouse() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
    local program=${COMP_WORDS[0]} verb=${COMP_WORDS[1]}
    local words=

    # "--option=value" comes as three words.
    if [ "$word" = = ]; then
        word=
    elif [ "$before" = = ]; then
        before=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    if [ "$COMP_CWORD" -eq 1 ]; then
        words="$("$program" --help 2>/dev/null | sed -n 's/^  \([a-z]*\) .*/\1/p' | grep -vx roundhouse) help"
        COMPREPLY=($(compgen -W "$words --help --version" -- "$word"))
        return
    fi
    case $before in
    --lang | -l) words='en fr' ;;
    --bot | -b | --bots) words='random greedy easy medium hard expert' ;;
    --human | -u) words='all 0 0,1 0,1,2' ;;
    --load | --save | --record | --plot | --data | --state | --resume | --web | --tls-cert | --tls-key)
        COMPREPLY=($(compgen -f -- "$word"))
        return
        ;;
    --option | -o)
        words=$("$program" games --json 2>/dev/null | tr '{' '\n' \
            | sed -n 's/^"id":"\([a-z-]*\)","text":"[^"]*","usual".*/\1=/p' | sort -u)
        compopt -o nospace 2>/dev/null
        ;;
    *)
        case $word in
        -*)
            words=$("$program" "$verb" --help 2>/dev/null \
                | sed -n 's/^ *\(-., \)\{0,1\}\(--[a-z-]*\).*/\2/p')
            ;;
        *)
            case $verb in
            play | sim | arena | bench | tables)
                words=$("$program" games --json 2>/dev/null \
                    | sed -n 's/^{"game":"\([a-z-]*\)".*/\1/p')
                ;;
            replay | backup)
                COMPREPLY=($(compgen -f -- "$word"))
                return
                ;;
            esac
            ;;
        esac
        ;;
    esac
    COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _roundhouse roundhouse
