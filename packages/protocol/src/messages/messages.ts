// What travels over the control socket. Field names are those on the wire (docs/format/socket.md).
// Instants are RFC 3339 UTC with milliseconds; paths are written as `pathToColumn` gives them.

import type { CollectParams, CollectReply } from "./collect-messages.ts";
import type { ForgetParams, ForgetReply } from "./forget-messages.ts";
import type { ImportParams, ImportReply } from "./import-messages.ts";
import type { Busy, Pong } from "./liveness-messages.ts";
import type { InterruptParams, InterruptReply, OrderStatus } from "./order-messages.ts";
import type { ProjectStatus } from "./project-status.ts";
import type { PruneParams, PruneReply, PruneUndoReply } from "./prune-messages.ts";
import type { StoreStatus } from "./store-status.ts";

/** Raised when a request or reply changes its meaning. Unknown fields are ignored by both sides. */
export const protocolVersion = 1;

export interface Hello {
  readonly protocol: number;
  /** Version of the program that speaks, `0.1.0`. */
  readonly version: string;
}

export interface HelloReply extends Hello {
  readonly pid: number;
  readonly home: string;
  readonly started_at: string;
}

export interface DaemonStatus {
  readonly pid: number;
  readonly version: string;
  readonly started_at: string;
  readonly uptime_ms: number;
  readonly rss_bytes: number;
  /** Share of one core since start, 0–1. */
  readonly cpu: number;
  readonly safe_mode: boolean;
  readonly projects: readonly ProjectStatus[];
  /** Missing in what an earlier daemon says. */
  readonly store?: StoreStatus;
  /** Events of agents that no project heard though one ought to have; `null` when none was lost. */
  readonly lost_events?: { readonly events: number; readonly last_at: string } | null;
  /** `null` while it only records. Missing in what an earlier daemon says. */
  readonly busy?: Busy | null;
  /** Restores and their like that are under way. Missing in what an earlier daemon says. */
  readonly orders?: readonly OrderStatus[];
}

export interface WatchOptions {
  /** Files larger than this are not recorded. */
  readonly max_file_bytes?: number;
  /** Globs recorded although an ignore file says otherwise. */
  readonly include_ignored?: readonly string[];
  /** Files that are not text are recorded. */
  readonly binary?: boolean;
  /** Do not record what is there now; only changes from here on. */
  readonly no_initial_scan?: boolean;
}

export interface WatchRequest {
  /** Canonical absolute root. */
  readonly root: string;
  readonly options: WatchOptions;
  /** Root of a known project that moved here: its history goes on. */
  readonly relink?: string;
}

/** Sent as notification `progress` while a request is carried out that may take long. */
export interface Progress {
  readonly phase: "scanning" | "planning" | "staging" | "applying" | "recording" | "pruning";
  /** Versions, when pruning; steps of an operation, from `staging` to `recording`. */
  readonly files: number;
  readonly recorded: number;
  /** `null` while unknown. */
  readonly total: number | null;
}

export interface WatchReply {
  readonly id: string;
  readonly root: string;
  /** True when it was watched already; nothing changed then. */
  readonly already: boolean;
  /** Where the project was before, when this request moved it. */
  readonly relinked_from?: string;
  readonly backend: string;
  readonly directories: number;
  readonly files_recorded: number;
  readonly files_skipped: Readonly<Record<string, number>>;
  readonly bytes: number;
}

export interface UnwatchReply {
  readonly root: string;
  readonly bytes: number;
}

export interface FlushReply {
  readonly projects: readonly {
    readonly root: string;
    /** Last snapshot id: everything on disk before the call is in the timeline up to here. */
    readonly last_id: number | null;
    readonly recorded: number;
  }[];
}

/** The restore a person asked for; the same words as `RestoreRequest` of `core/restore`. */
export interface RestoreParams {
  readonly root: string;
  readonly target: { readonly at: string } | { readonly id: number } | { readonly version: number };
  readonly within: readonly string[];
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly deletions: "keep" | "remove";
  readonly overwrite: "always" | "if-changed" | "never";
  /** Files of which only these hunks are taken over. Needs `plan`: numbers mean nothing without it. */
  readonly hunks?: readonly {
    readonly path: string;
    /** Counted from 0. */
    readonly chosen: readonly number[];
  }[];
  /** Carry out only if the plan is still this one. */
  readonly plan: string | null;
  /** Leave out of the reply what was done as planned: whoever names the plan has it. Needs `plan`. */
  readonly brief?: true;
  readonly argv: readonly string[];
}

export interface RestoreReply {
  readonly plan: string;
  /** `null` when there was nothing to do. */
  readonly operation: number | null;
  readonly actions: readonly RestoreActionReport[];
}

