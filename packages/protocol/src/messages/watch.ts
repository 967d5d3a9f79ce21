import type { JsonObject } from "@unf/core/base";
import { limits } from "@unf/core/config";
import { flag, object, optional, required, whole } from "../wire/field.ts";
import { rootPath } from "../wire/paths.ts";
import { globs, parseRoot } from "./fields.ts";

export function parseWatch(raw: JsonObject) {
  return {
    /** Canonical absolute root. */
    root: parseRoot(raw),
    options: parseWatchOptions(required(raw, "params.options", object)),
    // Root of a known project that moved here: its history goes on.
    ...optional(raw, "relink", rootPath, "params."),
  };
}

export type WatchRequest = ReturnType<typeof parseWatch>;

function parseWatchOptions(raw: JsonObject) {
  const within = "params.options.";
  const { fileBytesMin, fileBytesMax } = limits.capture;
  return {
    // Files larger than this are not recorded.
    ...optional(raw, "max_file_bytes", whole(fileBytesMin, fileBytesMax), within),
    // Globs recorded although an ignore file says otherwise.
    ...optional(raw, "include_ignored", globs, within),
    // Files that are not text are recorded.
    ...optional(raw, "binary", flag, within),
    // Do not record what is there now; only changes from here on.
    ...optional(raw, "no_initial_scan", flag, within),
  };
}

export type WatchOptions = ReturnType<typeof parseWatchOptions>;

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
