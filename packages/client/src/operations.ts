import type * as Public from "./public.ts";
import type { Session } from "./session.ts";

/** Operations of unf itself on the project, newest first. */
export function listOperations({ timeline }: Session, limit: number): Public.Operation[] {
  return timeline
    .operations(limit)
    .map(({ id, kind, startedAt, finishedAt, argv, state, files, inverts }) => ({
      id,
      kind,
      startedAt: new Date(startedAt),
      finishedAt: finishedAt === null ? null : new Date(finishedAt),
      argv,
      state,
      files,
      inverts,
    }));
}
