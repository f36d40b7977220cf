# Bash completion for headcount. File names follow where there are no words.
_headcount() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    [[ $line == :* ]] || COMPREPLY+=("${line%%$'\t'*}")
  done < <(printf '%s\n' "${COMP_WORDS[@]:1:COMP_CWORD}" | "$1" completion bash --words 2>/dev/null)
}
complete -o bashdefault -o default -F _headcount headcount queue-headcount
