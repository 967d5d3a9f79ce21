import {
  type AbsPath,
  isObject,
  type JsonObject,
  member,
  parseBlobId,
  parseJson,
  pathFromColumn,
  pathToColumn,
  type RelPath,
} from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { AgentAct, AgentEvent, ToolUse } from "@unf/core/sessions";
import { formatUtc, parseUtc } from "@unf/core/time";
import type { Reach } from "@unf/core/timeline";
import {
  BadField,
  object,
  oneLine,
  oneOf,
  type Parse,
  required,
  text,
  whole,
} from "../wire/field.ts";
import { rootPath } from "../wire/paths.ts";

const { idCharsMax, promptCharsMax, commandCharsMax, claimsMax, heldMax } = limits.agents;

/** Name of a spool's format, raised when a reader of before would misread it. */
const spoolFormat = 1;

/** An event as it travels. `key`: as in `AgentEventParams`. */
export function fromAgentEvent(event: AgentEvent, key: string): AgentEventParams {
  const { at, cwd, what, ...same } = event;
  return {
    key,
    ...same,
    at: formatUtc(at),
    cwd: cwd === null ? null : fromPath(cwd),
    what: "use" in what ? { kind: what.kind, use: fromUse(what.use) } : what,
  };
}

/** The event that travelled. `params`: as `parseAgentEvent` gives them. */
export function toAgentEvent(params: AgentEventParams): AgentEvent {
  const { key: _key, at, cwd, what, ...same } = params;
  return {
    ...same,
    // It was parsed once already; the epoch stands for what cannot be.
    at: parseUtc(at) ?? (0 as AgentEvent["at"]),
    cwd: cwd === null ? null : toPath(cwd),
    what: toAct(what),
  };
}

/**
 * Reads an event. What names it must be right, else it throws `BadField`; of the rest, texts that are
 * too long are cut, and what cannot be is left out. A claim of too many files is one on anything.
 */
export function parseAgentEvent(raw: JsonObject, within = "") {
  return {
    /** Names this one event: who spools it after all does so under this name. */
    key: required(raw, `${within}key`, oneLine(limits.socket.idCharsMax)),
    agent: required(raw, `${within}agent`, oneLine(limits.socket.quotedCharsMax)),
    /** The agent's own name for its session. */
    session: required(raw, `${within}session`, oneLine(idCharsMax)),
    ...lenient(raw, "subagent", oneLine(idCharsMax)),
    ...lenient(raw, "prompt", oneLine(idCharsMax)),
    at: required(raw, `${within}at`, instant),
    cwd: lenient(raw, "cwd", rootPath).cwd ?? null,
    ...lenient(raw, "pid", whole(1, 2 ** 31 - 1)),
    ...lenient(raw, "started", whole(0, Number.MAX_SAFE_INTEGER)),
    what: parseAct(required(raw, `${within}what`, object), `${within}what.`),
  };
}

/** Event that a hook of a coding agent told; the same words as `AgentEvent` of core. */
export type AgentEventParams = ReturnType<typeof parseAgentEvent>;

/** The bytes of a file of the spool, as text. */
export function renderSpooledEvent(params: AgentEventParams): string {
  return `${JSON.stringify({ format: spoolFormat, event: params })}\n`;
}

/** Reads the text of a file of the spool; `undefined` when it is none, or of a later format. */
export function parseSpooledEvent(content: string): AgentEventParams | undefined {
  const raw = parseJson(content);
  if (!isObject(raw) || member(raw, "format") !== spoolFormat) return undefined;
  try {
    return parseAgentEvent(required(raw, "event", object), "event.");
  } catch (thrown) {
    if (thrown instanceof BadField) return undefined;
    throw thrown;
  }
}

const instant: Parse<string> = (value, field) => {
  const at = text(64)(value, field);
  if (parseUtc(at) === undefined) throw new BadField(field, "must be an instant in UTC");
  return at;
};

const kinds = oneOf("session_start", "session_end", "prompt", "stop", "tool_start", "tool_end");

