/** For PowerShell from 5 on. */
export const powershell = `# unf completion powershell
# Read by PowerShell's grammar and held against its documentation; no PowerShell has run it yet.
Register-ArgumentCompleter -Native -CommandName unf -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $length = $cursorPosition - $commandAst.Extent.StartOffset
  $line = $commandAst.ToString().PadRight($length).Substring(0, $length)
  # Base64 comes through the quoting and the code page of every version, and through npm's unf.ps1.
  $asked = [Convert]::ToBase64String([Text.Encoding]::UTF8.GetBytes($line))
  $told = (unf complete --shell powershell --line $asked 2>$null) -join ''
  $lines = [Text.Encoding]::UTF8.GetString([Convert]::FromBase64String($told)) -split "\`n"
  foreach ($one in $lines | Select-Object -Skip 1) {
    $typed, $shown, $about = $one -split "\`t"
    [System.Management.Automation.CompletionResult]::new($typed, $shown, 'ParameterValue', $about)
  }
  if ($lines[0] -in 'files', 'directories') {
    [System.Management.Automation.CompletionCompleters]::CompleteFilename($wordToComplete)
  }
}
`;
