/** For zsh, after \`compinit\`. */
export const zsh = `#compdef unf
# unf completion zsh
_unf() {
  local line adds=none
  local -a lines values words_before
  words_before=("\${(@)words[2,CURRENT-1]}" "$PREFIX")
  lines=("\${(@f)$("\${words[1]}" complete --shell zsh -- "\${words_before[@]}" 2>/dev/null)}")
  adds=$lines[1]
  for line in "\${(@)lines[2,-1]}"; do
    values+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done
  (( $#values )) && _describe -V unf values
  case $adds in
    files) _files ;;
    directories) _files -/ ;;
    programs) _command_names ;;
  esac
}
if [[ $funcstack[1] == _unf ]]; then _unf "$@"; else compdef _unf unf; fi
`;
