export { decideActTime } from "./act-time.ts";
export { type AuthorType, decideAuthorType } from "./author-type.ts";
export { addSpan, isSeenAtWork, mayHaveRun, type Span } from "./call-life.ts";
export { isCompanion, lockedName } from "./companion.ts";
export { type Attributed, decideAuthor } from "./decide-author.ts";
export { decideWriter, type SessionProcesses, type WriterOrigin } from "./decide-writer.ts";
export {
  type AgentCall,
  isCovered,
  type LeftFile,
  type TreeSuspect,
  type WriteFacts,
} from "./evidence.ts";
export { type AgentVerdict, isSettled, judgeAgent } from "./judge-agent.ts";
export { type ProcessSight, planLackingEvidence } from "./lacking-evidence.ts";
export { leastWritten } from "./least-written.ts";
export { planPresence, presenceSpans } from "./presence.ts";
export { findRivals, type RivalLooks, type RivalPrice } from "./rivals.ts";
export { findArrival, isTemporaryOf } from "./temporary.ts";
export { isIdle, judgeTree, type TreeVerdict } from "./tree-ledger.ts";
