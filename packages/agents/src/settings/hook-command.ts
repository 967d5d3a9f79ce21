/**
 * The shell command that hands an event to unf. Where unf is not installed it does nothing: settings
 * are shared with people who do not have it, and none of them shall be nagged.
 */
export function renderHookCommand(agent: string): string {
  return `command -v unf >/dev/null 2>&1 && unf hook run ${agent} || true`;
}

/** The same for PowerShell. */
export function renderPowerShellCommand(agent: string): string {
  return `if (Get-Command unf -ErrorAction SilentlyContinue) { unf hook run ${agent} }; exit 0`;
}

/** True for every command that ever handed events to unf: by this, and by nothing else, ours are known. */
export function isHookCommand(command: string): boolean {
  return /\bunf(?:\.\w+)?["']? hook run [a-z]/.test(command);
}
