/** For PowerShell from 5 on. */
export const powershell = `# unf completion powershell
Register-ArgumentCompleter -Native -CommandName unf -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $words = @($commandAst.CommandElements | Select-Object -Skip 1 |
    Where-Object { $_.Extent.EndOffset -le $cursorPosition } | ForEach-Object { $_.ToString() })
  if ($wordToComplete -eq '') { $words += '' }
  $lines = @(& unf complete --shell powershell -- @words 2>$null)
  $lines | Select-Object -Skip 1 | ForEach-Object {
    $value, $about = $_ -split "\`t", 2
    if (-not $about) { $about = $value }
    [System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', $about)
  }
}
`;
