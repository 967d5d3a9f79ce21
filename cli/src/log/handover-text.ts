import { edgeAt, type HandoverEdge } from "@unf/answers";
import { pathToColumn } from "@unf/core/base";
import { escapeForDisplay } from "@unf/core/query";
import { renderLocalIso } from "@unf/core/time";
import { countOf } from "../frame/print/columns.ts";
import type { View } from "../frame/print/view.ts";

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

/** The hand-over's line in a listing. */
function handoverText({ handover: { path, taken }, edge }: HandoverEdge): string {
  const name = escapeForDisplay(path);
  if (edge === "begin") return `${name} is a project of its own from here on`;
  return `${name} is recorded here again: ${countOf(taken ?? 0, "version")} taken over`;
}
