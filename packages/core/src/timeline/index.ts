export {
  type Author,
  type AuthorFilter,
  type Candidate,
  type Confidence,
  isSameAuthor,
  unknownAuthor,
} from "./author.ts";
export type { BurstMark } from "./burst-mark.ts";
export type { Checkpoint, NewCheckpoint } from "./checkpoint.ts";
export { directoryMode, inheritMode, type SeenMode } from "./directory-mode.ts";
export type { ForgetKind, Forgetting, NewForgetting, TextPlace } from "./forgetting.ts";
export type { Gap, GapReason, MissedStates } from "./gap.ts";
export type { Handover, NewHandover } from "./handover.ts";
export { type Head, type StatKey, sameStat } from "./head.ts";
export type { Horizon } from "./horizon.ts";
export { type Alike, type Among, isAmong, type Origin, originOf } from "./narrowing.ts";
export type {
  Journal,
  JournalStep,
  Operation,
  OperationKind,
  OperationState,
  Step,
  StepState,
} from "./operation.ts";
export {
  type KeptState,
  keptRows,
  nearerTo,
  type PastState,
  type ThinnedState,
} from "./past-state.ts";
export type { Point } from "./point.ts";
export type {
  Deletion,
  PruneCause,
  PrunedRow,
  Pruning,
  RecordedBy,
  RetentionPoint,
  RetentionRow,
} from "./pruning.ts";
export { type ClaimedPath, isCommand, type Reach } from "./reach.ts";
export type {
  NewSession,
  NewToolCall,
  NewTurn,
  OpenSession,
  Session,
  SessionEnd,
  SessionPause,
  ToolCall,
  Turn,
  TurnEnd,
} from "./session.ts";
export type { SessionQuery, TurnQuery } from "./session-query.ts";
export {
  type Cause,
  type EventType,
  type FileMode,
  isLinkMode,
  type LineCounts,
  type NewSnapshot,
  type RenameEvidence,
  type Snapshot,
  stampOf,
  type Unrecordable,
} from "./snapshot.ts";
export type { PathSpan, StandingFile, StatePair } from "./state-pair.ts";
export type { ForeignProgram, TakenOver } from "./taken-over.ts";
export type { Usage, UsageKey, UsageOf } from "./usage.ts";
export { type NotKept, whyNotKept } from "./why-not-kept.ts";
