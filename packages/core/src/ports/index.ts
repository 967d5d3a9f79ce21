export {
  type AgentProcess,
  type AgentProcesses,
  type AgentSigns,
  type AgentsReading,
  type Bystander,
  type HiddenProcess,
  isProcessName,
  keyOfProcess,
  type ProgramFacts,
} from "./agent-processes.ts";
export type { Clock } from "./clock.ts";
export { type Compression, canBeDictionary } from "./compression.ts";
export type {
  DirectoryEntry,
  EntryKind,
  EntryStat,
  FileSystem,
  ReadOutcome,
  Tree,
} from "./file-system.ts";
export type { HomeFiles, OwnEntry, ScannedFiles, SoughtInFiles } from "./home-files.ts";
export type { IntentStore } from "./intent-store.ts";
export type { Log } from "./log.ts";
export type {
  Breathe,
  Chains,
  CheckedPack,
  Digest,
  FreshStore,
  MergedPack,
  ObjectStore,
  PackedContent,
  PackFacts,
  PackStore,
  StoredFile,
  TrashedObject,
  WrittenPack,
} from "./object-store.ts";
export type {
  ChargedFiles,
  OtherProcess,
  OtherProcesses,
  OthersReading,
  TreeProcess,
  TreeReading,
  WriteCharges,
  WrittenBytes,
} from "./process-tree.ts";
export type { ProcessTrees } from "./process-trees.ts";
export type { Seeker } from "./seeker.ts";
export type { Attribution, Batch, Recording, Settlement } from "./timeline/batch.ts";
export { lostKey, lostPrefix, type NamedVersion, type TimelineCheck } from "./timeline/check.ts";
export type { CheckpointReader, CheckpointWriter } from "./timeline/checkpoints.ts";
export {
  type DirectoryReader,
  type DirectoryWriter,
  directoryModeAt,
  lastDirectoryMode,
} from "./timeline/directories.ts";
export type { TimelineFile } from "./timeline/file.ts";
export type { ForgettingReader, ForgettingWriter } from "./timeline/forgettings.ts";
export { type HandoverReader, type HandoverWriter, handedOver } from "./timeline/handovers.ts";
export type { ImportReader } from "./timeline/imports.ts";
export type { NameReader } from "./timeline/names.ts";
export type { NeedsCursor, TimelineNeeds } from "./timeline/needs.ts";
export type { OperationReader, OperationWriter } from "./timeline/operations.ts";
export {
  type PastReader,
  type PastWriter,
  requireReach,
  type ShownTwice,
} from "./timeline/past.ts";
export type { RetentionReader, RetentionWriter } from "./timeline/retention.ts";
export type { SessionReader, SessionWriter } from "./timeline/sessions.ts";
export type { Density, SnapshotQuery, SnapshotReader } from "./timeline/snapshots.ts";
export type { Timeline, TimelineReader } from "./timeline/timeline.ts";
export type { TimelineFacts } from "./timeline/usage.ts";
export type { ProjectIdentity, Timelines } from "./timelines.ts";
export type { Hint, RootWatch, WatchBackend, WatchScope } from "./watcher.ts";
export type { OpenWriter, ProcessMark, WriterProbe } from "./writer-probe.ts";
