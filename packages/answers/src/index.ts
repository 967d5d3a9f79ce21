export type {
  CompleteAnswer,
  CompletionAnswer,
  ErrorAnswer,
  HelpAnswer,
  ManAnswer,
  UnfVersionAnswer,
  UninstallAnswer,
  UpdateAnswer,
} from "./about/shape.ts";
export { execAsAgent } from "./agents/exec.ts";
export type { ChildEnding, StartedChild, ToldProcess } from "./agents/ports.ts";
export { endSession, startSession } from "./agents/session-by-hand.ts";
export type { SessionIdAnswer } from "./agents/shape.ts";
export { readAuthors, type ShownAuthor } from "./authors/authors.ts";
export { blameAnswer } from "./blame/blame-answer.ts";
export type { AuthoredLine } from "./blame/blame-lines.ts";
export { type Blame, readBlame } from "./blame/read-blame.ts";
export {
  type CheckpointChange,
  changeCheckpoint,
  changedCheckpointAnswer,
  planCheckpointChange,
} from "./checkpoints/change-checkpoint.ts";
export {
  checkpointPayloadAnswer,
  checkpointsAnswer,
  findCheckpoint,
  readCheckpoints,
  readPayloadOf,
  readTreeDigest,
  shownCheckpointAnswer,
} from "./checkpoints/read-checkpoints.ts";
export {
  checkLabel,
  type PlannedCheckpoint,
  planCheckpoint,
  plannedCheckpointAnswer,
  type SetCheckpoint,
  setCheckpoint,
  setCheckpointAnswer,
} from "./checkpoints/set-checkpoint.ts";
export { planSetting, requireSetting, settingChangedAnswer } from "./config/change-setting.ts";
export { settingAnswer, settingsAnswer } from "./config/settings-answer.ts";
export {
  bringBackRequest,
  broughtBackAnswer,
  carryOutBringBack,
  planBringBack,
} from "./deleted/bring-back.ts";
export { deletedAnswer } from "./deleted/deleted-answer.ts";
export type { DeletedFile } from "./deleted/list-deleted.ts";
export { isPassing } from "./deleted/passing-file.ts";
export {
  type Deleted,
  type ListedDeletion,
  listDeletions,
  readDeleted,
} from "./deleted/read-deleted.ts";
export {
  type FileChange,
  type FileSide,
  gitMode,
  maskPathOf,
  pathOf,
  statusOf,
} from "./diff/file-change.ts";
export { type FileDiff, maskDiff } from "./diff/file-diff.ts";
export type { DiffShowing } from "./diff/file-diff-answer.ts";
export { readOutcomeDiff } from "./diff/outcome-diff.ts";
export type { DiffQuestion } from "./diff/question.ts";
export { diffAnswer, readChanges, readDiff } from "./diff/read-diff.ts";
export type { ChangesAnswer } from "./diff/shape.ts";
export { findBaselineEnd, findBeginning, findLastRun } from "./diff/span.ts";
export { compareWords, pairLines } from "./diff/words.ts";
export type { Check } from "./doctor/check.ts";
export { examine } from "./doctor/examine.ts";
export { isHealthy, planChecks } from "./doctor/plan-checks.ts";
export type { CheckAnswer } from "./doctor/shape.ts";
export { duAnswer } from "./du/du-answer.ts";
export { readUsage, type Usage } from "./du/read-usage.ts";
export { parseExported } from "./export/commit-text.ts";
export type { GitReport } from "./export/export-git.ts";
export { exportGitAnswer, exportHistory } from "./export/export-history.ts";
export { exportTarAnswer, openTar, type TarExport, writeTar } from "./export/export-tar.ts";
export { isIncomplete, pathsOfRows } from "./export/left-out.ts";
export type { GitAccess, GitRepository } from "./export/ports.ts";
export type { LeftOut } from "./export/tree-changes.ts";
export type { ForgetChoice } from "./forget/choose.ts";
export { forget } from "./forget/forget.ts";
export {
  forgetPlanAnswer,
  forgottenAnswer,
  isForgotten,
  searchedAnswer,
} from "./forget/forget-answer.ts";
export {
  allowAgain,
  dismissSearches,
  type Forgettings,
  forgettingsAnswer,
  readForgettings,
  searchAgain,
} from "./forget/list.ts";
export { lastingPatterns, type PlannedForget, planForget } from "./forget/plan-forget.ts";
export type { ForgetQuestion } from "./forget/question.ts";
export type { Surveyed } from "./forget/survey.ts";
export { type CollectOrder, collectContents } from "./gc/collect.ts";
export type { GcAnswer } from "./gc/shape.ts";
export type { HappeningsQuestion } from "./happenings/question.ts";
export {
  type HookOutcome,
  type HookVerb,
  hookChangeAnswer,
  hookStateWord,
} from "./hook/change-answer.ts";
export { changeHooks, planHooks } from "./hook/change-hooks.ts";
export { checkHookStates } from "./hook/check-hooks.ts";
export { sayParts } from "./hook/hook-parts.ts";
export { areThere, type HookFacts, hookTroubles } from "./hook/hook-troubles.ts";
export { sayHeard } from "./hook/last-heard.ts";
export type { HookStep } from "./hook/plan-change.ts";
export {
  type HookStatus,
  hooklessAgents,
  hookStatusAnswer,
  readHookStatus,
} from "./hook/read-status.ts";
export { copyOf, type SettingsDisk } from "./hook/settings-disk.ts";
export type { ChangeableTarget, HookPart, HookState } from "./hook/state.ts";
export {
  acceptRules,
  ignoreAcceptAnswer,
  ignoreAddAnswer,
  planAccept,
  planRule,
} from "./ignore/change-rules.ts";
export { checkPaths, ignoreCheckAnswer } from "./ignore/check.ts";
export type { Explanation } from "./ignore/explain.ts";
export { importAnswer } from "./import/import-answer.ts";
export { type Imported, importHistories, isTaken, planImport } from "./import/plan-import.ts";
export { cursorBefore, fileOfVersion } from "./log/around.ts";
export { followVersions } from "./log/follow.ts";
export { narrowToLines } from "./log/grep.ts";
export { groupVersions, type ListedGroup } from "./log/group.ts";
export { type AuthorGroup, groupByAuthor } from "./log/group-by-author.ts";
export { type GroupPage, gatheredMax, pageOfGroups } from "./log/group-page.ts";
export { edgeAt, type HandoverEdge } from "./log/handover.ts";
export { type Histogram, readHistogram } from "./log/histogram.ts";
export { type ListedVersion, type Listing, type PageBudget, readListing } from "./log/listing.ts";
export { logAnswer, logByFileAnswer, logRecord } from "./log/log-answer.ts";
export {
  endOf,
  type ListedBurst,
  type ListedCheckpoint,
  type ListedGap,
  type ListedMark,
} from "./log/marks.ts";
export {
  histogramAnswer,
  labelOfGroup,
  logByAuthorAnswer,
  logBySessionAnswer,
  spanOfGroup,
  stretchName,
} from "./log/other-answers.ts";
export { everyVersion, type LogQuestion } from "./log/question.ts";
export { openSelection, type Selection } from "./log/selection.ts";
export { type PersonStretch, readStretches, type Stretch } from "./log/stretches.ts";
export type { ListedTurn } from "./log/turn-marks.ts";
export { readShownDiff, type Showing } from "./log/version-answer.ts";
export {
  readCheckpointNames,
  readDeletedNames,
  readOperationNames,
  readSessionNames,
  readTurnNames,
} from "./names/read-names.ts";
export { chooseNumbered, numberOopsHunks, readOopsFiles } from "./oops/file-parts.ts";
export { oopsAnswer } from "./oops/oops-answer.ts";
export {
  carryOutOops,
  type OopsQuestion,
  type PlannedOops,
  planOops,
  toOopsRequest,
} from "./oops/plan-oops.ts";
export {
  type ChosenPart,
  type OopsFile,
  partOf,
  requireUnchanged,
  splitFiles,
} from "./oops/split-files.ts";
export { opsAnswer } from "./ops/ops-answer.ts";
export { type ListedOperation, readOps } from "./ops/read-ops.ts";
export type { TookBack } from "./ops/took-back.ts";
export { commandOf } from "./orders/command-of.ts";
export { warnOfGone } from "./orders/gone-root.ts";
export { hasEffect, summarize } from "./orders/outcomes.ts";
export { requirePlan } from "./orders/require-plan.ts";
export type { Interruption, LeftOrder } from "./orders/send-order.ts";
export { carryOutOrder, type Orders, planOrder } from "./orders.ts";
export { elsewhereLines } from "./parts/forget-searches.ts";
export { burstName, labelOf } from "./parts/marks.ts";
export { maskPrompt, quotedLabel } from "./parts/mask-prompt.ts";
export { turnName } from "./parts/names.ts";
export { commandLine, nextCommand, shownCommand, undoOf } from "./parts/next-command.ts";
export { exactPath, pathFields } from "./parts/path-fields.ts";
export { instant } from "./parts/snapshot.ts";
export type { Asker, ConcernedProject, OpenHome, ProgramBounds, RunWithin } from "./ports/asker.ts";
export type {
  Canary,
  ConcernedVersion,
  DoctorFacts,
  VerifyReport,
  WatchEstimate,
} from "./ports/examination.ts";
export type {
  ForgetPlan,
  HomeReader,
  OopsPreview,
  OopsRequest,
  ProjectEntry,
  ProjectReader,
  PruneRequest,
} from "./ports/history.ts";
export type { HomeAccess } from "./ports/home-access.ts";
export type { Foreground, Occupant, Running, Writer } from "./ports/recording.ts";
export type { ServicePlan, ServiceReport } from "./ports/service.ts";
export type { OutsideChange, ProjectRules } from "./ports/settings.ts";
export { projectName, projectsAnswer } from "./projects/projects-answer.ts";
export { type RecordingNow, readRecording } from "./projects/read-recording.ts";
export {
  isRecording,
  type ProjectReport,
  type Report,
  readProjects,
} from "./projects/read-report.ts";
export { isDue, type PlannedPrune, planPrune } from "./prune/plan-prune.ts";
export { prune } from "./prune/prune.ts";
export { pruneAnswer } from "./prune/prune-answer.ts";
export type { PruneQuestion } from "./prune/question.ts";
export { undoPrune } from "./prune/undo-prune.ts";
export { answerQuestion, type Questions } from "./questions.ts";
export { nextSteps } from "./recap/next-steps.ts";
export { type Recap, type RecentStretch, readRecaps } from "./recap/read-recap.ts";
export { recapAnswer } from "./recap/recap-answer.ts";
export { flushProjects } from "./recorder/flush.ts";
export { type RestartClock, restartRecorder } from "./recorder/restart.ts";
export {
  disableService,
  enableService,
  planDisableService,
  serviceStatusAnswer,
} from "./recorder/service.ts";
export type { RunningAnswer, ServiceDisabledAnswer } from "./recorder/shape.ts";
export { readRecorder, startRecorder } from "./recorder/start.ts";
export { planStop, stopRecorder } from "./recorder/stop.ts";
export { planExport, sizeOf, writeExport } from "./restore/export-tree.ts";
export {
  type FileInParts,
  numberHunks,
  planPart,
  readParts,
  requireHunk,
} from "./restore/part-of-file.ts";
export {
  type AskedRestore,
  carryOutRestore,
  type PlannedRestore,
  planRestore,
  readRestore,
  readWarnings,
} from "./restore/plan-restore.ts";
export type { RestoreQuestion } from "./restore/question.ts";
export { exportedAnswer, plannedRestoreAnswer, restoredAnswer } from "./restore/restore-answer.ts";
export type { NumberedHunkAnswer } from "./restore/shape.ts";
export { pickLines } from "./scope/line-range.ts";
export {
  type OpenScope,
  openScope,
  type TimeFlag,
  viewerOf,
} from "./scope/open-scope.ts";
export { resolvePath } from "./scope/paths.ts";
export { readOpenSessions } from "./scope/read-open-sessions.ts";
export { checkpointWord } from "./scope/require-checkpoint.ts";
export { resolveScope } from "./scope/scope.ts";
export { spanOfSession } from "./scope/span.ts";
export { suggestTime } from "./scope/suggest-time.ts";
export { type ThinnedFile, thinnedFields, thinnedLines } from "./scope/thinned.ts";
export { type ResolvedTime, resolveTime, timeFields, toPoint } from "./scope/time.ts";
export { isJustBefore } from "./scope/time-mark.ts";
export { parseVersionWord, stepBack } from "./scope/version.ts";
export { readSearch } from "./search/read-search.ts";
export { searchAnswer } from "./search/search-answer.ts";
export { readSession, sessionAnswer } from "./sessions/read-session.ts";
export { readSessionPage, sessionsAnswer } from "./sessions/read-sessions.ts";
export { readTurnPage, turnsAnswer } from "./sessions/read-turns.ts";
export type { Spanning } from "./sessions/report-fields.ts";
export type {
  SessionReport,
  TurnReport,
} from "./sessions/reports.ts";
export type { Touched, TouchedFile } from "./sessions/touched.ts";
export { readShown } from "./show/read-shown.ts";
export { showAnswer } from "./show/show-answer.ts";
export { readStats } from "./stats/read-stats.ts";
export type { StatsAnswer } from "./stats/shape.ts";
export { statsAnswer } from "./stats/stats-answer.ts";
export type { Here } from "./status/here.ts";
export { type MissedLately, missedLately } from "./status/missed.ts";
export { promptAnswer } from "./status/prompt.ts";
export type { StatusQuestion } from "./status/question.ts";
export { ailmentOf, readStatus, type Status, sumBytes } from "./status/read-status.ts";
export type { AtWork } from "./status/session-at-work.ts";
export type { PromptAnswer } from "./status/shape.ts";
export { countByStatus, type SinceCheckpoint } from "./status/since-checkpoint.ts";
export { recentBurst, statusAnswer } from "./status/status-answer.ts";
export { adviceOf, type Unfinished, unfinishedOf } from "./status/unfinished.ts";
export {
  type ListedItem,
  readStory,
  type StoryItem,
  storyBudget,
  type ToldHappening,
} from "./story/read-story.ts";
export {
  awaitFinished,
  carryOutInversion,
  type Inversion,
  isHopeless,
  isPending,
  planInversion,
} from "./undo/plan-inversion.ts";
export { undoAnswer } from "./undo/undo-answer.ts";
export type { Repair } from "./verify/repair.ts";
export { isDamaged, verify } from "./verify/verify.ts";
export { verifyAnswer } from "./verify/verify-answer.ts";
export { findOuter } from "./watch/part-of.ts";
export { checkRelink, findRelink, type RelinkRequest, readEstimate } from "./watch/plan-watch.ts";
export {
  checkWatchTarget,
  readWatchTarget,
  type WatchFactsAccess,
  type WatchTarget,
} from "./watch/target.ts";
export { plannedUnwatchAnswer, planUnwatch, unwatchProjects } from "./watch/unwatch.ts";
export { watchDirectories } from "./watch/watch.ts";
export { isPart, type PartOf, type PlannedWatch, watchAnswer } from "./watch/watch-answer.ts";
