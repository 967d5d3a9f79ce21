import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Op } from "./line.ts";

export type Format = "claude-code" | "codex";

export interface ToolUse {
  readonly id: string;
  readonly ops: readonly Op[];
  /** The shell's command; `undefined` for the agent's tool for edits. */
  readonly command: string | undefined;
}

type Payload = Readonly<Record<string, unknown>>;

/** The payloads that an agent gives its hooks, with all that it documents for each. */
export interface Payloads {
  readonly sessionStart: () => Payload;
  readonly sessionEnd: () => Payload;
  readonly prompt: (text: string) => Payload;
  readonly stop: () => Payload;
  readonly toolStart: (use: ToolUse) => Payload;
  readonly toolEnd: (use: ToolUse) => Payload;
}

export function payloadsOf(
  format: Format,
  { session, cwd }: { readonly session: string; readonly cwd: string },
): Payloads {
  const base = { session_id: session, transcript_path: null, cwd, permission_mode: "default" };
  let prompts = 0;
  const own = (): Payload =>
    format === "codex"
      ? { turn_id: `019a-${prompts}`, model: "gpt-5.2-codex" }
      : { prompt_id: `a3-${prompts}` };
  const payload = (event: string, more: Payload = {}): Payload => ({
    ...{ ...base, ...own(), hook_event_name: event },
    ...more,
  });
  // A patch is decided on before the tool is used, and said again after it.
  const tools = new Map<string, Payload>();
  const tool = (use: ToolUse): Payload => {
    const { id, command } = use;
    const edit = (): Payload => (format === "codex" ? patch(use) : edited(use, cwd));
    const shell = { tool_name: "Bash", tool_input: { command, description: "work" } };
    const said = tools.get(id) ?? { ...(command === undefined ? edit() : shell), tool_use_id: id };
    tools.set(id, said);
    return said;
  };
  return {
    sessionStart: () => payload("SessionStart", { source: "startup" }),
    sessionEnd: () => payload("SessionEnd", { reason: "prompt_input_exit" }),
    prompt: (prompt) => {
      prompts += 1;
      return payload("UserPromptSubmit", { prompt });
    },
    stop: () => payload("Stop", { stop_hook_active: false, last_assistant_message: "Done." }),
    toolStart: (use) => payload("PreToolUse", tool(use)),
    toolEnd: (use) => payload("PostToolUse", { ...tool(use), tool_response: { success: true } }),
  };
}

/** Claude Code's tools write one file a call. */
function edited({ ops: [op] }: ToolUse, cwd: string): Payload {
  if (op?.do !== "write") throw new Error("Claude Code has no tool for this");
  const file_path = join(cwd, op.path);
  const change = { file_path, old_string: "a", new_string: "b", replace_all: false };
  return existsSync(file_path)
    ? { tool_name: "Edit", tool_input: change }
    : { tool_name: "Write", tool_input: { file_path, content: op.content } };
}

function patch({ ops }: ToolUse): Payload {
  const command = ["*** Begin Patch", ...ops.flatMap(patchLines), "*** End Patch", ""].join("\n");
  return { tool_name: "apply_patch", tool_input: { command } };
}

function patchLines(op: Op): readonly string[] {
  switch (op.do) {
    case "write":
      return existsSync(op.path)
        ? [`*** Update File: ${op.path}`, "@@", "-a", `+${op.content}`]
        : [`*** Add File: ${op.path}`, `+${op.content}`];
    case "remove":
      return [`*** Delete File: ${op.path}`];
    case "move":
      return [`*** Update File: ${op.path}`, `*** Move to: ${op.to}`, "@@", " a"];
    case "remove-tree":
      throw new Error("a patch removes files, not directories");
  }
}
