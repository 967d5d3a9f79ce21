import { type RelPath, type Steps, UnfError } from "@unf/core/base";
import { requireReach, type TimelineReader } from "@unf/core/ports";
import { planFilter } from "@unf/core/query";
import { requireSession, requireTurn } from "@unf/core/sessions";
import { parseSessionWord, parseTurnWord, renderResolved } from "@unf/core/time";
import type { Point, Snapshot } from "@unf/core/timeline";
import { quotedLabel } from "../parts/mask-prompt.ts";
import { turnName, versionName } from "../parts/names.ts";
import { instant } from "../parts/snapshot.ts";
import type { Asker } from "../ports/asker.ts";
import { type OpenScope, readTimeFlag, viewerOf } from "../scope/open-scope.ts";
import type { ThinnedFile } from "../scope/thinned.ts";
import { type ResolvedTime, renderTime, timeFields, toPoint } from "../scope/time.ts";
import { parseVersionWord, previousOf, stepBack } from "../scope/version.ts";
import { compareDoing, type Doing } from "./compare-doing.ts";
import { type FileChange, pathOf } from "./file-change.ts";
import { hasEffect, isDifferentBetween, isDifferentOnDisk } from "./find-difference.ts";
import type { DiffQuestion } from "./question.ts";
import type { SideAnswer } from "./shape.ts";
import { changesBetween, changesToDisk, recordedSide } from "./sides.ts";
import { beforeAll, findBaselineEnd, findBeginning, findLastRun } from "./span.ts";

/** Two sides that are compared. Nothing is compared before it is asked for. */
export interface Comparison {
  readonly changes: () => Steps<readonly FileChange[]>;
  /** True when there is any change. Looks only as far as the first one. */
  readonly isDifferent: () => Steps<boolean>;
  readonly from: SideAnswer;
  readonly to: SideAnswer;
  /** Once the changes are read: files that cannot be compared. */
  readonly thinned?: readonly ThinnedFile[];
}

type Matches = (path: RelPath) => boolean;

/** Reads the two sides that the flags name. */
export async function readComparison(
  asker: Asker,
  question: DiffQuestion,
  scope: OpenScope,
): Promise<Comparison> {
  const filter = planFilter({
    include: question.include,
    exclude: question.exclude,
    ignoreCase: false,
  });
  if (filter.kind === "invalid")
    throw new UnfError("usage", filter.why, { hint: "unf diff --help" });
  const matched = { ...scope, matches: filter.matches, thinned: [] };
  const doing = findDoing(asker, question, scope.reader.timeline);
  if (doing !== undefined) return compareDoing(matched, doing, viewerOf(asker).now);
  return question.version === undefined
    ? compareInstants(asker, question, matched)
    : compareVersion(scope, question.version, filter.matches);
}

type Matched = OpenScope & { readonly matches: Matches; readonly thinned: ThinnedFile[] };

async function compareInstants(
  asker: Asker,
  question: DiffQuestion,
  scope: Matched,
): Promise<Comparison> {
  const { reader } = scope;
  const now = viewerOf(asker).now;
  const given = await readTimeFlag(asker, question.from, scope);
  const start = given === undefined ? lastRun(asker, scope) : startAt(asker, scope, given);
  const disk: SideAnswer = { disk: true, resolved: instant(now) };
  if (start === undefined) {
    return { changes: () => known([]), isDifferent: () => known(false), from: disk, to: disk };
  }
  const end = await readTimeFlag(asker, question.to, scope);
  if (end === undefined) {
    const fs = await asker.fileSystem();
    return {
      changes: () => changesToDisk(reader, fs, start.point, scope),
      isDifferent: () => isDifferentOnDisk(reader, fs, start.point, scope),
      from: start.json,
      to: disk,
      thinned: scope.thinned,
    };
  }
  checkOrder(given, end);
  const points = { from: start.point, to: toPoint(end) };
  return {
    changes: () => changesBetween(reader, points, scope),
    isDifferent: () => isDifferentBetween(reader, points, scope),
    from: start.json,
    to: timeFields(end),
    thinned: scope.thinned,
  };
}

