import { existsSync } from "node:fs";
import { runTool, type ToolRun } from "./run-tool.ts";

/** Asks the systemd of this user; `undefined` where there is no such program. */
export function runSystemctl(...words: readonly string[]): ToolRun | undefined {
  return runTool(["systemctl", "--user", ...words], { env: reachable(process.env) });
}

/** The variables of the user's systemd, of which one says where it looks for units; `undefined` when none answers. */
export function readSystemdVariables(): ReadonlyMap<string, string> | undefined {
  const answer = runSystemctl("show-environment");
  if (answer?.code !== 0) return undefined;
  const lines = answer.stdout.split("\n").map((line) => /^(\w+)=(.*)$/.exec(line));
  return new Map(
    lines.flatMap((found) => (found === null ? [] : [[found[1] ?? "", found[2] ?? ""]])),
  );
}

/** `su` and `sudo` leave out the variable by which the user's systemd is found. */
function reachable(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const uid = process.getuid?.();
  if (uid === undefined || (env.XDG_RUNTIME_DIR ?? "") !== "") return env;
  const runtime = `/run/user/${uid}`;
  return existsSync(runtime) ? { ...env, XDG_RUNTIME_DIR: runtime } : env;
}
