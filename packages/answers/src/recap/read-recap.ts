import type { RelPath, WallMs } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { SnapshotQuery } from "@unf/core/ports";
import type { Gap, Operation } from "@unf/core/timeline";
import type { Selection } from "../log/selection.ts";
import { readStretches, type Stretch } from "../log/stretches.ts";
import type { Asker } from "../ports/asker.ts";
import type { ProjectReader } from "../ports/history.ts";
import { type OpenScope, openScope, readTimeFlag } from "../scope/open-scope.ts";
import type { ResolvedTime } from "../scope/time.ts";
import { openMerges } from "../sessions/merged-back.ts";
import { reportTurn, type TurnReport } from "../sessions/reports.ts";
import { readStandingRestores } from "../sessions/taken-back.ts";
import type { RecapQuestion } from "./question.ts";
import { readUncommitted } from "./read-uncommitted.ts";

/** The latest work in one project. */
export interface Recap {
  readonly source: ProjectReader;
  /** Sessions of agents and the work of people, the newest first. */
  readonly recent: readonly RecentStretch[];
  /** Since the first of them began. */
  readonly gaps: readonly Gap[];
  readonly lastOperation: Operation | undefined;
  /** Files that git has in no commit; `undefined` outside of a checkout. */
  readonly uncommitted: readonly RelPath[] | undefined;
}

export interface RecentStretch {
  readonly stretch: Stretch;
  /** The last turn of a session. */
  readonly lastTurn: TurnReport | undefined;
}

/** The latest work in the projects that are asked about. */
export interface Recaps {
  /** The one project; `undefined` where all are asked about. */
  readonly scope: OpenScope | undefined;
  readonly since: ResolvedTime | undefined;
  readonly recaps: readonly Recap[];
}

/** Reads what happened lately. */
export async function readRecaps(
  asker: Asker,
  { since: word, isGlobal }: RecapQuestion,
): Promise<Recaps> {
  const home = await asker.openHome();
  const { reader } = home;
  const scope = isGlobal ? undefined : openScope(asker, home, []);
  const since = await readTimeFlag(asker, { name: "since", input: word, purpose: "since" }, scope);
  const watched = reader.projects().filter((project) => project.watched);
  const sources =
    scope === undefined
      ? watched.map((project) => asker.own(reader.open(project)))
      : [scope.reader];
  const recaps = await Promise.all(sources.map((source) => readProject(asker, source, since?.at)));
  return { scope, since, recaps };
}

/** Without `since`, so many are told. */
const stretchesUsual = 5;

/** Reads the work in one project since an instant, or the last few stretches of it. */
async function readProject(
  asker: Pick<Asker, "askProgram" | "breathe">,
  source: ProjectReader,
  since: WallMs | undefined,
): Promise<Recap> {
  const { timeline } = source;
  const limit = since === undefined ? stretchesUsual : limits.query.rows;
  const stretches = await readStretches(asker, everything(source, since), limit);
  const began = stretches.at(-1)?.startedAt ?? since;
  const [lastOperation] = timeline
    .operations(limits.query.rows)
    .filter(({ state }) => state !== "abandoned");
  return {
    source,
    recent: stretches.map((stretch) => ({ stretch, lastTurn: lastTurnOf(stretch) })),
    gaps: began === undefined ? [] : timeline.gaps(began),
    lastOperation,
    uncommitted: await readUncommitted(asker, source.project.root),
  };
}

function lastTurnOf(stretch: Stretch): TurnReport | undefined {
  if (stretch.kind === "person") return undefined;
  const { timeline } = stretch.source;
  const restores = readStandingRestores(timeline, openMerges(stretch.source));
  const [turn] = timeline.turns({ session: stretch.report.session.id, limit: 1 });
  return turn === undefined ? undefined : reportTurn(timeline, turn, restores);
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
    ...{ matchesAll: true, isCounted: true },
    trace: [],
    since: undefined,
    until: undefined,
    fingerprint: "",
  };
}
