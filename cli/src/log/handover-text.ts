import {
  escapeForDisplay,
  type Handover,
  pathToColumn,
  renderLocalIso,
  type WallMs,
} from "@unf/core";
import type { JsonObject } from "../frame/print/answer.ts";
import { countOf } from "../frame/print/columns.ts";
import { instantJson } from "../frame/print/snapshot-json.ts";
import type { View } from "../frame/print/view.ts";

/** One end of a span in which another project recorded a directory. */
export interface HandoverEdge {
  readonly handover: Handover;
  readonly edge: "begin" | "end";
}

export function edgesOf(handover: Handover): HandoverEdge[] {
  const begin = { handover, edge: "begin" } as const;
  return handover.to === null ? [begin] : [begin, { handover, edge: "end" }];
}

export function edgeAt({ handover, edge }: HandoverEdge): WallMs {
  return edge === "begin" ? handover.from : (handover.to ?? handover.from);
}

export function handoverLine(edge: HandoverEdge, suffix: string, { paint, signs }: View): string {
  return ` ${paint.heading(`${signs.mark} ${handoverText(edge)}${suffix}`)}`;
}

export function plainHandover(
  edge: HandoverEdge,
  more: readonly string[],
  { viewer }: View,
): string {
  const at = renderLocalIso(edgeAt(edge), viewer.zone);
  return [at, "handover", pathToColumn(edge.handover.path), handoverText(edge), ...more].join("\t");
}

/** In a document. `to` and `taken` are null while it lasts. */
export function handoverJson({ path, project, from, to, taken }: Handover): JsonObject {
  return {
    path: pathToColumn(path),
    project,
    from: instantJson(from),
    to: to === null ? null : instantJson(to),
    taken,
  };
}

/** What a listing says of it. */
function handoverText({ handover: { path, taken }, edge }: HandoverEdge): string {
  const name = escapeForDisplay(path);
  if (edge === "begin") return `${name} is a project of its own from here on`;
  return `${name} is recorded here again: ${countOf(taken ?? 0, "version")} taken over`;
}
