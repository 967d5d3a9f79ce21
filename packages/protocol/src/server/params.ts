import { type JsonObject, member } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type {
  CheckpointParams,
  InvertParams,
  Method,
  OopsWishParams,
  Requests,
  RestoreParams,
  WatchOptions,
} from "../messages/messages.ts";
import type { PruneParams } from "../messages/prune-messages.ts";
import { parseAgentEvent } from "../wire/agent-event.ts";
import {
  BadField,
  base64,
  flag,
  hexDigits,
  listOf,
  object,
  oneLine,
  oneOf,
  optional,
  orNull,
  required,
  text,
  whole,
} from "../wire/field.ts";
import { innerPath, rootPath } from "../wire/paths.ts";

/** Restores name files one by one at most as often as a shell expands a pattern to. */
const pathsMax = 100_000;

/** Turns taken back at once; more are a session, or a restore. */
const turnsMax = 200;

/** Of one file. */
const hunksMax = 100_000;

const { globsMax, globCharsMax } = limits.query;
const globs = listOf(text(globCharsMax), globsMax);
const anyRoot = (raw: JsonObject) => optional(raw, "root", rootPath, "params.");
const argv = listOf(text(limits.socket.lineBytesMax), pathsMax);
/** Operations and checkpoints count up from 1. */
const number = whole(1, Number.MAX_SAFE_INTEGER);
const nothing = (): Record<string, never> => ({});

const projectId = hexDigits(16);
const blobId = hexDigits(64);

/** How the parameters of each method are read. What is not asked for is not looked at. */
const parsers: { readonly [M in Method]: (raw: JsonObject) => Requests[M]["params"] } = {
  hello: (raw) => ({
    protocol: required(raw, "params.protocol", whole(0, Number.MAX_SAFE_INTEGER)),
    version: required(raw, "params.version", text(64)),
  }),
  ping: nothing,
  status: nothing,
  flush: anyRoot,
  watch: (raw) => ({
    root: required(raw, "params.root", rootPath),
    options: parseWatchOptions(required(raw, "params.options", object)),
    ...optional(raw, "relink", rootPath, "params."),
  }),
  unwatch: (raw) => ({ root: required(raw, "params.root", rootPath) }),
  restore: parseRestore,
  invert: parseInvert,
  oops: (raw) => {
    const plan = required(raw, "params.plan", orNull(text(64)));
    return {
      root: required(raw, "params.root", rootPath),
      wish: parseWish(required(raw, "params.wish", object)),
      plan,
      ...parseBrief(raw, plan),
      argv: required(raw, "params.argv", argv),
    };
  },
  interrupt: (raw) => ({
    root: required(raw, "params.root", rootPath),
    plan: required(raw, "params.plan", text(64)),
  }),
  checkpoint: parseCheckpoint,
  checkpoint_delete: parseOneCheckpoint,
  checkpoint_pin: (raw) => ({
    ...parseOneCheckpoint(raw),
    pinned: required(raw, "params.pinned", flag),
  }),
  accept_rules: (raw) => ({
    root: required(raw, "params.root", rootPath),
    paths: required(raw, "params.paths", listOf(innerPath, pathsMax)),
  }),
  prune: parsePrune,
  prune_undo: (raw) => ({ root: required(raw, "params.root", rootPath) }),
  agent_event: (raw) => parseAgentEvent(raw, "params."),
  repair: (raw) => ({
    timelines: required(raw, "params.timelines", listOf(projectId, pathsMax)),
    objects: required(raw, "params.objects", listOf(blobId, pathsMax)),
    ...optional(raw, "packs", listOf(text(64), pathsMax), "params."),
  }),
  import: (raw) => ({
    source: required(raw, "params.source", oneOf("unfudged", "agent-undo")),
    directory: required(raw, "params.directory", rootPath),
    only: required(raw, "params.only", orNull(rootPath)),
  }),
  collect: (raw) => ({
    dry_run: required(raw, "params.dry_run", flag),
    empty_trash: required(raw, "params.empty_trash", flag),
  }),
  forget: (raw) => ({
    project: required(raw, "params.project", orNull(projectId)),
    what: required(
      raw,
      "params.what",
      oneOf("paths", "content", "before", "project", "allow", "search", "dismiss"),
    ),
    patterns: required(
      raw,
      "params.patterns",
      listOf(oneLine(globCharsMax), limits.forget.patternsMax),
    ),
    hash: required(raw, "params.hash", orNull(blobId)),
    before: required(raw, "params.before", orNull(whole(0, Number.MAX_SAFE_INTEGER))),
    lasting: required(raw, "params.lasting", flag),
    plan: required(raw, "params.plan", orNull(text(64))),
  }),
  reload: nothing,
  stop: nothing,
  restart: nothing,
  subscribe: anyRoot,
};

/** Every method there is. */
export const methods = Object.keys(parsers) as readonly Method[];

export function isMethod(name: string): name is Method {
  return Object.hasOwn(parsers, name);
}

/** The parameters of a request, or throws `BadField` for the first that is not acceptable. */
export function parseParams<M extends Method>(method: M, raw: JsonObject): Requests[M]["params"] {
  return parsers[method](raw);
}

function parseWatchOptions(raw: JsonObject): WatchOptions {
  const within = "params.options.";
  const { fileBytesMin, fileBytesMax } = limits.capture;
  return {
    ...optional(raw, "max_file_bytes", whole(fileBytesMin, fileBytesMax), within),
    ...optional(raw, "include_ignored", globs, within),
    ...optional(raw, "binary", flag, within),
    ...optional(raw, "no_initial_scan", flag, within),
  };
}

