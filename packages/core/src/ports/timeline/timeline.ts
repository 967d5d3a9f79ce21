import type { BatchWriter } from "./batch.ts";
import type { BurstReader, BurstWriter } from "./bursts.ts";
import type { CheckpointReader, CheckpointWriter } from "./checkpoints.ts";
import type { DirectoryReader, DirectoryWriter } from "./directories.ts";
import type { TimelineFile } from "./file.ts";
import type { ForgettingReader, ForgettingWriter } from "./forgettings.ts";
import type { GapReader, GapWriter } from "./gaps.ts";
import type { HandoverReader, HandoverWriter } from "./handovers.ts";
import type { HeadReader, NewestReader } from "./heads.ts";
import type { ImportReader } from "./imports.ts";
import type { InboxReader, InboxWriter } from "./inbox.ts";
import type { MetaReader, MetaWriter } from "./meta.ts";
import type { NameReader } from "./names.ts";
import type { OperationReader, OperationWriter } from "./operations.ts";
import type { PastReader, PastWriter } from "./past.ts";
import type { RetentionReader, RetentionWriter } from "./retention.ts";
import type { SessionReader, SessionWriter } from "./sessions.ts";
import type { SnapshotReader } from "./snapshots.ts";
import type { UsageReader } from "./usage.ts";

/** Reads a project's timeline, for any program, daemon or not. */
export interface TimelineReader
  extends SnapshotReader,
    PastReader,
    HeadReader,
    GapReader,
    BurstReader,
    OperationReader,
    CheckpointReader,
    SessionReader,
    NameReader,
    ForgettingReader,
    RetentionReader,
    HandoverReader,
    ImportReader,
    DirectoryReader,
    UsageReader,
    MetaReader,
    InboxReader,
    Disposable {}

/** The one writer of a project's timeline. Every method that writes is durable when it returns. */
export interface Timeline
  extends TimelineReader,
    BatchWriter,
    PastWriter,
    NewestReader,
    GapWriter,
    BurstWriter,
    OperationWriter,
    CheckpointWriter,
    SessionWriter,
    ForgettingWriter,
    RetentionWriter,
    HandoverWriter,
    DirectoryWriter,
    MetaWriter,
    InboxWriter,
    TimelineFile {}
