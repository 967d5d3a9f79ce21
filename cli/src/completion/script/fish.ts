/** For fish from 3.0 on. */
export const fish = `# unf completion fish
function __unf_complete
  set -l words (commandline -opc)
  set -e words[1]
  set -l lines (unf complete --shell fish -- $words (commandline -ct) 2>/dev/null)
  switch "$lines[1]"
    case files
      __fish_complete_path (commandline -ct)
    case directories
      __fish_complete_directories (commandline -ct) ''
    case programs
      __fish_complete_command
  end
  set -e lines[1]
  test (count $lines) -gt 0; and printf '%s\\n' $lines
end
complete -c unf -f -k -a '(__unf_complete)'
`;
