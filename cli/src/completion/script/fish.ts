/** For fish from 3.0 on. */
export const fish = `# unf completion fish
function __unf_complete
  set -l words (commandline -opc)
  set -e words[1]
  set -l lines (unf complete --shell fish -- $words (commandline -ct) 2>/dev/null)
  set -l token (commandline -ct)
  # Without its quoting, which may be open yet.
  if string match -qr "^['\\"]" -- $token
    set token (string sub -s 2 -- $token)
  else
    set token (string unescape -- $token; or echo $token)
  end
  switch "$lines[1]"
    case files
      # Fish's own function takes a name with a line break apart, and one with a dash in front for a flag.
      for name in $token*
        string match -q "*"\\n"*" -- $name; and continue
        set name (string replace -r '^-' ./- -- $name)
        test -d $name; and set name $name/
        printf '%s\\n' $name
      end
    case directories
      __fish_complete_directories (string escape -n -- $token) ''
    case programs
      __fish_complete_command
  end
  set -e lines[1]
  test (count $lines) -gt 0; and printf '%s\\n' $lines
end
complete -c unf -f -k -a '(__unf_complete)'
`;
