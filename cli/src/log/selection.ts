import {
  baseName,
  type EventType,
  fingerprintQuery,
  type Order,
  parseSessionWord,
  parseTurnWord,
  planFilter,
  type RelPath,
  requireSession,
  requireTurn,
  type SnapshotQuery,
  UnfError,
  type WallMs,
} from "@unf/core";
import type { ProjectEntry, ProjectReader } from "@unf/wiring";
import { parseAuthorWord } from "../authors/author-filter.ts";
import type { FlagTable } from "../frame/argv/flag.ts";
import type { Call } from "../frame/call/command.ts";
import { type OpenHome, type OpenScope, openScope, readTimeFlag } from "../scope/open-scope.ts";
import { resolvePath } from "../scope/paths.ts";
import type { ResolvedTime } from "../scope/time.ts";
import type { LogFlags } from "./flags.ts";
import { readTrace, type Segment } from "./trace.ts";

/** Which rows of which projects a listing is about. */
export interface Selection {
  readonly sources: readonly ProjectReader[];
  readonly isGlobal: boolean;
  readonly query: SnapshotQuery;
  readonly matches: (path: RelPath) => boolean;
  /** True when the query says all, so that the timeline may count by itself. */
  readonly matchesAll: boolean;
  /** The names of the one file that is listed, the newest first; none when it had only one. */
  readonly trace: readonly Segment[];
  readonly since: ResolvedTime | undefined;
  readonly until: ResolvedTime | undefined;
  /** The same for every page of one listing. */
  readonly fingerprint: string;
}

/** Turns flags and words into a selection and opens the projects it needs. */
export async function openSelection(
  call: Call<FlagTable>,
  flags: LogFlags,
  home: OpenHome,
): Promise<Selection> {
  const filter = planFilter({
    include: flags.include,
    exclude: flags.exclude,
    ignoreCase: flags["ignore-case"],
  });
  if (filter.kind === "invalid")
    throw new UnfError("usage", filter.why, { hint: "unf log --help" });
  const { sources, within, scope } = openSources(call, flags, home);
  const since = await readTimeFlag(
    call,
    { name: "since", input: flags.since, purpose: "since" },
    scope,
  );
  const until = await readTimeFlag(
    call,
    { name: "until", input: flags.until, purpose: "until" },
    scope,
  );
  if (since !== undefined && until !== undefined && since.at > until.at) {
    throw new UnfError("usage", "--since lies after --until");
  }
  const order: Order = flags.reverse ? "oldest" : "newest";
  const query = {
    within,
    ...bounds(since, until),
    ...(flags.kind.length === 0 ? {} : { events: flags.kind satisfies readonly EventType[] }),
    ...authorship(flags, scope),
    interim: flags.all,
    // Where the whole project is listed, so is the rename of every departure.
    ...(within.length === 0 && !flags.all ? { departures: "hide" as const } : {}),
    order,
  };
  return {
    sources,
    isGlobal: flags.global,
    query,
    matches: filter.matches,
    trace: traceOf(scope, flags),
    // Whether a row is a person's the timeline cannot say by itself.
    matchesAll:
      flags.include.length === 0 && flags.exclude.length === 0 && flags.author !== "human",
    since,
    until,
    fingerprint: fingerprintQuery([
      flags.global
        ? [flags["include-project"], flags["exclude-project"]]
        : sources.map(({ project }) => project.id),
      within,
      [flags.include, flags.exclude, flags["ignore-case"], flags.kind, flags.all],
      ...(flags["no-follow"] ? ["no-follow"] : []),
      ...authorshipWords(flags),
      [flags.since, flags.until, order],
    ]),
  };
}

function authorship(
  flags: LogFlags,
  scope: OpenScope | undefined,
): Pick<SnapshotQuery, "session" | "turn" | "author"> {
  const { session, turn, author } = flags;
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
function authorshipWords({ author, session, turn }: LogFlags): readonly string[][] {
  const words = { author, session, turn };
  return Object.entries(words).flatMap(([name, word]) =>
    word === undefined ? [] : [[name, word]],
  );
}

function traceOf(scope: OpenScope | undefined, flags: LogFlags): readonly Segment[] {
  if (scope?.file === undefined || scope.file === "" || flags["no-follow"]) return [];
  return readTrace(scope.reader.timeline, scope.file);
}

function openSources(
  call: Call<FlagTable>,
  flags: LogFlags,
  home: OpenHome,
): {
  readonly sources: readonly ProjectReader[];
  readonly within: readonly RelPath[];
  readonly scope: OpenScope | undefined;
} {
  if (!flags.global) {
    if (flags["include-project"].length + flags["exclude-project"].length > 0) {
      throw new UnfError("usage", "--include-project and --exclude-project need --global");
    }
    const scope = openScope(call, home, call.args);
    return { sources: [scope.reader], within: scope.within, scope };
  }
  if (call.args.length > 0 || call.globals.project !== undefined) {
    throw new UnfError(
      "usage",
      "--global is about all projects and takes no path and no --project",
      {
        hint: "use --include for paths and --include-project for projects",
      },
    );
  }
  const isNamed = namedBy(call, flags);
  const entries = home.reader.projects().filter(isNamed);
  if (entries.length === 0) {
    throw new UnfError("not_watched", "no project is selected", { hint: "unf list --all" });
  }
  return {
    sources: entries.map((entry) => call.own(home.reader.open(entry))),
    within: [],
    scope: undefined,
  };
}

function namedBy(call: Call<FlagTable>, flags: LogFlags): (entry: ProjectEntry) => boolean {
  const include = flags["include-project"].map((word) => projectMatcher(call, word));
  const exclude = flags["exclude-project"].map((word) => projectMatcher(call, word));
  return (entry) =>
    (include.length === 0 || include.some((matches) => matches(entry))) &&
    !exclude.some((matches) => matches(entry));
}

/** A word names a project by its directory's name, by a path, or by either with `*` for any text. */
function projectMatcher(call: Call<FlagTable>, word: string): (entry: ProjectEntry) => boolean {
  const isPath = word.includes("/") || word === "." || word === "..";
  const wanted = isPath ? resolvePath(call.world.cwd(), word) : word;
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
