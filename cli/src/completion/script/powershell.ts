/** For PowerShell from 5 on. */
export const powershell = `# unf completion powershell
Register-ArgumentCompleter -Native -CommandName unf -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $words = @($commandAst.CommandElements | Select-Object -Skip 1 |
    Where-Object { $_.Extent.EndOffset -le $cursorPosition } | ForEach-Object { $_.ToString() })
  # An empty word would not be passed on.
  if ($wordToComplete -eq '') { $words += '""' }
  $lines = @(& unf complete --shell powershell -- @words 2>$null)
  $lines | Select-Object -Skip 1 | ForEach-Object {
    $value, $about = $_ -split "\`t", 2
    if (-not $about) { $about = $value }
    # Between single quotes nothing is carried out.
    $typed = if ($value -match '[^\\w./:=,+-]') { "'" + $value.Replace("'", "''") + "'" } else { $value }
    [System.Management.Automation.CompletionResult]::new($typed, $value, 'ParameterValue', $about)
  }
  if ($lines[0] -in 'files', 'directories') {
    [System.Management.Automation.CompletionCompleters]::CompleteFilename($wordToComplete)
  }
}
`;
