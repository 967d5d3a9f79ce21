/** For bash from 3.2 on, which macOS has. */
export const bash = `# unf completion bash
_unf() {
  local line adds=none i cur=\${COMP_WORDS[COMP_CWORD]}
  local -a words=()
  for ((i = 1; i <= COMP_CWORD; i++)); do words+=("\${COMP_WORDS[i]}"); done
  [[ $cur == [=:] ]] && cur=
  COMPREPLY=()
  local isFirst=1 isOdd= isUnsafe=
  while IFS= read -r line; do
    if [[ $isFirst ]]; then adds=$line isFirst=; continue; fi
    line=\${line%%$'\\t'*}
    [[ $line == *[!A-Za-z0-9._:=,@/-]* ]] && isOdd=1
    # Of what is no file Readline leaves these as they are, and the shell would carry them out.
    if [[ $line == *[\\$\\\`]* && ! -e $line ]]; then
      [[ $cur == [\\"\\']* ]] && continue
      isUnsafe=1
    fi
    COMPREPLY+=("$line")
  done < <("$1" complete --shell bash -- "\${words[@]}" 2>/dev/null)
  case $adds in
    # A name with a line break comes in pieces, which are no files; one with a dash in front would be a flag.
    files)
      while IFS= read -r line; do
        [[ $line == -* ]] && line=./$line
        [[ -e $line || -L $line || $line == '~'* ]] && COMPREPLY+=("$line")
      done < <(compgen -f -- "$cur")
      ;;
    directories) while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -d -- "$cur") ;;
    programs) while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -c -- "$cur") ;;
  esac
  if [[ $isUnsafe ]]; then
    for ((i = 0; i < \${#COMPREPLY[@]}; i++)); do
      line=\${COMPREPLY[i]}
      COMPREPLY[i]=$(printf %q "$line")
      if [[ -d $line ]]; then
        COMPREPLY[i]+=/
        type compopt >/dev/null 2>&1 && compopt -o nospace
      fi
    done
  # Readline then quotes what needs it, and puts a slash behind directories.
  elif [[ $isOdd || $adds == files || $adds == directories ]]; then
    type compopt >/dev/null 2>&1 && compopt -o filenames
  fi
}
complete -F _unf unf
`;