export interface RestoreActionReport {
  readonly path: string;
  readonly action: "write" | "chmod" | "delete" | "kept_newer" | "kept_changed" | "refused";
  /** `v` ids; `null` where there is none. */
  readonly from: string | null;
  readonly to: string | null;
  readonly added: number | null;
  readonly removed: number | null;
  /** Set when the action failed or was refused; `absence_unknown` where nobody knows whether the file was there. */
  readonly why?: string;
  readonly failed?: boolean;
  /** Where content that could not be recorded was put before it was replaced. */
  readonly rescued?: string;
  /** What of its owner and attributes a replaced file could not keep: `owner`, `group`, names. */
  readonly unkept?: readonly string[];
}

/** Takes back an operation, or the taking back of one. */
export interface InvertParams {
  readonly root: string;
  readonly kind: "undo" | "redo";
  /** The operation to take back; `null`: the last one that stands (undo), or was undone (redo). */
  readonly operation: number | null;
  /** Carry out only if the plan is still this one. */
  readonly plan: string | null;
  /** Leave out of the reply what was done as planned: whoever names the plan has it. Needs `plan`. */
  readonly brief?: true;
  readonly argv: readonly string[];
}

export interface InvertReply {
  readonly plan: string;
  /** The operation that was taken back. */
  readonly inverted: number;
  /** The operation that did it; `null` when there was nothing to do. */
  readonly operation: number | null;
  readonly actions: readonly InvertActionReport[];
}

export interface InvertActionReport {
  readonly path: string;
  readonly action: "write" | "chmod" | "delete" | "kept" | "refused";
  /** True when what was written holds the newer change of somebody else as well. */
  readonly merged?: boolean;
  /** Why it was kept or refused. */
  readonly why?: string;
  readonly rescued?: string;
  /** What of its owner and attributes a replaced file could not keep: `owner`, `group`, names. */
  readonly unkept?: readonly string[];
}

/** What is to be taken back; the same words as `OopsWish` of the engine. */
export type OopsWishParams =
  | { readonly kind: "last"; readonly count: number; readonly agent: string | null }
  | { readonly kind: "turn"; readonly turn: number }
  | { readonly kind: "session"; readonly session: string | null; readonly agent: string | null }
  | { readonly kind: "burst" };

/** Takes back what a turn, a session or a run of changes did. */
export interface OopsParams {
  readonly root: string;
  readonly wish: OopsWishParams;
  /** Carry out only if the plan is still this one. */
  readonly plan: string | null;
  /** Leave out of the reply what was done as planned: whoever names the plan has it. Needs `plan`. */
  readonly brief?: true;
  readonly argv: readonly string[];
}

export interface OopsReply {
  readonly plan: string;
  /** The operation that did it; `null` when there was nothing to do. */
  readonly operation: number | null;
  readonly actions: readonly InvertActionReport[];
}

export interface CheckpointParams {
  readonly root: string;
  readonly label: string | null;
  readonly message: string | null;
  /** Base64, with its padding; at most 16 MiB of bytes. */
  readonly payload_b64: string | null;
  readonly pinned: boolean;
}

export interface CheckpointReply {
  readonly id: number;
  /** False when nothing has changed since a checkpoint that says the same: that one is named. */
  readonly created: boolean;
}

/** What a command has found damaged. Each is looked at again before anything is done about it. */
export interface RepairParams {
  /** Ids of projects whose timeline is to be rebuilt. */
  readonly timelines: readonly string[];
  /** Digests of contents that are missing or damaged. */
  readonly objects: readonly string[];
  /** Names of damaged packs; looked at after the objects, from which their contents may be made. */
  readonly packs?: readonly string[];
}

export interface RepairReply {
  readonly timelines: readonly {
    readonly project: string;
    /** Rows that could be read. */
    readonly versions: number;
    /** Where the damaged files were moved; `null` when the rebuild failed, with `why`. */
    readonly kept_in: string | null;
    readonly why?: string;
  }[];
  readonly objects: readonly {
    readonly hash: string;
    readonly outcome: "sound" | "healed" | "lost";
    readonly kept_in: string | null;
  }[];
  readonly packs: readonly {
    readonly name: string;
    /** Where the damaged pack was moved; `null` when there is none of this name. */
    readonly kept_in: string | null;
  }[];
  /** Temporaries of crashed programs that were removed. */
  readonly leftovers: number;
}

