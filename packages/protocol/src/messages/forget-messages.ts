import type { TextPlace } from "@unf/core/timeline";

// What travels with `forget`. Field names are those on the wire (docs/format/socket.md).

export interface ForgetParams {
  /** `null` for a content, which is forgotten in all projects. */
  readonly project: string | null;
  /**
   * `allow`: what matches one of the patterns may be recorded again. `search`: what was found is looked
   * for again. `dismiss`: what was found is not told any more. Nothing is deleted by these three.
   */
  readonly what: "paths" | "content" | "before" | "project" | "allow" | "search" | "dismiss";
  /** In the syntax of ignore files, seen from the root. */
  readonly patterns: readonly string[];
  readonly hash: string | null;
  /** The last row that is meant. */
  readonly before: number | null;
  /** Carry out exactly this plan; `null`: whatever it is by now. */
  readonly plan: string | null;
  /** Paths that are meant are not recorded from then on. */
  readonly lasting: boolean;
}

export interface ForgetReply {
  readonly versions: number;
  readonly contents: number;
  /** Payloads, texts and files besides, from which it was taken. */
  readonly others: number;
  /** The payloads and texts among them, and the files, as paths in the home; of each the first 1,000. */
  readonly texts: readonly (TextPlace & { readonly project: string })[];
  readonly removed: readonly string[];
  /** Not done yet, because somebody reads an older state: the next start carries it on. */
  readonly pending: boolean;
  /** All files of the home were searched for what was forgotten. */
  readonly searched: boolean;
  /** How much was searched. */
  readonly files: number;
  readonly bytes: number;
  /** Files, and contents, that still hold it; files that could not be read. */
  readonly found: readonly string[];
  readonly unread: readonly string[];
}
