/** For bash from 3.2 on, which macOS has. */
export const bash = `# unf completion bash
_unf() {
  local line adds=none i cur=\${COMP_WORDS[COMP_CWORD]}
  local -a words=()
  for ((i = 1; i <= COMP_CWORD; i++)); do words+=("\${COMP_WORDS[i]}"); done
  [[ $cur == [=:] ]] && cur=
  COMPREPLY=()
  local isFirst=1 isOdd=
  while IFS= read -r line; do
    if [[ $isFirst ]]; then adds=$line isFirst=; continue; fi
    line=\${line%%$'\\t'*}
    [[ $line == *[!A-Za-z0-9._:=,@/-]* ]] && isOdd=1
    COMPREPLY+=("$line")
  done < <("$1" complete --shell bash -- "\${words[@]}" 2>/dev/null)
  case $adds in
    files) while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$cur") ;;
    directories) while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -d -- "$cur") ;;
    programs) while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -c -- "$cur") ;;
  esac
  # Readline then quotes what needs it, and puts a slash behind directories.
  if [[ $isOdd || $adds == files || $adds == directories ]]; then
    type compopt >/dev/null 2>&1 && compopt -o filenames
  fi
}
complete -F _unf unf
`;
