import type { AgentSigns } from "@unf/core/ports";
import { agentOfVariables } from "./agent-variables.ts";
import { identifyAgent } from "./identify-agent.ts";

/** The signs by which the agents that are known here are recognised, with hooks or without. */
export const agentSigns: Omit<AgentSigns, "hasHooks"> = {
  identify: identifyAgent,
  agentOf: agentOfVariables,
};
