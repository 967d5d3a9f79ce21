import { type AgentFormat, claudeLike, eventTable } from "../format/agent-format.ts";
import { claudeTools } from "../format/claude-tools.ts";
import { file, patch, reads, shell, toolTable } from "../tool/tool-way.ts";

/** The format that `plugin.ts` sends: the names of the plugin API (https://opencode.ai/docs/plugins). */
export const opencode: AgentFormat = {
  ...claudeLike,
  agent: "opencode",
  promptIds: ["message_id"],
  events: new Map([
    ...claudeLike.events,
    ...eventTable({
      session_start: "session.created",
      session_end: "session.deleted",
      prompt: "chat.message",
      stop: "session.idle session.error",
      tool_start: "tool.execute.before",
      tool_end: "tool.execute.after",
    }),
  ]),
  tools: new Map([
    ...claudeTools,
    ...toolTable(
      // A formatter may go over the file before the tool is done.
      ["write edit multiedit", file],
      ["patch apply_patch", patch],
      ["bash", shell],
      ["read list glob grep webfetch websearch codesearch task skill lsp", reads],
      ["todowrite todoread question plan_enter plan_exit", reads],
    ),
  ]),
};
