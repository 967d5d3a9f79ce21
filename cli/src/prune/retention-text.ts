import type { Config } from "@unf/core/config";
import { configuredPolicy, sayPolicy } from "@unf/core/retention";
import { renderAgo } from "@unf/core/time";
import type { Pruning } from "@unf/core/timeline";
import { countOf, displayWidth } from "../frame/print/columns.ts";
import type { View } from "../frame/print/view.ts";

/**
 * `  keeps everything younger than 24h · 1 per hour for 7d · last thinned 2 h ago, 12 versions`, in two lines
 * where a terminal has no room for it in one.
 */
export function retentionLines(
  config: Config,
  prunings: readonly (Pruning | undefined)[],
  { signs, viewer, terminal }: View,
): string[] {
  const policy = config["retention.auto"]
    ? sayPolicy(configuredPolicy(config))
    : ["everything, until unf prune"];
  const last = newestOf(prunings);
  const [first = "", ...others] = policy;
  const words = [
    `  keeps ${first}`,
    ...others,
    ...(last === undefined
      ? []
      : [`last thinned ${renderAgo(viewer.now - last.at)}, ${countOf(last.snapshots, "version")}`]),
  ];
  const between = ` ${signs.between} `;
  const { width = Number.POSITIVE_INFINITY } = terminal;
  const lines: string[] = [];
  for (const word of words) {
    const longer = lines.length === 0 ? word : `${lines.pop()}${between}${word}`;
    if (displayWidth(longer) <= width) lines.push(longer);
    else lines.push(longer.slice(0, -(between + word).length), `        ${word}`);
  }
  return lines;
}

function newestOf(prunings: readonly (Pruning | undefined)[]): Pruning | undefined {
  return prunings
    .flatMap((pruning) => pruning ?? [])
    .sort((a, b) => a.at - b.at)
    .at(-1);
}
