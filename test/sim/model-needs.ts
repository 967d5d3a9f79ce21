import type { BlobId } from "@unf/core/base";
import type { Timeline, TimelineNeeds } from "@unf/core/ports";

/** The needs of a model of a timeline, by its rows, its inbox and the operations it was told of. */
export function modelNeeds(timeline: Timeline): TimelineNeeds {
  const rows = () => [...timeline.find({ within: [], interim: true, order: "oldest" as const })];
  const named = () => rows().flatMap(({ hash }) => hash ?? []);
  const needed = (): Set<BlobId> =>
    new Set([
      ...named(),
      ...timeline.inboxHashes().map(({ hash }) => hash),
      ...timeline
        .operations(1000)
        .flatMap(({ id }) => timeline.steps(id))
        .flatMap(({ from, to }) => [from, to])
        .flatMap((side) => (side.kind === "recorded" ? side.hash : [])),
    ]);
  return {
    needed: (digits) => [...needed()].filter((hash) => hash.startsWith(digits)),
    needs: (hash) => needed().has(hash),
    canBringBack: () => false,
    named: () => ({ hashes: named(), next: undefined }),
    [Symbol.dispose]: () => undefined,
  };
}