/** Before the first sweep was through, nobody knows the whole state: its end is meant, and that is said. */
function startAt(asker: Asker, { reader: { timeline } }: OpenScope, given: ResolvedTime): Start {
  const point = toPoint(given);
  const swept = "at" in point ? findBaselineEnd(timeline, point.at) : undefined;
  const first = "at" in point ? findBeginning(timeline, point.at) : undefined;
  const begin = swept ?? first;
  if (begin === undefined) {
    requireReach(timeline, point);
    return { point, json: timeFields(given) };
  }
  const began = renderResolved(begin.at, viewerOf(asker));
  asker.warn(
    swept === undefined
      ? `the history begins ${began}, and what stood before is not known; comparing with nothing`
      : `recording began ${began}; comparing with the state then`,
  );
  return {
    point: swept === undefined ? beforeAll : { id: swept.id },
    json: { ...timeFields(given), recorded_since: instant(begin.at) },
  };
}

interface Start {
  readonly point: Point;
  readonly json: SideAnswer;
}

/** Where the comparison starts when nobody says: before the last run of changes. */
function lastRun(asker: Asker, { reader, within }: OpenScope): Start | undefined {
  const run = findLastRun(reader.timeline, within);
  if (run === undefined) {
    asker.note("nothing has changed since recording began");
    return undefined;
  }
  const time: ResolvedTime = { input: "", at: run.at, version: undefined };
  asker.note(renderTime("last run of changes, from before", time, viewerOf(asker)));
  return { point: run.before, json: { input: null, resolved: instant(run.at) } };
}

function checkOrder(from: ResolvedTime | undefined, to: ResolvedTime): void {
  if (from === undefined) return;
  const [one, other] = [toPoint(from), toPoint(to)];
  // Where the clock was set back, an earlier version may have the later instant.
  const isLater = "id" in one && "id" in other ? one.id > other.id : from.at > to.at;
  if (isLater) {
    throw new UnfError("usage", `${from.input} lies after ${to.input}; name the earlier one first`);
  }
}

function compareVersion({ reader, within }: OpenScope, word: string, matches: Matches): Comparison {
  const named = parseVersionWord(word);
  if (named === undefined)
    throw new UnfError("usage", `--version takes a version such as v1234, not "${word}"`);
  const after = stepBack(reader.timeline, named.id, named.back);
  if (
    within.length > 0 &&
    !within.some((path) => after.path === path || after.path.startsWith(`${path}/`))
  ) {
    throw new UnfError("not_found", `v${after.id} is a version of ${after.path}`, {
      hint: `unf diff --version v${after.id}`,
    });
  }
  const before = previousOf(reader.timeline, after, !after.settled);
  const change = {
    before: before === undefined ? undefined : recordedSide(reader, before),
    after: recordedSide(reader, after),
  };
  const isEmpty = change.before === undefined && change.after === undefined;
  const changes = isEmpty || !matches(pathOf(change)) ? [] : [change];
  return {
    changes: () => known(changes),
    isDifferent: () => known(changes.some(hasEffect)),
    from: versionFields(before),
    to: versionFields(after),
  };
}

/** A value for which nothing is looked at. */
function* known<T>(value: T): Steps<T> {
  yield;
  return value;
}

function versionFields(snapshot: Snapshot | undefined): SideAnswer {
  if (snapshot === undefined) return { version: null };
  return { version: versionName(snapshot.id), resolved: instant(snapshot.at) };
}

/** The session or turn that is asked about, the newest when none is named; says which it is. */
function findDoing(
  asker: Asker,
  { session, turn }: DiffQuestion,
  timeline: TimelineReader,
): Doing | undefined {
  if (session !== undefined) {
    const found = requireSession(timeline, session === "" ? undefined : parseSessionWord(session));
    asker.note(`session ${found.id} ${quotedLabel(found.label)}`.trimEnd());
    return { kind: "session", id: found.id };
  }
  if (turn === undefined) return undefined;
  const found = requireTurn(timeline, turn === "" ? undefined : parseTurnWord(turn));
  asker.note(
    `turn ${turnName(found.id)} of ${found.session} ${quotedLabel(found.label)}`.trimEnd(),
  );
  return { kind: "turn", id: found.id };
}
