import {
  readStretches,
  reportTurn,
  type Selection,
  type Stretch,
  type TurnReport,
} from "@unf/answers";
import {
  type Gap,
  limits,
  type Operation,
  type RelPath,
  type SnapshotQuery,
  type WallMs,
} from "@unf/core";
import type { ProjectReader } from "@unf/wiring";
import type { World } from "../frame/world/world.ts";
import { readUncommitted } from "./read-uncommitted.ts";

/** What happened lately in one project. */
export interface Recap {
  readonly source: ProjectReader;
  /** Sessions of agents and the work of people, the newest first. */
  readonly recent: readonly RecentStretch[];
  /** Since the first of them began. */
  readonly gaps: readonly Gap[];
  readonly lastOperation: Operation | undefined;
  /** What git has in no commit; `undefined` outside of a checkout. */
  readonly uncommitted: readonly RelPath[] | undefined;
}

export interface RecentStretch {
  readonly stretch: Stretch;
  /** The last turn of a session. */
  readonly lastTurn: TurnReport | undefined;
}

/** Without `since`, so many are told. */
const stretchesUsual = 5;

/** Reads what happened since an instant, or the last few stretches of work. */
export async function readRecap(
  world: Pick<World, "askProgram">,
  source: ProjectReader,
  since: WallMs | undefined,
): Promise<Recap> {
  const { timeline } = source;
  const limit = since === undefined ? stretchesUsual : limits.query.rows;
  const stretches = readStretches(everything(source, since), limit);
  const began = stretches.at(-1)?.startedAt ?? since;
  const [lastOperation] = timeline
    .operations(limits.query.rows)
    .filter(({ state }) => state !== "abandoned");
  return {
    source,
    recent: stretches.map((stretch) => ({ stretch, lastTurn: lastTurnOf(stretch) })),
    gaps: began === undefined ? [] : timeline.gaps(began),
    lastOperation,
    uncommitted: await readUncommitted(world, source.project.root),
  };
}

function lastTurnOf(stretch: Stretch): TurnReport | undefined {
  if (stretch.kind === "person") return undefined;
  const { timeline } = stretch.source;
  const [turn] = timeline.turns({ session: stretch.report.session.id, limit: 1 });
  return turn === undefined ? undefined : reportTurn(timeline, turn);
}

/** All that is settled in a project. */
function everything(source: ProjectReader, since: WallMs | undefined): Selection {
  const query: SnapshotQuery = {
    within: [],
    interim: false,
    departures: "hide",
    order: "newest",
    ...(since === undefined ? {} : { since }),
  };
  return {
    sources: [source],
    isGlobal: false,
    query,
    matches: () => true,
    matchesAll: true,
    trace: [],
    since: undefined,
    until: undefined,
    fingerprint: "",
  };
}