function parseRestore(raw: JsonObject): RestoreParams {
  const plan = required(raw, "params.plan", orNull(text(64)));
  const some = optional(raw, "hunks", listOf(parseHunks, pathsMax), "params.");
  if (some.hunks !== undefined && plan === null) {
    throw new BadField("params.plan", "must be given with hunks");
  }
  return {
    root: required(raw, "params.root", rootPath),
    target: parseTarget(required(raw, "params.target", object)),
    within: required(raw, "params.within", listOf(innerPath, pathsMax)),
    include: required(raw, "params.include", globs),
    exclude: required(raw, "params.exclude", globs),
    deletions: required(raw, "params.deletions", oneOf("keep", "remove")),
    overwrite: required(raw, "params.overwrite", oneOf("always", "if-changed", "never")),
    ...some,
    plan,
    ...parseBrief(raw, plan),
    argv: required(raw, "params.argv", argv),
  };
}

function parseBrief(raw: JsonObject, plan: string | null): { readonly brief?: true } {
  const { brief = false } = optional(raw, "brief", flag, "params.");
  if (brief && plan === null) throw new BadField("params.plan", "must be given with brief");
  return brief ? { brief } : {};
}

function parseHunks(value: unknown, field: string): NonNullable<RestoreParams["hunks"]>[number] {
  const raw = object(value, field);
  return {
    path: required(raw, `${field}.path`, innerPath),
    chosen: required(raw, `${field}.chosen`, listOf(whole(0, Number.MAX_SAFE_INTEGER), hunksMax)),
  };
}

function parseWish(raw: JsonObject): OopsWishParams {
  const agent = () => required(raw, "params.wish.agent", orNull(text(64)));
  const kind = required(raw, "params.wish.kind", oneOf("last", "turn", "session", "burst"));
  switch (kind) {
    case "last":
      return {
        kind,
        count: required(raw, "params.wish.count", whole(1, turnsMax)),
        agent: agent(),
      };
    case "turn":
      return { kind, turn: required(raw, "params.wish.turn", number) };
    case "session": {
      const session = required(raw, "params.wish.session", orNull(text(256)));
      return { kind, session, agent: agent() };
    }
    case "burst":
      return { kind };
  }
}

function parseInvert(raw: JsonObject): InvertParams {
  const plan = required(raw, "params.plan", orNull(text(64)));
  return {
    root: required(raw, "params.root", rootPath),
    kind: required(raw, "params.kind", oneOf("undo", "redo")),
    operation: required(raw, "params.operation", orNull(number)),
    plan,
    ...parseBrief(raw, plan),
    argv: required(raw, "params.argv", argv),
  };
}

function parsePrune(raw: JsonObject): PruneParams {
  const policy = required(raw, "params.policy", object);
  const natural = whole(0, Number.MAX_SAFE_INTEGER);
  const age = (name: string) => required(policy, `params.policy.${name}`, orNull(natural));
  return {
    root: required(raw, "params.root", rootPath),
    policy: {
      keep_all_ms: required(policy, "params.policy.keep_all_ms", natural),
      hourly_ms: age("hourly_ms"),
      daily_ms: age("daily_ms"),
      weekly_ms: age("weekly_ms"),
      turns_ms: age("turns_ms"),
      ...optional(policy, "operations_ms", orNull(natural), "params.policy."),
      ...optional(policy, "binary_versions", whole(1, Number.MAX_SAFE_INTEGER), "params.policy."),
      brings_back: required(policy, "params.policy.brings_back", flag),
    },
    at: required(raw, "params.at", text(64)),
    up_to: required(raw, "params.up_to", natural),
    include: required(raw, "params.include", globs),
    exclude: required(raw, "params.exclude", globs),
    max_bytes: required(raw, "params.max_bytes", orNull(natural)),
    plan: required(raw, "params.plan", orNull(text(64))),
    argv: required(raw, "params.argv", argv),
  };
}

function parseCheckpoint(raw: JsonObject): CheckpointParams {
  const { labelCharsMax, messageCharsMax, payloadBytesMax } = limits.checkpoint;
  return {
    root: required(raw, "params.root", rootPath),
    label: required(raw, "params.label", orNull(oneLine(labelCharsMax))),
    message: required(raw, "params.message", orNull(text(messageCharsMax))),
    payload_b64: required(raw, "params.payload_b64", orNull(base64(payloadBytesMax))),
    pinned: required(raw, "params.pinned", flag),
  };
}

function parseOneCheckpoint(raw: JsonObject): Requests["checkpoint_delete"]["params"] {
  return {
    root: required(raw, "params.root", rootPath),
    id: required(raw, "params.id", number),
  };
}

function parseTarget(raw: JsonObject): RestoreParams["target"] {
  const names = ["at", "id", "version"].filter((name) => member(raw, name) !== undefined);
  const [name, ...more] = names;
  if (name === undefined || more.length > 0) {
    throw new BadField("params.target", "must have exactly one of: at, id, version");
  }
  if (name === "at") return { at: required(raw, "params.target.at", text(64)) };
  const snapshot = whole(name === "id" ? 0 : 1, Number.MAX_SAFE_INTEGER);
  const value = required(raw, `params.target.${name}`, snapshot);
  return name === "id" ? { id: value } : { version: value };
}
