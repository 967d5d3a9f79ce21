import { UnfError } from "@unf/core/base";
import { runTool } from "./run-tool.ts";

/** The user's crontab, as the program of the system gives it. `text` is `undefined` where there is none. */
export type FoundCrontab =
  | { readonly kind: "absent" }
  | { readonly kind: "refused"; readonly why: string }
  | { readonly kind: "usable"; readonly text: string | undefined };

export function readCrontab(): FoundCrontab {
  const listed = runTool(["crontab", "-l"]);
  if (listed === undefined) return { kind: "absent" };
  if (listed.code === 0) return { kind: "usable", text: listed.stdout };
  // No cron has a code of its own for this; all of them have said it in these words for ever, and a
  // program that refuses for another reason refuses to write, too.
  if (/\bno crontab\b|can't open '|No such file/i.test(listed.said))
    return { kind: "usable", text: undefined };
  return { kind: "refused", why: listed.said };
}

/** Replaces the crontab; `undefined` removes it. Throws `failed`. */
export function writeCrontab(text: string | undefined): void {
  const done =
    text === undefined ? runTool(["crontab", "-r"]) : runTool(["crontab", "-"], { input: text });
  if (done?.code === 0) return;
  throw new UnfError("failed", `crontab failed: ${done?.said ?? "it does not answer"}`);
}
