import { decideAuthorType, planPresence } from "@unf/core/attribution";
import type { WallMs } from "@unf/core/base";
import type { Density, SnapshotQuery, TimelineReader } from "@unf/core/ports";
import type { Snapshot } from "@unf/core/timeline";

/** The obvious way. `rows`: those that its query finds. */
export function fakeDensity(
  { sessions, candidates }: Pick<TimelineReader, "candidates" | "sessions">,
  rows: readonly Snapshot[],
  author: SnapshotQuery["author"],
  boundaries: readonly WallMs[],
): Density {
  const wasAbout = planPresence(sessions({ limit: Number.MAX_SAFE_INTEGER }));
  const authorOf = (row: Snapshot) => {
    const type = decideAuthorType(row, () => wasAbout(row.at), candidates(row.id));
    return { type, name: type === "agent" ? row.author.agent : null };
  };
  const wanted = author === undefined ? undefined : [author].flat();
  const told = rows.filter((row) => {
    const { type, name } = authorOf(row);
    return (
      wanted?.some((one) => {
        if (typeof one === "object") return name === one.agent;
        return type === (one === "human" ? "human" : "agent");
      }) !== false
    );
  });
  const countOf = (isMeant: (row: Snapshot) => boolean) =>
    boundaries.slice(1).map((end, index) => {
      const start = boundaries[index] ?? end;
      return told.filter((row) => isMeant(row) && row.at >= start && row.at < end).length;
    });
  const names = new Set(told.flatMap((row) => authorOf(row).name ?? []));
  const ofAgents = [...names].map((name) => {
    return [name, countOf((row) => authorOf(row).name === name)] as const;
  });
  return {
    total: countOf(() => true),
    human: countOf((row) => authorOf(row).type === "human"),
    agents: new Map(ofAgents.filter(([, counts]) => counts.some((count) => count > 0))),
  };
}
