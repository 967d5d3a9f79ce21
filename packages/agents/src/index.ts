export { type AgentName, agentNames, isAgentName, isEditor } from "./format/agent-name.ts";
export { opencodePlugin } from "./opencode/plugin.ts";
export { piExtension } from "./pi/extension.ts";
export { agentSigns } from "./presence/agent-signs.ts";
export { type AgentSign, findAgent, type ProcessAbove } from "./presence/find-agent.ts";
export { readReach } from "./reach/read-reach.ts";
export { type PayloadFacts, type PayloadOutcome, readHeld, readPayload } from "./read-payload.ts";
