import { escapeForDisplay, renderClock, type TakenBack, type WallMs } from "@unf/core";
import type { JsonObject } from "../frame/print/answer.ts";
import { pathFields } from "../frame/print/path-json.ts";
import { maskPrompt } from "../frame/print/prompt-text.ts";
import { instantJson } from "../frame/print/snapshot-json.ts";
import type { View } from "../frame/print/view.ts";
import type { Touched, TouchedFile } from "./touched.ts";

/** What has a beginning, and an end once it is over. */
export interface Spanning {
  readonly startedAt: WallMs;
  readonly endedAt: WallMs | null;
}

/** `14:05–14:32`, with seconds when asked for; `14:05–now`. */
export function spanText(
  { startedAt, endedAt }: Spanning,
  { viewer, signs }: View,
  hasSeconds: boolean,
): string {
  const clock = (at: WallMs) => renderClock(at, viewer.zone).slice(0, hasSeconds ? 8 : 5);
  return `${clock(startedAt)}${signs.dash}${endedAt === null ? "now" : clock(endedAt)}`;
}

export function spanJson({ startedAt, endedAt }: Spanning): JsonObject {
  return {
    start: instantJson(startedAt),
    end: endedAt === null ? null : instantJson(endedAt),
    open: endedAt === null,
  };
}

/** `+310 -77`; upper bounds have a `~`. */
export function sumText({ added, removed, exact }: Omit<Touched, "files" | "versions">): string {
  return `${exact ? "" : "~"}+${added} -${removed}`;
}

/** What a prompt is called, for the eyes; empty where it has no name. */
export function labelText(label: string | null): string {
  return label === null || label === "" ? "" : `"${escapeForDisplay(maskPrompt(label))}"`;
}

export function labelJson(label: string | null): string | null {
  return label === null ? null : maskPrompt(label);
}

/** `taken back by op-5`; empty for what stands. */
export function takenBackText(takenBack: TakenBack | undefined): string {
  if (takenBack === undefined) return "";
  const by = takenBack.operations.map((id) => `op-${id}`).join(", ");
  return `${takenBack.isWhole ? "" : "partly "}taken back by ${by}`;
}

export function takenBackJson(takenBack: TakenBack | undefined): JsonObject | null {
  if (takenBack === undefined) return null;
  const { operations, isWhole } = takenBack;
  return { by: operations.map((id) => `op-${id}`), whole: isWhole };
}

export function sumJson({ added, removed, exact }: Omit<Touched, "files" | "versions">) {
  // Present only when the counts are upper bounds.
  return { added, removed, ...(exact ? {} : { exact: false }) };
}

export function touchedJson({ path, kind, renamedFrom, added, removed }: TouchedFile): JsonObject {
  return {
    ...pathFields("path", path),
    kind,
    ...(renamedFrom === null ? {} : pathFields("renamed_from", renamedFrom)),
    added,
    removed,
  };
}
