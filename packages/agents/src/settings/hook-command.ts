/** The program that a hook starts: the files of Node and of unf. Where both are the same, it runs by itself. */
export interface HookProgram {
  readonly node: string;
  readonly program: string;
}

/**
 * The shell command that hands an event to unf: the program that is named, else the one that `PATH`
 * finds. Where that is not there it does nothing and says nothing: agents show their user anything
 * else. It means the same in every shell, fish included, because agents use the user's.
 */
export function renderHookCommand(agent: string, named: HookProgram | undefined): string {
  if (named === undefined || !isQuotable(named)) {
    return `command -v unf >/dev/null 2>&1 && unf hook run ${agent} || true`;
  }
  const [node, program] = [quote(named.node), quote(named.program)];
  const words = programWords(named).map(quote).join(" ");
  // The executable's runtime complains of a directory that is gone before any line of unf runs.
  const quiet = named.node === named.program ? " 2>/dev/null" : "";
  return `test -x ${node} && test -f ${program} && ${words} hook run ${agent}${quiet} || true`;
}

/** The same for PowerShell. */
export function renderPowerShellCommand(agent: string, named: HookProgram | undefined): string {
  if (named === undefined || !isQuotable(named)) {
    return `if (Get-Command unf -ErrorAction SilentlyContinue) { unf hook run ${agent} }; exit 0`;
  }
  const words = programWords(named).map((path) => `'${path.replaceAll("'", "''")}'`);
  const areThere = words.map((path) => `(Test-Path ${path})`).join(" -and ");
  return `if (${areThere}) { & ${words.join(" ")} hook run ${agent} }; exit 0`;
}

/** The first words of the command line that starts it. */
export function programWords({ node, program }: HookProgram): readonly string[] {
  return node === program ? [program] : [node, program];
}

/** True for every command that ever handed events to unf: by this, and by nothing else, ours are known. */
export function isHookCommand(command: string): boolean {
  return /\bunf(?:\.\w+)?["']? hook run [a-z]/.test(command);
}

/** The program that a command of ours for a shell names; `undefined` when `PATH` finds it. */
export function readHookProgram(command: string): HookProgram | undefined {
  const [, node, program] =
    /^test -x ('[^']*(?:'\\''[^']*)*') && test -f ('[^']*(?:'\\''[^']*)*') && /.exec(command) ?? [];
  if (node === undefined || program === undefined) return undefined;
  return { node: unquote(node), program: unquote(program) };
}

/** Control characters and backslashes mean something else in each shell. */
function isQuotable({ node, program }: HookProgram): boolean {
  return !/[\p{Cc}\\\ufffd]/u.test(node + program);
}

function quote(path: string): string {
  return `'${path.replaceAll("'", "'\\''")}'`;
}

function unquote(word: string): string {
  return word.slice(1, -1).replaceAll("'\\''", "'");
}
