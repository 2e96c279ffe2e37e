#!/bin/bash
# tests/e2e/pages.sh PLAIT: manual pages and completions are made of the option tables.
. "$(dirname "$0")/lib.sh"

commands=$("$plait" --help | sed -n '/^usage/,/^  --help/s/^  \([a-z]*\) .*/\1/p' | grep -v '^help$')
[ "$(echo "$commands" | wc -l)" -ge 10 ] && passes

run 10 help --man
exits 0
prints '.TH PLAIT 1'
prints '.BR plait\-check (1)'

# Every option of the help is in the manual page and in each completion.
"$plait" help --completion bash > bash
"$plait" help --completion zsh > zsh
"$plait" help --completion fish > fish
for command in $commands; do
    "$plait" help --man "$command" > man
    for option in $("$plait" "$command" --help | sed -n 's/^  \(-[a-z]*, \)\{0,1\}--\([a-z0-9-]*\).*/\2/p'); do
        command_line="option --$option of $command"
        code=0
        if grep -qF -e "--$option" <(sed 's/\\-/-/g' man) &&
            grep -qE -- "^    $command\) options='.*--$option( |')" bash &&
            grep -qF -- "'--$option[" zsh &&
            grep -qE -- "from $command' -l $option( |\$)" fish; then
            passes
        else
            fails "is missing in a page"
        fi
    done
done

# bash uses it.
complete_words()
{
    COMP_WORDS=("$@")
    COMP_CWORD=$(($# - 1))
    COMPREPLY=()
    _plait
    echo "${COMPREPLY[*]}"
}
# shellcheck disable=SC1091
. ./bash
command_line='completion in bash'
echo "$(complete_words plait rep) $(complete_words plait check --list) $(complete_words plait help sh)" > out
prints_exactly 'replay --list-tests shrink'

# man's own formatter has no complaint, where it is installed.
if command -v groff > /dev/null; then
    for command in $commands; do
        "$plait" help --man "$command" | groff -man -Tutf8 -ww > out 2> err
        code=$?
        command_line="groff of plait-$command"
        exits 0
        says_nothing
    done
fi

run 10 help --completion tcsh
exits 3
says 'takes bash, zsh or fish'
run 10 help --man nothing
exits 3
says 'there is no command nothing'

finish
