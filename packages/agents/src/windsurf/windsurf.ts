import type { JsonObject } from "@unf/core/base";
import { type AgentFormat, eventTable, type ToldUse } from "../format/agent-format.ts";
import { idField, objectField, textField } from "../payload/fields.ts";
import { file, reads, shell, toolTable } from "../tool/tool-way.ts";

/** https://docs.windsurf.com/windsurf/cascade/hooks. It has no events of sessions, nor call ids. */
export const windsurf: AgentFormat = {
  agent: "windsurf",
  events: eventTable({
    prompt: "pre_user_prompt",
    stop: "post_cascade_response post_cascade_response_with_transcript",
    tool_start: "pre_read_code pre_write_code pre_run_command pre_mcp_tool_use",
    tool_end: "post_read_code post_write_code post_run_command post_mcp_tool_use",
  }),
  session: ["trajectory_id"],
  sessionVariables: [],
  event: (object) => textField(object, ["agent_action_name"]),
  prompt: (object) => textField(toolInfo(object), ["user_prompt"]),
  cwd: (object) => textField(toolInfo(object), ["cwd"]),
  use: windsurfUse,
  tools: toolTable(["read_code", reads], ["write_code", file], ["run_command", shell]),
};

/** `pre_write_code` is the beginning of a `write_code`. */
function windsurfUse(object: JsonObject, event: string): ToldUse {
  const input = toolInfo(object);
  const name = textField(object, ["agent_action_name"]) ?? event;
  const mcp = idField(input, ["mcp_tool_name"]);
  const server = idField(input, ["mcp_server_name"]) ?? "";
  const tool = mcp === undefined ? name.replace(/^(pre|post)_/, "") : `mcp__${server}__${mcp}`;
  return { tool, call: undefined, input };
}

function toolInfo(object: JsonObject): JsonObject {
  return objectField(object, ["tool_info"]) ?? {};
}
