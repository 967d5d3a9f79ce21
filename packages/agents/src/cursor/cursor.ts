import type { JsonObject } from "@unf/core/base";
import {
  type AgentFormat,
  claudeLike,
  type Environment,
  eventTable,
  type ToldUse,
} from "../format/agent-format.ts";
import { claudeTools } from "../format/claude-tools.ts";
import { textField, textsField } from "../payload/fields.ts";
import { file, patch, reads, shell, toolTable } from "../tool/tool-way.ts";

/**
 * https://cursor.com/docs/agent/hooks; it also runs the hooks of Claude Code's settings, with its
 * own members. What a person accepts as a completion (`afterTabFileEdit`) is that person's.
 */
export const cursor: AgentFormat = {
  ...claudeLike,
  agent: "cursor",
  events: new Map([
    ...claudeLike.events,
    ...eventTable({
      prompt: "beforeSubmitPrompt",
      tool_start: "beforeShellExecution beforeMCPExecution",
      tool_end: "afterShellExecution afterMCPExecution afterFileEdit",
    }),
  ]),
  session: ["conversation_id", "session_id"],
  cwd: cursorDirectory,
  use: cursorUse,
  tools: new Map([
    ...claudeTools,
    ...toolTable(
      // It keeps a file's line ends and may format it: the content is not the file's to the byte.
      ["write edit multiedit strreplace search_replace edit_file delete delete_file", file],
      ["editnotebook edit_notebook", file],
      ["applypatch apply_patch", patch],
      ["shell run_terminal_cmd", shell],
      ["semanticsearch codebase_search readlints list_dir read_file updatetodos", reads],
    ),
  ]),
};

function cursorDirectory(object: JsonObject, env: Environment): string | undefined {
  return (
    textField(object, ["cwd"]) ??
    textsField(object, ["workspace_roots"])?.find((root) => root !== "") ??
    env.CURSOR_PROJECT_DIR
  );
}

/** Events that are of one tool only do not name it. */
function cursorUse(object: JsonObject, event: string): ToldUse | undefined {
  const isShell = event === "beforeshellexecution" || event === "aftershellexecution";
  if (isShell) return { tool: "Shell", call: undefined, input: object };
  if (event === "afterfileedit") return { tool: "Edit", call: undefined, input: object };
  return claudeLike.use(object);
}
