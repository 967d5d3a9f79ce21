import type { WallMs } from "@unf/core/base";
import type { Handover } from "@unf/core/timeline";

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
