import { member } from "@unf/core/base";
import { type AgentFormat, claudeLike, eventTable } from "../format/agent-format.ts";
import { idField, objectField, textField } from "../payload/fields.ts";
import { patch, reads, shell, toolTable } from "../tool/tool-way.ts";

/** https://developers.openai.com/codex/hooks; `agent-turn-complete` is its older `notify`. */
export const codex: AgentFormat = {
  ...claudeLike,
  agent: "codex",
  events: new Map([...claudeLike.events, ...eventTable({ stop: "Interrupt agent-turn-complete" })]),
  event: (object, env) => claudeLike.event(object, env) ?? textField(object, ["type"]),
  session: ["session_id", "thread_id", "thread-id"],
  promptIds: ["turn_id"],
  fork: {
    // The first line of a rollout.
    line: (line) =>
      member(line, "type") === "session_meta"
        ? idField(objectField(line, ["payload"]) ?? {}, ["forked_from_id"])
        : undefined,
  },
  tools: toolTable(
    ["bash shell local_shell shell_command exec_command container.exec", shell],
    ["apply_patch", patch],
    ["read_file list_dir grep_files view_image web_search update_plan", reads],
    ["spawn_agent wait_agent wait close_agent send_input resume_agent", reads],
    ["collaborationspawn_agent collaborationwait_agent collaborationwait", reads],
    ["collaborationclose_agent collaborationsend_input collaborationresume_agent", reads],
    ["request_user_input tool_search list_mcp_resources read_mcp_resource", reads],
  ),
};
