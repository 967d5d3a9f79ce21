import { limits } from "@unf/core";
import type { Method, Requests, RestoreParams, WatchOptions } from "../messages.ts";
import {
  BadField,
  flag,
  hexDigits,
  listOf,
  object,
  oneOf,
  optional,
  orNull,
  required,
  text,
  whole,
} from "../wire/field.ts";
import { type JsonObject, member } from "../wire/json.ts";
import { innerPath, rootPath } from "../wire/paths.ts";

/** Restores name files one by one at most as often as a shell expands a pattern to. */
const pathsMax = 100_000;

const { globsMax, globCharsMax } = limits.query;
const globs = listOf(text(globCharsMax), globsMax);
const anyRoot = (raw: JsonObject) => optional(raw, "root", rootPath, "params.");
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
  repair: (raw) => ({
    timelines: required(raw, "params.timelines", listOf(projectId, pathsMax)),
    objects: required(raw, "params.objects", listOf(blobId, pathsMax)),
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
    ...optional(raw, "no_initial_scan", flag, within),
  };
}

function parseRestore(raw: JsonObject): RestoreParams {
  return {
    root: required(raw, "params.root", rootPath),
    target: parseTarget(required(raw, "params.target", object)),
    within: required(raw, "params.within", listOf(innerPath, pathsMax)),
    include: required(raw, "params.include", globs),
    exclude: required(raw, "params.exclude", globs),
    deletions: required(raw, "params.deletions", oneOf("keep", "remove")),
    overwrite: required(raw, "params.overwrite", oneOf("always", "if-changed", "never")),
    plan: required(raw, "params.plan", orNull(text(64))),
    argv: required(raw, "params.argv", listOf(text(limits.socket.lineBytesMax), pathsMax)),
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
