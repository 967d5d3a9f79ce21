import type { ChartSeries } from "@unf/view/page";

/** Patterns of agents, each with a colour of its own. */
export const patterns = [1, 2, 3, 4, 5, 6, 7, 8].map((n) => `agent${n}`);

/** The look of a series: people's bars are plain, those of agents have a pattern each, and so has the rest. */
export function lookOf(series: ChartSeries, all: readonly ChartSeries[]): string {
  if (series.is !== "agent") return series.is;
  const agents = all.filter(({ is }) => is === "agent");
  return patterns[agents.indexOf(series) % patterns.length] ?? "unknown";
}

/** The fill of a look that has a pattern; a plain one has its colour of the style sheet. */
export function fillOf(look: string): string | undefined {
  return look === "you" ? undefined : `url(#${look})`;
}
