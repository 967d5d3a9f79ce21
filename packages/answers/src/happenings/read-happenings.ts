import { planTakenBack } from "@unf/core/operations";
import type { TimelineReader } from "@unf/core/ports";
import type { BurstMark } from "@unf/core/timeline";
import { authorFields } from "../authors/author-fields.ts";
import { type ListedVersion, type PageBudget, readListing } from "../log/listing.ts";
import { openSelection, type Selection } from "../log/selection.ts";
import { checkpointFields } from "../parts/marks.ts";
import { operationName, turnName, versionName } from "../parts/names.ts";
import { pathFields } from "../parts/path-fields.ts";
import { instant } from "../parts/snapshot.ts";
import type { Asker, OpenHome } from "../ports/asker.ts";
import { projectName } from "../projects/projects-answer.ts";
import { isRecordedNow } from "../projects/read-report.ts";
import { previousOf } from "../scope/version.ts";
import { shownLabel } from "../sessions/report-fields.ts";
import { readStandingRestores, readTakenBack } from "../sessions/taken-back.ts";
import { commandOf, readStory } from "../story/read-story.ts";
import { type Deed, deedOf, type Gathered, gatherStory, goesOn } from "./gather.ts";
import { isFiltered, narrowSelection, openText } from "./picks.ts";
import type { Filters, HappeningsQuestion } from "./question.ts";
import type { HappeningAnswer, HappeningsAnswer } from "./shape.ts";

/**
 * Reads one page of what happened. A happening that a page ends in goes on, under another id, on the next.
 * A page may be empty and not the last: there was much in which nothing is wanted.
 */
export async function readHappenings(
  asker: Asker,
  { limit, versions = versionsMax, before, ...filters }: HappeningsQuestion,
): Promise<HappeningsAnswer> {
  const home = await asker.openHome();
  const selection = await openFiltered(asker, filters, home);
  const isWanted = openWanted(filters);
  let found: HappeningAnswer[] = [];
  let next: string | null | undefined = before;
  let looked = 0;
  do {
    await asker.breathe?.();
    const page = await readPage(asker, selection, { limit, versions, before: next, filters });
    found = page.happenings.filter(isWanted);
    next = page.next;
    looked += page.looked;
  } while (found.length === 0 && next !== null && looked < lookedMax);
  return {
    happenings: found,
    next,
    recording: await isSelectionRecorded(home, selection),
  };
}

/** True where every project that is asked is being recorded. */
export function isSelectionRecorded(home: OpenHome, { sources }: Selection): Promise<boolean> {
  return isRecordedNow(
    home,
    sources.map(({ project }) => project.id),
  );
}

interface PageOf extends Pick<HappeningsQuestion, "limit" | "before"> {
  readonly versions: number;
  readonly filters: Filters;
}

async function readPage(asker: Asker, selection: Selection, page: PageOf) {
  const { gathered, next, looked } = await gatherPage(asker, selection, page);
  const readTakers = openTakers();
  return { happenings: gathered.map((one) => answerOf(one, readTakers)), next, looked };
}

/** One page of a story, where the next one goes on, and how many versions were looked at for it. */
export async function gatherPage(
  asker: Asker,
  selection: Selection,
  { limit, versions, before, filters }: PageOf,
): Promise<GatheredPage> {
  const listing = await readListing(asker, selection, {
    limit,
    budget: countDeeds(limit, versions, planMasses()),
    cursorWord: before,
  });
  const isNarrowed = filters.since !== undefined || filters.until !== undefined;
  const story = await readStory(asker, listing, {
    isOfPaths: (filters.paths ?? []).length > 0,
    isOfFile: false,
    isFiltered: isFiltered(filters),
    isComplete: listing.next === null && !isNarrowed && before === undefined,
  });
  return { gathered: gatherStory(story), next: listing.next, looked: listing.versions.length };
}

interface GatheredPage {
  readonly gathered: readonly Gathered[];
  readonly next: string | null;
  readonly looked: number;
}

/** Judges what is known of a happening only when its versions were gathered, and marks, which are no versions. */
function openWanted({ authors, session, kinds, text }: Filters): (one: HappeningAnswer) => boolean {
  const hasText = text === undefined ? () => true : openText(text);
  return ({ kind, title }) => {
    if (kinds.length > 0 && !kinds.includes(kind)) return false;
    const isMark = kind === "gap" || kind === "checkpoint";
    return !isMark || (authors.length === 0 && session === undefined && hasText(title));
  };
}

