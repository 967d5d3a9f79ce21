import type { JsonObject } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { TextPlace } from "@unf/core/timeline";
import { flag, listOf, oneLine, oneOf, orNull, required } from "../wire/field.ts";
import { blobId, natural, planOrNull, projectId } from "./fields.ts";

export function parseForget(raw: JsonObject) {
  return {
    /** `null` for a content, which is forgotten in all projects. */
    project: required(raw, "params.project", orNull(projectId)),
    /**
     * `allow`: what matches one of the patterns may be recorded again. `search`: what was found is looked
     * for again. `dismiss`: what was found is not told any more. Nothing is deleted by these three.
     */
    what: required(raw, "params.what", whats),
    /** In the syntax of ignore files, seen from the root. */
    patterns: required(raw, "params.patterns", patterns),
    hash: required(raw, "params.hash", orNull(blobId)),
    /** The last row that is meant. */
    before: required(raw, "params.before", orNull(natural)),
    /** Paths that are meant are not recorded from then on. */
    lasting: required(raw, "params.lasting", flag),
    /** Carry out exactly this plan; `null`: whatever it is by now. */
    plan: required(raw, "params.plan", planOrNull),
  };
}

export type ForgetParams = ReturnType<typeof parseForget>;

const whats = oneOf("paths", "content", "before", "project", "allow", "search", "dismiss");
const patterns = listOf(oneLine(limits.query.globCharsMax), limits.forget.patternsMax);

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