function parseAct(raw: JsonObject, within: string) {
  const kind = required(raw, `${within}kind`, kinds);
  switch (kind) {
    case "session_start":
      return {
        kind,
        ...lenient(raw, "resumes", oneLine(idCharsMax)),
        ...lenient(raw, "holds", names),
        ...(member(raw, "isUnread") === true ? { isUnread: true as const } : {}),
      };
    case "prompt":
      return { kind, text: cut(member(raw, "text"), promptCharsMax) };
    case "tool_start":
      return { kind, use: parseUse(required(raw, `${within}use`, object), `${within}use.`) };
    case "tool_end":
      return { kind, use: parseUse(required(raw, `${within}use`, object), `${within}use.`) };
    default:
      return { kind };
  }
}

/** The last of a list of names. */
const names: Parse<readonly string[]> = (value, field) => {
  if (!Array.isArray(value)) throw new BadField(field, "must be a list");
  return value.slice(-heldMax).map((one) => oneLine(idCharsMax)(one, field));
};

type AgentActParams = ReturnType<typeof parseAct>;

function parseUse(raw: JsonObject, within: string) {
  return {
    call: lenient(raw, "call", oneLine(idCharsMax)).call ?? null,
    tool: cut(member(raw, "tool"), idCharsMax),
    reach: parseReach(required(raw, `${within}reach`, object), `${within}reach.`),
    ...(member(raw, "failed") === true ? { failed: true as const } : {}),
  };
}

type ToolUseParams = ReturnType<typeof parseUse>;

function parseReach(raw: JsonObject, within: string) {
  const kind = required(raw, `${within}kind`, oneOf("paths", "shell", "nothing"));
  if (kind === "nothing") return { kind };
  if (kind === "shell") return { kind, command: cut(member(raw, "command"), commandCharsMax) };
  const claims = member(raw, "paths");
  if (!Array.isArray(claims)) throw new BadField(`${within}paths`, "must be a list");
  if (claims.length > claimsMax) return { kind: "shell" as const, command: "" };
  return {
    kind,
    ...(member(raw, "command") === true ? { command: true as const } : {}),
    paths: claims.filter(isObject).flatMap((claim) => {
      const { path } = lenient(claim, "path", rootPath);
      return path === undefined ? [] : [{ path, ...lenient(claim, "hash", blobId) }];
    }),
  };
}

type ReachParams = ReturnType<typeof parseReach>;

const blobId: Parse<string> = (value, field) => {
  const id = typeof value === "string" ? parseBlobId(value) : undefined;
  if (id === undefined) throw new BadField(field, "must be a digest");
  return id;
};

/** `{ name: value }`, or nothing when the member is absent or cannot be. */
function lenient<const N extends string, T>(
  raw: JsonObject,
  name: N,
  parse: Parse<T>,
): { readonly [K in N]?: T } {
  try {
    const value = member(raw, name);
    return value === undefined ? {} : ({ [name]: parse(value, name) } as { readonly [K in N]: T });
  } catch (thrown) {
    if (thrown instanceof BadField) return {};
    throw thrown;
  }
}

/** The beginning of a text, without what no text holds; the empty text for anything else. */
function cut(value: unknown, charsMax: number): string {
  if (typeof value !== "string") return "";
  return value.slice(0, charsMax).replaceAll("\0", "").toWellFormed();
}

function fromUse({ reach, ...use }: ToolUse): ToolUseParams {
  if (reach.kind !== "paths") return { ...use, reach };
  const paths = reach.paths.map(({ path, ...claim }) => ({ path: fromPath(path), ...claim }));
  return { ...use, reach: { ...reach, paths } };
}

function toAct(what: AgentActParams): AgentAct {
  switch (what.kind) {
    case "tool_start":
      return { kind: what.kind, use: { ...what.use, reach: toReach(what.use.reach) } };
    case "tool_end":
      return { kind: what.kind, use: { ...what.use, reach: toReach(what.use.reach) } };
    default:
      return what;
  }
}

function toReach(reach: ReachParams): Reach {
  if (reach.kind !== "paths") return reach;
  return {
    ...reach,
    paths: reach.paths.map(({ path, hash }) => {
      const id = hash === undefined ? undefined : parseBlobId(hash);
      return { path: toPath(path), ...(id === undefined ? {} : { hash: id }) };
    }),
  };
}

function toPath(column: string): AbsPath {
  return pathFromColumn(column) as string as AbsPath;
}

function fromPath(path: AbsPath): string {
  return pathToColumn(path as string as RelPath);
}
