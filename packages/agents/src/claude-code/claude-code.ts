import { type AgentFormat, claudeLike } from "../format/agent-format.ts";
import { claudeTools } from "../format/claude-tools.ts";

/** https://code.claude.com/docs/en/hooks */
export const claudeCode: AgentFormat = {
  ...claudeLike,
  agent: "claude-code",
  sessionVariables: ["CLAUDE_CODE_SESSION_ID"],
  promptIds: ["prompt_id"],
  tools: claudeTools,
};
