export * from "./attribution/act-time.ts";
export * from "./attribution/author-type.ts";
export {
  addSpan,
  isSeenAtWork,
  mayHaveRun,
  type Span,
} from "./attribution/call-life.ts";
export * from "./attribution/companion.ts";
export * from "./attribution/decide-author.ts";
export * from "./attribution/decide-writer.ts";
export {
  type AgentCall,
  isCovered,
  type LeftFile,
  type StrangeProcess,
  type TreeSuspect,
  type WriteFacts,
  type WriterProcess,
} from "./attribution/evidence.ts";
export * from "./attribution/judge-agent.ts";
export * from "./attribution/lacking-evidence.ts";
export { leastWritten } from "./attribution/least-written.ts";
export * from "./attribution/presence.ts";
export * from "./attribution/rivals.ts";
export * from "./attribution/temporary.ts";
export { isIdle, judgeTree, type TreeVerdict } from "./attribution/tree-ledger.ts";
export { decodeBase64, decodeBase64Url, encodeBase64, encodeBase64Url } from "./base/base64.ts";
export type { Blob } from "./base/blob.ts";
export * from "./base/brand.ts";
export { crc32 } from "./base/crc32.ts";
export * from "./base/error.ts";
export { giveBack } from "./base/give-back.ts";
export * from "./base/invariant.ts";
export { isObject, type JsonObject, member, parseJson } from "./base/json.ts";
export * from "./base/path.ts";
export { finish, type Steps } from "./base/steps.ts";
export * from "./base/text-codec.ts";
export { version } from "./base/version.ts";
export * from "./blame/index.ts";
export * from "./bursts/lapse.ts";
export * from "./bursts/parting.ts";
export * from "./bursts/sweep-pace.ts";
export * from "./bursts/touch-window.ts";
export * from "./bursts/vanish.ts";
export * from "./capture/burst.ts";
export * from "./capture/commit.ts";
export * from "./capture/cpu-share.ts";
export * from "./capture/path-costs.ts";
export * from "./capture/racy.ts";
export * from "./capture/settle.ts";
export * from "./checkpoints/checkpoint-name.ts";
export * from "./config/index.ts";
export * from "./consent/index.ts";
export * from "./exchange/foreign-histories.ts";
export * from "./exchange/index.ts";
export * from "./exchange/timeline-builder.ts";
export * from "./filter/index.ts";
export * from "./forget/index.ts";
export * from "./home/home-paths.ts";
export * from "./intent/index.ts";
export * from "./lines/index.ts";
export * from "./mask/index.ts";
export * from "./operations/directory-steps.ts";
export { orderDone } from "./operations/order-done.ts";
export { type OopsPlan, type PlannedOops, planOops } from "./operations/plan-oops.ts";
export { type PlannedUndo, planUndo, type UndoRequest } from "./operations/plan-undo.ts";
export { isSameState, type StandingState } from "./operations/step-state.ts";
export type { PathDeeds } from "./operations/take-path.ts";
export * from "./operations/taken-back.ts";
export type { UndoFacts } from "./operations/undo-facts.ts";
export * from "./operations/undo-plan.ts";
export * from "./operations/undo-target.ts";
export * from "./ports/agent-processes.ts";
export * from "./ports/clock.ts";
export * from "./ports/compression.ts";
export * from "./ports/file-system.ts";
export * from "./ports/home-files.ts";
export * from "./ports/intent-store.ts";
export * from "./ports/log.ts";
export * from "./ports/object-store.ts";
export * from "./ports/process-tree.ts";
export * from "./ports/process-trees.ts";
export type { Seeker } from "./ports/seeker.ts";
export * from "./ports/timeline/batch.ts";
export * from "./ports/timeline/bursts.ts";
export * from "./ports/timeline/check.ts";
export * from "./ports/timeline/checkpoints.ts";
export * from "./ports/timeline/directories.ts";
export * from "./ports/timeline/file.ts";
export * from "./ports/timeline/forgettings.ts";
export * from "./ports/timeline/gaps.ts";
export * from "./ports/timeline/handovers.ts";
export * from "./ports/timeline/heads.ts";
export * from "./ports/timeline/imports.ts";
export * from "./ports/timeline/inbox.ts";
export * from "./ports/timeline/meta.ts";
export * from "./ports/timeline/needs.ts";
export * from "./ports/timeline/operations.ts";
export * from "./ports/timeline/past.ts";
export * from "./ports/timeline/retention.ts";
export * from "./ports/timeline/sessions.ts";
export * from "./ports/timeline/snapshots.ts";
export * from "./ports/timeline/timeline.ts";
export * from "./ports/timeline/usage.ts";
export * from "./ports/timelines.ts";
export * from "./ports/watcher.ts";
export * from "./ports/writer-probe.ts";
export * from "./query/index.ts";
export type { RefusalReason } from "./refusals/refusal.ts";
export { exactNames, isSafePath, type NameRules, refusePath } from "./refusals/safe-path.ts";
export * from "./renames/index.ts";
export * from "./restore/plan.ts";
export * from "./restore/restore-facts.ts";
export * from "./restore/restore-steps.ts";
export * from "./retention/charge-paths.ts";
export * from "./retention/index.ts";
export * from "./route/router.ts";
export * from "./search/index.ts";
export * from "./service/index.ts";
export * from "./sessions/agent-event.ts";
export * from "./sessions/decide-edge.ts";
export * from "./sessions/find-named.ts";
export * from "./sessions/follow-clock.ts";
export * from "./sessions/gap-sessions.ts";
export * from "./sessions/hook-payloads.ts";
export * from "./sessions/prompt-label.ts";
export * from "./sessions/session-id.ts";
export {
  type OpenCall,
  restoreSession,
  type SessionAct,
  type SessionState,
  type SessionStep,
  type StepContext,
} from "./sessions/session-state.ts";
export * from "./sessions/step-session.ts";
export * from "./storage/disk-level.ts";
export * from "./storage/group-usage.ts";
export * from "./storage/home-size.ts";
export * from "./storage/migration-room.ts";
export * from "./storage/plan-packs.ts";
export * from "./storage/store-cap.ts";
export * from "./time/index.ts";
export * from "./time/session-word.ts";
export * from "./timeline/author.ts";
export * from "./timeline/burst-mark.ts";
export * from "./timeline/checkpoint.ts";
export * from "./timeline/directory-mode.ts";
export * from "./timeline/forgetting.ts";
export * from "./timeline/gap.ts";
export * from "./timeline/handover.ts";
export * from "./timeline/head.ts";
export * from "./timeline/horizon.ts";
export * from "./timeline/operation.ts";
export * from "./timeline/past-state.ts";
export * from "./timeline/point.ts";
export * from "./timeline/pruning.ts";
export * from "./timeline/reach.ts";
export * from "./timeline/session.ts";
export * from "./timeline/session-query.ts";
export * from "./timeline/snapshot.ts";
export * from "./timeline/taken-over.ts";
export * from "./timeline/usage.ts";
export * from "./timeline/why-not-kept.ts";
export * from "./trouble/index.ts";
export * from "./watching/birth.ts";
export * from "./watching/estimate.ts";
export * from "./watching/refusals.ts";
