import type { JsonObject } from "@unf/core/base";
import { oneOf, orNull, required } from "../wire/field.ts";
import { rootPath } from "../wire/paths.ts";

/** Histories of another program that are to be taken over. */
export function parseImport(raw: JsonObject) {
  return {
    source: required(raw, "params.source", oneOf("unfudged", "agent-undo")),
    /** For `unfudged` its store, for `agent-undo` the project. */
    directory: required(raw, "params.directory", rootPath),
    /** Only that of this root; `null`: all there are. */
    only: required(raw, "params.only", orNull(rootPath)),
  };
}

export type ImportParams = ReturnType<typeof parseImport>;

export interface ImportReply {
  readonly histories: readonly ImportedHistory[];
}

export interface ImportedHistory {
  readonly root: string;
  /**
   * `new`: the project had none; `before`: it stands before the one that was there; `known`: it was
   * taken over already; `empty`: nothing of it is taken; `failed`: it cannot be read, with `why`.
   */
  readonly state: "new" | "before" | "known" | "empty" | "failed";
  readonly versions: number;
  readonly files: number;
  readonly first_at: string | null;
  readonly last_at: string | null;
  readonly sessions: number;
  readonly checkpoints: number;
  /** Rows that were left out, by reason (`LeftOutReason` of core). */
  readonly left_out: Readonly<Record<string, number>>;
  /** Versions that were there and now have higher numbers. */
  readonly renumbered: number;
  /** Where the timeline from before is kept. */
  readonly kept_in: string | null;
  readonly why?: string;
}
