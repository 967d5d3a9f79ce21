import type { JsonObject } from "@unf/core/base";
import { parseAcceptRules } from "./accept-rules.ts";
import { parseAgentEvent } from "./agent-event.ts";
import {
  type CheckpointReply,
  parseCheckpoint,
  parseCheckpointDelete,
  parseCheckpointPin,
} from "./checkpoint.ts";
import { type CollectReply, parseCollect } from "./collect.ts";
import { parseAnyRoot, parseNothing, parseRoot } from "./fields.ts";
import { type FlushReply, parseFlush } from "./flush.ts";
import { type ForgetReply, parseForget } from "./forget.ts";
import { type HelloReply, parseHello } from "./hello.ts";
import { type ImportReply, parseImport } from "./import.ts";
import { type InterruptReply, parseInterrupt } from "./interrupt.ts";
import { type InvertReply, parseInvert } from "./invert.ts";
import { type OopsReply, parseOops } from "./oops.ts";
import type { Pong } from "./ping.ts";
import { type PruneReply, type PruneUndoReply, parsePrune } from "./prune.ts";
import { parseRepair, type RepairReply } from "./repair.ts";
import { parseRestore, type RestoreReply } from "./restore.ts";
import type { DaemonStatus } from "./status.ts";
import { parseWatch, type UnwatchReply, type WatchReply } from "./watch.ts";

// Messages of the control socket. Field names are those on the wire (docs/format/socket.md).
// Instants are RFC 3339 UTC with milliseconds; paths are written as `pathToColumn` gives them.

/**
 * Parsers of the parameters of each method, which say what these are. A field that no parser names
 * is not looked at.
 */
const parsers = {
  hello: parseHello,
  ping: parseNothing,
  status: parseNothing,
  flush: parseFlush,
  watch: parseWatch,
  unwatch: (raw: JsonObject) => ({ root: parseRoot(raw) }),
  begin: (raw: JsonObject) => ({ root: parseRoot(raw) }),
  restore: parseRestore,
  invert: parseInvert,
  oops: parseOops,
  interrupt: parseInterrupt,
  checkpoint: parseCheckpoint,
  checkpoint_delete: parseCheckpointDelete,
  checkpoint_pin: parseCheckpointPin,
  accept_rules: parseAcceptRules,
  prune: parsePrune,
  prune_undo: (raw: JsonObject) => ({ root: parseRoot(raw) }),
  agent_event: (raw: JsonObject) => parseAgentEvent(raw, "params."),
  repair: parseRepair,
  import: parseImport,
  collect: parseCollect,
  forget: parseForget,
  reload: parseNothing,
  stop: parseNothing,
  restart: parseNothing,
  subscribe: parseAnyRoot,
} satisfies Record<keyof Replies, (raw: JsonObject) => object>;

/** Reply of each method. */
interface Replies {
  hello: HelloReply;
  ping: Pong;
  status: DaemonStatus;
  flush: FlushReply;
  watch: WatchReply;
  unwatch: UnwatchReply;
  /** Of a directory that is not watched. */
  begin: Nothing;
  restore: RestoreReply;
  invert: InvertReply;
  oops: OopsReply;
  /** The order's own request says what came of it. */
  interrupt: InterruptReply;
  /** Everything is flushed before the bookmark is set. */
  checkpoint: CheckpointReply;
  checkpoint_delete: Nothing;
  checkpoint_pin: Nothing;
  /** Those that were held. */
  accept_rules: { readonly accepted: readonly string[] };
  /** Deletes rows that a policy no longer keeps. */
  prune: PruneReply;
  /** Brings back what policy or cap deleted within the last day. */
  prune_undo: PruneUndoReply;
  /**
   * Answered before anything is done about it. `wants`: to be told what the conversation holds,
   * which could not be read when it began.
   */
  agent_event: { readonly wants?: "holds" };
  /** Heals contents and rebuilds timelines that `unf verify` found damaged. */
  repair: RepairReply;
  /** Takes over histories of another program, whose store is only read. */
  import: ImportReply;
  /** Moves objects that nothing needs into the trash, and deletes what has lain there long enough. */
  collect: CollectReply;
  /** Deletes for good what a person named. */
  forget: ForgetReply;
  /** Intent and configuration are read again; the same as SIGHUP. */
  reload: Nothing;
  /** Drains and ends. The reply comes before the end; the connection closes with the process. */
  stop: { readonly pid: number };
  /** As `stop`, but the sentinel starts it again at once. */
  restart: { readonly pid: number };
  /** From now on `snapshot` notifications on this connection. */
  subscribe: Nothing;
}

type Nothing = Record<string, never>;

export type Method = keyof Replies;

/** Every request: its parameters and its reply. */
export type Requests = {
  readonly [M in Method]: {
    params: ReturnType<(typeof parsers)[M]>;
    reply: Replies[M];
  };
};

/** Every method there is. */
export const methods = Object.keys(parsers) as readonly Method[];

export function isMethod(name: string): name is Method {
  return Object.hasOwn(parsers, name);
}

/**
 * The parameters of a request. Throws `BadField` for the first that is not acceptable, and `usage` for an
 * instant that is none.
 */
export function parseParams<M extends Method>(method: M, raw: JsonObject): Requests[M]["params"] {
  const parse: (raw: JsonObject) => object = parsers[method];
  return parse(raw) as Requests[M]["params"];
}
