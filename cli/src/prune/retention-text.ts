import type { Config } from "@unf/core/config";
import { configuredPolicy, sayPolicy } from "@unf/core/retention";
import { renderAgo } from "@unf/core/time";
import type { Pruning } from "@unf/core/timeline";
import { countOf } from "../frame/print/columns.ts";
import type { View } from "../frame/print/view.ts";

/** `keeps everything younger than 24h · 1 per hour for 7d · last thinned 2 h ago, 12 versions`. */
export function retentionLine(
  config: Config,
  prunings: readonly (Pruning | undefined)[],
  { signs, viewer }: View,
): string {
  const policy = config["retention.auto"]
    ? sayPolicy(configuredPolicy(config))
    : ["everything, until unf prune"];
  const last = newestOf(prunings);
  const words = [
    `keeps ${policy.join(` ${signs.between} `)}`,
    ...(last === undefined
      ? []
      : [`last thinned ${renderAgo(viewer.now - last.at)}, ${countOf(last.snapshots, "version")}`]),
  ];
  return words.join(` ${signs.between} `);
}

function newestOf(prunings: readonly (Pruning | undefined)[]): Pruning | undefined {
  return prunings
    .flatMap((pruning) => pruning ?? [])
    .sort((a, b) => a.at - b.at)
    .at(-1);
}