/** The versions that pass the filters, settled ones only. */
export async function openFiltered(
  asker: Asker,
  filters: Filters,
  home: OpenHome,
): Promise<Selection> {
  const { isGlobal, paths = [], session, since, until, include, exclude } = filters;
  const selection = await openSelection(
    asker,
    {
      ...{ paths, includeProjects: [], excludeProjects: [], kinds: [] },
      ...{ session, turn: undefined, author: undefined },
      ...{ ignoreCase: false, interim: false, isReverse: false, noFollow: false },
      ...{ isGlobal, since, until, include, exclude },
    },
    home,
  );
  return narrowSelection(selection, filters);
}

/** Versions of one page at most, however few happenings they are: what a page costs is bounded by it. */
export const versionsMax = 5000;

/** After so many a page ends where it can: within a stretch of edits, but in no turn and no mass change. */
const versionsUsual = 1000;

/** Versions of one answer at most, where nothing is wanted of those that were read. */
const lookedMax = 10 * versionsMax;

/** Room for so many happenings; what a moment parts off a stretch is counted with it. */
function countDeeds(
  limit: number,
  versions: number,
  isOfOneMass: (newer: ListedVersion, older: ListedVersion) => boolean,
): PageBudget {
  let deeds = 0;
  let count = 0;
  let last: Deed | undefined;
  return {
    take: (version) => {
      const one = deedOf(version);
      const isNew = last === undefined || !goesOn(last, one);
      if (count >= versions || (isNew && deeds >= limit)) return false;
      if (count >= versionsUsual && (isNew || one.kind === "stretch")) {
        const newer = last?.versions[0];
        if (newer === undefined || !isOfOneMass(newer, version)) return false;
      }
      deeds += isNew ? 1 : 0;
      count += 1;
      last = one;
      return true;
    },
    get fitting() {
      return count;
    },
  };
}

/** Says of two versions whether both are of one mass change. Its marks are read when it is asked first. */
function planMasses(): (newer: ListedVersion, older: ListedVersion) => boolean {
  const known = new Map<TimelineReader, readonly BurstMark[]>();
  return ({ source, snapshot }, older) => {
    if (source !== older.source) return false;
    // Of one instant, as what another recorder kept may be, which sets no marks.
    if (snapshot.at === older.snapshot.at) return true;
    const bursts = known.get(source.timeline) ?? source.timeline.bursts();
    known.set(source.timeline, bursts);
    return bursts.some(({ from, to }) => older.snapshot.at >= from && snapshot.at <= to);
  };
}

function answerOf(
  one: Gathered,
  readTakers: (timeline: TimelineReader) => Takers,
): HappeningAnswer {
  if (one.kind !== "mark") return deedAnswer(one, readTakers);
  const { mark } = one;
  const project = projectAnswer(mark.project);
  const common = { project, author: null, files: 0, added: null, removed: null };
  const none = { paths: [], more_paths: 0 };
  if (mark.kind === "gap") {
    const { id, from, to, reason, path } = mark.gap;
    const what = path === undefined ? "everything" : `everything of ${path.toWellFormed()}`;
    const title = `not ${what} was recorded`;
    const span = { from: instant(from), to: instant(to) };
    return { id: `gap-${id}`, kind: "gap", ...common, ...span, title, cause: reason, ...none };
  }
  const { id, name, at } = checkpointFields(mark.checkpoint);
  return { id, kind: "checkpoint", ...common, from: at, to: at, title: name, ...none };
}

