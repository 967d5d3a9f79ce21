import { type AgentFormat, claudeLike, eventTable } from "../format/agent-format.ts";
import { file, reads, shell, toolTable } from "../tool/tool-way.ts";

/** The format that `extension.ts` sends: the names of pi's extension API. */
export const pi: AgentFormat = {
  ...claudeLike,
  agent: "pi",
  promptIds: ["prompt_entry_id"],
  events: eventTable({
    session_start: "session_start",
    session_end: "session_shutdown",
    prompt: "before_agent_start message_start",
    stop: "agent_end",
    tool_start: "tool_call",
    tool_end: "tool_result",
  }),
  tools: toolTable(
    ["write", { way: "file", content: "content" }],
    ["edit", file],
    ["bash", shell],
    ["read grep find ls", reads],
  ),
};
