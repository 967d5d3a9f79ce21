/** For zsh, after \`compinit\`. */
export const zsh = `#compdef unf
# unf completion zsh
_unf() {
  local line value adds=none
  local -a lines values words_before
  words_before=("\${(@)words[2,CURRENT-1]}" "$PREFIX")
  lines=("\${(@f)$("\${words[1]}" complete --shell zsh -- "\${words_before[@]}" 2>/dev/null)}")
  adds=$lines[1]
  for line in "\${(@)lines[2,-1]}"; do
    # What describes a value stands behind a colon, and a backslash takes the meaning of the next sign away.
    value=\${\${\${line%%$'\\t'*}//\\\\/\\\\\\\\}//:/\\\\:}
    values+=("$value:\${line#*$'\\t'}")
  done
  (( $#values )) && _describe -V unf values
  case $adds in
    files)
      # One with a dash in front would be a flag.
      local -a dashed
      [[ -z $PREFIX ]] && dashed=(-*(N))
      if (( $#dashed )); then
        compadd -f -- ./$^dashed
        _files -F '(-*)'
      else
        _files
      fi
      ;;
    directories) _files -/ ;;
    programs) _command_names ;;
  esac
}
if [[ $funcstack[1] == _unf ]]; then _unf "$@"; else compdef _unf unf; fi
`;
