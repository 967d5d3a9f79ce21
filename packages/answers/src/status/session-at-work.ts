import type { TimelineReader } from "@unf/core/ports";
import type { Session } from "@unf/core/timeline";
import type { Asker, OpenHome } from "../ports/asker.ts";
import { type OpenScope, openScope } from "../scope/open-scope.ts";
import { reportSession, type SessionReport } from "../sessions/reports.ts";

/** The session at work in a project. */
export interface AtWork {
  readonly project: OpenScope["project"];
  /** `undefined` where there is none. */
  readonly report: SessionReport | undefined;
}

/** `own`: which one is meant, else it is the newest that is open. */
export function readAtWork(asker: Asker, home: OpenHome, own: string | undefined): AtWork {
  const { reader, project } = openScope(asker, home, []);
  const found = findAtWork(reader.timeline, own);
  return {
    project,
    report: found === undefined ? undefined : reportSession(reader.timeline, found),
  };
}

function findAtWork(timeline: TimelineReader, own: string | undefined): Session | undefined {
  const named = own === undefined || own === "" ? undefined : timeline.session(own);
  const sessions = timeline.sessions({ limit: Number.MAX_SAFE_INTEGER });
  return named ?? sessions.find(({ endedAt }) => endedAt === null);
}
