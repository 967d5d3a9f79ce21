import { join } from "node:path";
import type { RestoreRequest, Telling } from "./stage.ts";

/** The command of a person who asks for that. */
export function restoreWords(request: RestoreRequest): string[] {
  const { target, within, include = [], exclude = [], deletions, overwrite } = request;
  const words = ["restore", ...within];
  for (const glob of include) words.push("--include", glob);
  for (const glob of exclude) words.push("--exclude", glob);
  if ("id" in target) words.push("--at", `v${target.id}`);
  else if ("at" in target) words.push("--at", new Date(target.at).toISOString());
  else words.push("--version", `v${target.version}`);
  if (deletions !== "keep") words.push(deletions === "exact" ? "--exact" : "--delete");
  return [...words, "--overwrite", overwrite];
}

/** The event that the agent hands its hook. */
export function hookEvent(root: string, telling: Telling): Readonly<Record<string, unknown>> {
  switch (telling.kind) {
    case "prompt":
      return { hook_event_name: "UserPromptSubmit", prompt: telling.text };
    case "stop":
      return { hook_event_name: "Stop" };
    case "session_end":
      return { hook_event_name: "SessionEnd", reason: "exit" };
    default: {
      const file_path = join(root, telling.paths[0] ?? "");
      const use = { tool_name: "Edit", tool_use_id: telling.call, tool_input: { file_path } };
      const isStart = telling.kind === "tool_start";
      return { hook_event_name: isStart ? "PreToolUse" : "PostToolUse", ...use };
    }
  }
}
