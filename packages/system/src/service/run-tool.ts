/** A program of the system is asked for something small; one that hangs is not waited for. Unit: ms. */
const toolMsMax = 10_000;

/** How a program ended and what it printed. */
export interface ToolRun {
  readonly code: number;
  readonly stdout: string;
  /** All it printed, as one line. */
  readonly said: string;
}

/** Runs a program to its end, found on PATH; `undefined` when it is not there, or hangs. */
export function runTool(
  argv: readonly [string, ...string[]],
  {
    input = "",
    env = process.env,
  }: { readonly input?: string; readonly env?: NodeJS.ProcessEnv } = {},
): ToolRun | undefined {
  const { spawnSync } = process.getBuiltinModule("node:child_process");
  const [program, ...args] = argv;
  const { status, error, stdout, stderr } = spawnSync(program, args, {
    input,
    env: { ...env, LC_ALL: "C" },
    cwd: "/",
    encoding: "utf8",
    timeout: toolMsMax,
    windowsHide: true,
  });
  if (error !== undefined || status === null) return undefined;
  const said = `${stdout} ${stderr}`.replace(/\s+/g, " ").trim().slice(0, 200);
  return { code: status, stdout, said };
}
