export type { AgentAct, AgentEvent, SessionStart, ToolUse } from "./agent-event.ts";
export { decideEdge } from "./decide-edge.ts";
export { type Fork, findFork, type OtherSession } from "./find-fork.ts";
export { requireSession, requireTurn } from "./find-named.ts";
export { followClock } from "./follow-clock.ts";
export { planGapSessions } from "./gap-sessions.ts";
export {
  countPayloads,
  type PayloadCounts,
  type PayloadTrouble,
  renderPayloadTrouble,
} from "./hook-payloads.ts";
export { type HeldSession, readLineage } from "./lineage.ts";
export { promptLabel } from "./prompt-label.ts";
export { chooseSessionId } from "./session-id.ts";
export { restoreSession, type SessionAct, type SessionState } from "./session-state.ts";
export { closeSession, expireSession, stepSession } from "./step-session.ts";