/** What a hook of a coding agent told; the same words as `AgentEvent` of core. */
export interface AgentEventParams {
  /** Names this one event: who spools it after all does so under this name. */
  readonly key: string;
  readonly agent: string;
  /** The agent's own name for its session. */
  readonly session: string;
  readonly subagent?: string;
  readonly prompt?: string;
  readonly at: string;
  readonly cwd: string | null;
  readonly pid?: number;
  readonly started?: number;
  readonly what: AgentActParams;
}

export type AgentActParams =
  | { readonly kind: "session_start"; readonly resumes?: string }
  | { readonly kind: "session_end" }
  | { readonly kind: "prompt"; readonly text: string }
  | { readonly kind: "stop" }
  | { readonly kind: "tool_start"; readonly use: ToolUseParams }
  | { readonly kind: "tool_end"; readonly use: ToolUseParams };

export interface ToolUseParams {
  readonly call: string | null;
  readonly tool: string;
  readonly reach: ReachParams;
  readonly failed?: true;
}

export type ReachParams =
  | {
      readonly kind: "paths";
      readonly paths: readonly { readonly path: string; readonly hash?: string }[];
      readonly command?: true;
    }
  | { readonly kind: "shell"; readonly command: string }
  | { readonly kind: "nothing" };

/** Notification `snapshot` to subscribers: one recorded row, as `unf log --json` shows it. */
export interface SnapshotNotice {
  readonly root: string;
  readonly id: number;
  readonly path: string;
  readonly event: "create" | "modify" | "delete" | "rename";
  readonly settled: boolean;
  readonly at: string;
  readonly bytes: number;
}

/** Every request: its parameters and its reply. */
export interface Requests {
  hello: { params: Hello; reply: HelloReply };
  ping: { params: Record<string, never>; reply: Pong };
  status: { params: Record<string, never>; reply: DaemonStatus };
  /** Without `root`: every project. */
  flush: { params: { readonly root?: string }; reply: FlushReply };
  watch: { params: WatchRequest; reply: WatchReply };
  unwatch: { params: { readonly root: string }; reply: UnwatchReply };
  restore: { params: RestoreParams; reply: RestoreReply };
  invert: { params: InvertParams; reply: InvertReply };
  oops: { params: OopsParams; reply: OopsReply };
  /** Asks that a restore, undo, redo or oops ends early; its own request says what came of it. */
  interrupt: { params: InterruptParams; reply: InterruptReply };
  /** Flushes, then sets a bookmark. */
  checkpoint: { params: CheckpointParams; reply: CheckpointReply };
  checkpoint_delete: {
    params: { readonly root: string; readonly id: number };
    reply: Record<string, never>;
  };
  checkpoint_pin: {
    params: { readonly root: string; readonly id: number; readonly pinned: boolean };
    reply: Record<string, never>;
  };
  /** A person stands by ignore files that agents wrote; by all of the project, when none is named. */
  accept_rules: {
    params: { readonly root: string; readonly paths: readonly string[] };
    /** Those that were held. */
    reply: { readonly accepted: readonly string[] };
  };
  /** Deletes rows that a policy no longer keeps. */
  prune: { params: PruneParams; reply: PruneReply };
  /** Brings back what policy or cap deleted within the last day. */
  prune_undo: { params: { readonly root: string }; reply: PruneUndoReply };
  /** Answered before anything is done about it. */
  agent_event: { params: AgentEventParams; reply: Record<string, never> };
  /** Heal contents and rebuild timelines that `unf verify` found damaged. */
  repair: { params: RepairParams; reply: RepairReply };
  /** Take over histories of another program. Its store is only read. */
  import: { params: ImportParams; reply: ImportReply };
  /** Move objects that nothing needs into the trash, and delete what has lain there long enough. */
  collect: { params: CollectParams; reply: CollectReply };
  /** Delete for good what a person named. */
  forget: { params: ForgetParams; reply: ForgetReply };
  /** Read intent and configuration again; the same as SIGHUP. */
  reload: { params: Record<string, never>; reply: Record<string, never> };
  /** Drain and end. The reply comes before the end; the connection closes with the process. */
  stop: { params: Record<string, never>; reply: { readonly pid: number } };
  /** As `stop`, but the sentinel starts it again at once. */
  restart: { params: Record<string, never>; reply: { readonly pid: number } };
  /** From now on `snapshot` notifications on this connection. */
  subscribe: { params: { readonly root?: string }; reply: Record<string, never> };
}

export type Method = keyof Requests;

/** Every notification the daemon may send. */
export interface Notifications {
  progress: Progress;
  snapshot: SnapshotNotice;
}

/** The `error` member of a reply. `data.code` is an `ErrorCode` of core; the hint is for a person. */
export interface ErrorReply {
  readonly code: number;
  readonly message: string;
  readonly data: { readonly code: string; readonly hint?: string };
}
