export type { Asker, ConcernedProject, HomePorts, OpenHome } from "./asker.ts";
export { authorFields } from "./authors/author-fields.ts";
export { isBy, parseAuthorWord } from "./authors/author-filter.ts";
export { type Authors, readAuthors, type ShownAuthor } from "./authors/authors.ts";
export { type Comparison, readComparison } from "./diff/comparison.ts";
export { changesAnswer, diffAnswer } from "./diff/diff-answer.ts";
export {
  type ChangeStatus,
  type FileChange,
  type FileSide,
  gitMode,
  maskPathOf,
  pathOf,
  statusOf,
} from "./diff/file-change.ts";
export { type FileDiff, maskDiff, readFileDiff } from "./diff/file-diff.ts";
export { type DiffShowing, hunkAnswers } from "./diff/file-diff-answer.ts";
export { hasEffect } from "./diff/find-difference.ts";
export type { DiffQuestion } from "./diff/question.ts";
export { changesToDisk, recordedSide } from "./diff/sides.ts";
export { findBaselineEnd, findLastRun } from "./diff/span.ts";
export { compareWords, pairLines } from "./diff/words.ts";
export { followVersions } from "./log/follow.ts";
export { groupVersions, type ListedGroup } from "./log/group.ts";
export { type AuthorGroup, groupByAuthor } from "./log/group-by-author.ts";
export { edgeAt, type HandoverEdge } from "./log/handover.ts";
export { type Histogram, readHistogram } from "./log/histogram.ts";
export { type ListedVersion, type Listing, readListing } from "./log/listing.ts";
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
  stretchAnswer,
  stretchName,
} from "./log/other-answers.ts";
export type { LogQuestion } from "./log/question.ts";
export { openSelection, type Selection } from "./log/selection.ts";
export { type PersonStretch, readStretches, type Stretch } from "./log/stretches.ts";
export type { ListedTurn } from "./log/turn-marks.ts";
export { readShownDiff, type Showing } from "./log/version-answer.ts";
export { burstAnswer, burstName, checkpointFields, labelOf } from "./parts/marks.ts";
export { maskName, maskPrompt, quotedLabel } from "./parts/mask-prompt.ts";
export { turnName } from "./parts/names.ts";
export { pathFields } from "./parts/path-fields.ts";
export { gapAnswer, instant } from "./parts/snapshot.ts";
export {
  type OpenScope,
  openScope,
  readTimeFlag,
  type TimeFlag,
  viewerOf,
} from "./scope/open-scope.ts";
export { canonicalPlace, resolvePath } from "./scope/paths.ts";
export { readOpenSessions } from "./scope/read-open-sessions.ts";
export { type RecordedAt, readRecordedAt } from "./scope/recorded-at.ts";
export { checkpointWord, requireCheckpoint } from "./scope/require-checkpoint.ts";
export { resolveScope } from "./scope/scope.ts";
export { spanOfSession } from "./scope/span.ts";
export { readRowAt, type ThinnedFile, thinnedFields, thinnedLines } from "./scope/thinned.ts";
export { newestPoint, type ResolvedTime, resolveTime, timeFields, toPoint } from "./scope/time.ts";
export { isJustBefore } from "./scope/time-mark.ts";
export { findVersion, parseVersionWord, previousOf, stepBack } from "./scope/version.ts";
export {
  type Spanning,
  sessionFields,
  shownLabel,
  takenBackAnswer,
  touchedAnswer,
  turnFields,
} from "./sessions/report-fields.ts";
export {
  reportSession,
  reportTurn,
  type SessionReport,
  type TurnReport,
} from "./sessions/reports.ts";
export { openRestores, readStandingRestores, readTakenBack } from "./sessions/taken-back.ts";
export type { Touched, TouchedFile } from "./sessions/touched.ts";
