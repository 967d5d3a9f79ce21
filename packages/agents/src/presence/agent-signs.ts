import type { AgentSigns } from "@unf/core";
import { agentOfVariables } from "./agent-of-variables.ts";
import { identifyAgent } from "./identify-agent.ts";

/** What the agents that are known here are known by, with hooks or without. */
export const agentSigns: Omit<AgentSigns, "hasHooks"> = {
  identify: identifyAgent,
  agentOf: agentOfVariables,
};
