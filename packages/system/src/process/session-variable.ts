import { readFileSync } from "node:fs";
import { tryRead } from "./try-read.ts";

/** Variables in which agents, and `unf exec`, name their session to what they start. */
const sessionVariables = ["UNF_SESSION", "CODEX_THREAD_ID"];

/** The environment with which a process was started, `NAME=value`; empty when it is hidden. */
export function readVariables(pid: number): readonly string[] {
  return (tryRead(() => readFileSync(`/proc/${pid}/environ`, "utf8")) ?? "").split("\0");
}

/** The session that these variables name; `null` when none. */
export function sessionIn(variables: readonly string[]): string | null {
  for (const name of sessionVariables) {
    const found = variables.find((variable) => variable.startsWith(`${name}=`));
    if (found !== undefined && found.length > name.length + 1) return found.slice(name.length + 1);
  }
  return null;
}

/** A process that has lost its parent is below one of these, whoever started it. */
export const adopters: ReadonlySet<string> = new Set([
  ...["systemd", "init", "tini", "dumb-init", "docker-init", "catatonit"],
]);