export function deedAnswer(
  deed: Deed,
  readTakers: (timeline: TimelineReader) => Takers,
  pathsMax = pathsInPage,
): HappeningAnswer {
  const { kind, versions, name } = deed;
  const last = newestOf(versions);
  const { source, snapshot, authors } = last;
  const takers = readTakers(source.timeline);
  const { author, session, turn } = authorFields(authors.of(snapshot));
  const byPath = [...Map.groupBy(versions, (version) => version.snapshot.path).values()];
  const times = versions.map((version) => version.snapshot.at);
  const instants = { from: times.reduce((a, b) => (a < b ? a : b), snapshot.at), to: snapshot.at };
  const paths = byPath.slice(0, pathsMax).map(pathAnswer);
  const { operation } = snapshot;
  return {
    id: nameOfDeed(kind, last),
    kind,
    project: projectAnswer(source.project),
    from: instant(instants.from),
    to: instant(times.reduce((a, b) => (a > b ? a : b), instants.to)),
    author: kind === "operation" || kind === "baseline" ? null : author,
    title: titleOf(deed, last, byPath.length),
    ...(name === undefined || kind !== "mass" ? {} : { cause: name }),
    ...(turn === null || kind !== "turn" ? {} : { turn, taken_back_by: takers.ofTurn(turn) }),
    ...(session === null ? {} : { session }),
    ...(operation === null
      ? {}
      : { operation: operationName(operation), taken_back_by: takers.ofOperation(operation) }),
    files: byPath.length,
    ...sumOf(versions),
    paths,
    more_paths: byPath.length - paths.length,
  };
}

/** Tells a deed that ends with this version from every other. */
export function nameOfDeed(kind: Deed["kind"], { source, snapshot }: ListedVersion): string {
  return `${kind}-${projectName(source.project.id)}-${versionName(snapshot.id)}`;
}

/** Files of each happening on a page. */
const pathsInPage = 50;

function newestOf(versions: readonly ListedVersion[]): ListedVersion {
  return versions.reduce((a, b) => (b.snapshot.id > a.snapshot.id ? b : a));
}

function pathAnswer(versions: readonly ListedVersion[]) {
  const last = newestOf(versions);
  const { source, snapshot } = last;
  const first = versions.reduce((a, b) => (b.snapshot.id < a.snapshot.id ? b : a));
  const before = previousOf(source.timeline, first.snapshot, false);
  return {
    ...pathFields("path", snapshot.path),
    kind: snapshot.event,
    version: versionName(snapshot.id),
    before: before === undefined ? null : versionName(before.id),
    ...sumOf(versions),
  };
}

/** `null` where lines of none of them were counted. */
function sumOf(versions: readonly ListedVersion[]) {
  const counts = versions.flatMap(({ snapshot }) => snapshot.counts ?? []);
  if (counts.length === 0) return { added: null, removed: null };
  const sum = (key: "added" | "removed") => counts.reduce((all, one) => all + one[key], 0);
  return { added: sum("added"), removed: sum("removed") };
}

function titleOf({ kind, name }: Deed, last: ListedVersion, files: number): string {
  const { source, snapshot, authors } = last;
  if (name !== undefined) return name;
  const { turn } = authors.of(snapshot);
  const label = turn === null || kind !== "turn" ? "" : (source.timeline.turn(turn)?.label ?? "");
  if (label !== "") return shownLabel(label);
  if (kind === "baseline") return "recording began";
  if (kind === "operation")
    return commandOf(source.timeline.operation(snapshot.operation ?? 0)) ?? kind;
  return files === 1 ? snapshot.path.toWellFormed() : `${files} files`;
}

function projectAnswer({ id, root }: ListedVersion["source"]["project"]) {
  return { id: projectName(id), ...pathFields("root", root) };
}

/** The operations that took a turn or an operation back, by name. */
interface Takers {
  ofTurn(turn: string): string | null;
  ofOperation(id: number): string | null;
}

/** Reads what is common to a project once. */
export function openTakers(): (timeline: TimelineReader) => Takers {
  const known = new Map<TimelineReader, Takers>();
  return (timeline) => {
    const takers = known.get(timeline) ?? takersOf(timeline);
    known.set(timeline, takers);
    return takers;
  };
}

function takersOf(timeline: TimelineReader): Takers {
  let restores: ReturnType<typeof readStandingRestores> | undefined;
  let undone: ReturnType<typeof planTakenBack> | undefined;
  const named = (id: number | undefined) => (id === undefined ? null : operationName(id));
  return {
    ofTurn: (turn) => {
      restores ??= readStandingRestores(timeline);
      const takenBack = readTakenBack(
        timeline,
        { turn: Number(turn.slice(turnName(0).length - 1)) },
        restores,
      );
      return takenBack?.isWhole === true ? named(takenBack.operations.at(-1)) : null;
    },
    ofOperation: (id) => {
      undone ??= planTakenBack(timeline.operations(Number.MAX_SAFE_INTEGER));
      return named(undone.get(id));
    },
  };
}
