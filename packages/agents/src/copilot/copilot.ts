import type { JsonObject } from "@unf/core/base";
import { type AgentFormat, claudeLike, eventTable } from "../format/agent-format.ts";
import { file, patch, reads, shell, toolTable } from "../tool/tool-way.ts";

/**
 * https://docs.github.com/en/copilot/reference/copilot-cli-reference/cli-hooks-reference, and the
 * tools of Copilot in VS Code, whose hooks have Claude Code's form.
 */
export const copilot: AgentFormat = {
  ...claudeLike,
  agent: "copilot",
  events: new Map([
    ...claudeLike.events,
    ...eventTable({ prompt: "userPromptSubmitted", stop: "agentStop" }),
  ]),
  event: (object, env) => claudeLike.event(object, env) ?? eventByMembers(object),
  session: ["sessionId", "session_id"],
  tools: toolTable(
    ["create create_file", { way: "file", content: "file_text" }],
    ["edit str_replace str_replace_editor insert", file],
    ["replace_string_in_file insert_edit_into_file edit_notebook_file", file],
    ["multi_replace_string_in_file", { way: "files", edits: "replacements" }],
    ["apply_patch git_apply_patch", patch],
    ["bash run_in_terminal", shell],
    ["view read_file show_file grep rg glob list_dir file_search grep_search", reads],
    ["semantic_search get_errors read_bash list_bash stop_bash read_powershell", reads],
    ["list_powershell stop_powershell get_terminal_output report_intent", reads],
    ["task_complete ask_user update_todo manage_todo_list web_fetch web_search", reads],
    ["task read_agent list_agents skill fetch_copilot_cli_documentation", reads],
    ["runsubagent fetch_webpage sql session_store_sql write_agent", reads],
  ),
};

/** Its own form does not name the event: the members that only one event has do. */
function eventByMembers(object: JsonObject): string | undefined {
  const rows = [
    ["subagentStop", "agentName"],
    ["postToolUse", "toolResult"],
    ["errorOccurred", "errorContext"],
    ["postToolUseFailure", "error"],
    // `permissionRequest` has a `toolName` too.
    ["preToolUse", "toolArgs"],
    ["userPromptSubmitted", "prompt"],
    ["agentStop", "stopReason"],
    ["sessionStart", "source"],
    ["sessionEnd", "reason"],
  ] as const;
  const found = rows.find(([, name]) => Object.hasOwn(object, name))?.[0];
  return found ?? (Object.hasOwn(object, "sessionId") ? "other" : undefined);
}
