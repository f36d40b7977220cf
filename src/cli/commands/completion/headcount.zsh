#compdef headcount queue-headcount
_headcount() {
  local line
  local -a described
  while IFS= read -r line; do
    case $line in
      :files) _files ;;
      :folders) _files -/ ;;
      *) described+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}") ;;
    esac
  done < <(printf '%s\n' "${(@Q)words[2,CURRENT]}" | ${(Q)words[1]} completion zsh --words 2>/dev/null)
  (( $#described )) && _describe headcount described
}
compdef _headcount headcount queue-headcount
