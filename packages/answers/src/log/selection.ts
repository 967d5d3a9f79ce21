import { baseName, type RelPath, UnfError, type WallMs } from "@unf/core/base";
import type { SnapshotQuery } from "@unf/core/ports";
import { fingerprintQuery, type Order, type PlannedFilter, planFilter } from "@unf/core/query";
import { requireSession, requireTurn } from "@unf/core/sessions";
import { parseSessionWord, parseTurnWord } from "@unf/core/time";
import type { Among, EventType, Snapshot } from "@unf/core/timeline";
import type { ProjectEntry } from "@unf/maintenance";
import { parseAuthorWord } from "../authors/author-filter.ts";
import type { Authors } from "../authors/authors.ts";
import type { Asker, OpenHome } from "../ports/asker.ts";
import type { ProjectReader } from "../ports/history.ts";
import { type OpenScope, openScope, readTimeFlag } from "../scope/open-scope.ts";
import { resolvePath } from "../scope/paths.ts";
import type { ResolvedTime } from "../scope/time.ts";
import type { LogQuestion } from "./question.ts";
import { readTrace, type Segment } from "./trace.ts";

/** Which rows of which projects a listing is about. */
export interface Selection {
  readonly sources: readonly ProjectReader[];
  readonly isGlobal: boolean;
  readonly query: SnapshotQuery;
  readonly matches: (path: RelPath) => boolean;
  /** Judges a row that the timeline gives; none: all of them. */
  readonly isPicked?: (row: Snapshot, authors: Authors, source: ProjectReader) => boolean;
  /** True when rows are left out by what the whole project is asked for alone. */
  readonly matchesAll: boolean;
  /** True when the query says all, so that the timeline may count by itself. */
  readonly isCounted: boolean;
  /** The names of the one file that is listed, the newest first; none when it had only one. */
  readonly trace: readonly Segment[];
  readonly since: ResolvedTime | undefined;
  readonly until: ResolvedTime | undefined;
  /** The same for every page of one listing. */
  readonly fingerprint: string;
}

/** Turns flags and words into a selection and opens the projects it needs. */
export async function openSelection(
  asker: Asker,
  question: LogQuestion,
  home: OpenHome,
): Promise<Selection> {
  const filter = planFilter({
    include: question.include,
    exclude: question.exclude,
    ignoreCase: question.ignoreCase,
  });
  if (filter.kind === "invalid")
    throw new UnfError("usage", filter.why, { hint: "unf log --help" });
  const { sources, within, scope } = openSources(asker, question, home);
  const since = await readTimeFlag(
    asker,
    { name: "since", input: question.since, purpose: "since" },
    scope,
  );
  const until = await readTimeFlag(
    asker,
    { name: "until", input: question.until, purpose: "until" },
    scope,
  );
  if (since !== undefined && until !== undefined && since.at > until.at) {
    throw new UnfError("usage", "--since lies after --until");
  }
  const isNarrow = question.include.length + question.exclude.length > 0;
  const order: Order = question.isReverse ? "oldest" : "newest";
  const query = {
    within,
    ...bounds(since, until),
    ...(question.kinds.length === 0
      ? {}
      : { events: question.kinds satisfies readonly EventType[] }),
    ...authorship(question, scope),
    ...(isNarrow ? { among: [amongOf(filter, question)] } : {}),
    interim: question.interim,
    // Where the whole project is listed, so is the rename of every departure.
    ...(within.length === 0 && !question.interim ? { departures: "hide" as const } : {}),
    order,
  };
  return {
    sources,
    isGlobal: question.isGlobal,
    query,
    matches: filter.matches,
    trace: traceOf(scope, question),
    matchesAll: !isNarrow && question.author !== "human",
    isCounted: true,
    since,
    until,
    fingerprint: fingerprintQuery([
      question.isGlobal
        ? [question.includeProjects, question.excludeProjects]
        : sources.map(({ project }) => project.id),
      within,
      [question.include, question.exclude, question.ignoreCase, question.kinds, question.interim],
      ...(question.noFollow ? ["no-follow"] : []),
      ...authorshipWords(question),
      [question.since, question.until, order],
    ]),
  };
}

function amongOf(
  { matches, directories, alike }: Extract<PlannedFilter, { kind: "filter" }>,
  { include, exclude, ignoreCase }: LogQuestion,
): Among {
  const key = JSON.stringify(["globs", include, exclude, ignoreCase]);
  return { isPath: matches, directories, alike, key };
}

function authorship(
  question: LogQuestion,
  scope: OpenScope | undefined,
): Pick<SnapshotQuery, "session" | "turn" | "author"> {
  const { session, turn, author } = question;
  if (scope === undefined && (session !== undefined || turn !== undefined)) {
    throw new UnfError("usage", "--session and --turn are about one project, not --global");
  }
  const timeline = scope?.reader.timeline;
  return {
    ...(session === undefined || timeline === undefined
      ? {}
      : { session: requireSession(timeline, parseSessionWord(session)).id }),
    ...(turn === undefined || timeline === undefined
      ? {}
      : { turn: requireTurn(timeline, parseTurnWord(turn)).id }),
    ...(author === undefined ? {} : { author: parseAuthorWord(author) }),
  };
}

/** Only what is given: cursors of listings without it stay as they were. */
function authorshipWords({ author, session, turn }: LogQuestion): readonly string[][] {
  const words = { author, session, turn };
  return Object.entries(words).flatMap(([name, word]) =>
    word === undefined ? [] : [[name, word]],
  );
}

function traceOf(scope: OpenScope | undefined, question: LogQuestion): readonly Segment[] {
  if (scope?.file === undefined || scope.file === "" || question.noFollow) return [];
  return readTrace(scope.reader.timeline, scope.file);
}

function openSources(
  asker: Asker,
  question: LogQuestion,
  home: OpenHome,
): {
  readonly sources: readonly ProjectReader[];
  readonly within: readonly RelPath[];
  readonly scope: OpenScope | undefined;
} {
  if (!question.isGlobal) {
    const scope = openScope(asker, home, question.paths);
    return { sources: [scope.reader], within: scope.within, scope };
  }
  const isNamed = namedBy(asker, question);
  const entries = home.reader.projects().filter(isNamed);
  if (entries.length === 0) {
    throw new UnfError("not_watched", "no project is selected", { hint: "unf list --all" });
  }
  return {
    sources: entries.map((entry) => asker.own(home.reader.open(entry))),
    within: [],
    scope: undefined,
  };
}

function namedBy(asker: Asker, question: LogQuestion): (entry: ProjectEntry) => boolean {
  const include = question.includeProjects.map((word) => projectMatcher(asker, word));
  const exclude = question.excludeProjects.map((word) => projectMatcher(asker, word));
  return (entry) =>
    (include.length === 0 || include.some((matches) => matches(entry))) &&
    !exclude.some((matches) => matches(entry));
}

/** A word names a project by its directory's name, by a path, or by either with `*` for any text. */
function projectMatcher(asker: Asker, word: string): (entry: ProjectEntry) => boolean {
  const isPath = word.includes("/") || word === "." || word === "..";
  const wanted = isPath ? resolvePath(asker.cwd(), word) : word;
  const pattern = new RegExp(`^${wanted.split("*").map(escapeRegExp).join(".*")}$`, "su");
  return ({ root }) => pattern.test(isPath ? root : baseName(root));
}

function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

function bounds(
  since: ResolvedTime | undefined,
  until: ResolvedTime | undefined,
): { since?: WallMs; until?: WallMs } {
  return {
    ...(since === undefined ? {} : { since: since.at }),
    ...(until === undefined ? {} : { until: until.at }),
  };
}
