import type { Agent } from "./agent/agent.ts";
import { claudeCode } from "./agent/claude-code.ts";

/** The agents that are driven, by the names that `unf hook` has for them. */
export const agents: readonly Agent[] = [claudeCode];
