import {
  type Asker,
  answerQuestion,
  deletedAnswer,
  exactPath,
  listDeletions,
  type Questions,
  readDeleted,
} from "@unf/answers";
import { type AbsPath, joinPath, type RelPath } from "@unf/core/base";
import { limits } from "@unf/core/config";
import { type Entry, type ListRequest, type Mark, toEntries, type Version } from "@unf/view/screen";

/** The project that is asked, and the directory that the narrowest scope is about. */
export interface ListPlace {
  /** `undefined`: all of them. */
  readonly root: string | undefined;
  readonly directory: AbsPath | undefined;
}

export interface ListedEntries {
  readonly entries: readonly Entry[];
  readonly hasMore: boolean;
}

/** The entries of the list, by the question that its source is. */
export function readList(
  asker: Asker,
  request: ListRequest,
  place: ListPlace,
): Promise<ListedEntries> {
  switch (request.source.kind) {
    case "history":
      return readHistory(asker, request, place);
    case "deleted":
      return listDeleted(asker, request, place);
    case "search":
      return search(asker, request.source.text, request, place);
  }
}

/** The versions of one file, the newest first, also under the names that it had before. */
export async function readVersions(
  asker: Asker,
  { root, path }: { readonly root: string; readonly path: string },
): Promise<readonly Version[]> {
  const asked = { ...everything, paths: [pathIn(root, path)], limit: limits.query.rows * 20 };
  const { entries } = await answerQuestion(asker, "log", asked);
  return entries.map((entry) => versionOf(entry, root));
}

const everything: Questions["log"]["asked"] = {
  paths: [],
  isGlobal: false,
  includeProjects: [],
  excludeProjects: [],
  since: undefined,
  until: undefined,
  include: [],
  exclude: [],
  ignoreCase: false,
  kinds: [],
  author: undefined,
  session: undefined,
  turn: undefined,
  interim: false,
  isReverse: false,
  noFollow: false,
  limit: 0,
  cursor: undefined,
};

async function readHistory(
  asker: Asker,
  { only, limit, scope }: ListRequest,
  place: ListPlace,
): Promise<ListedEntries> {
  const { root } = place;
  const paths = pathsOf({ only, scope }, place);
  const answer = await answerQuestion(asker, "log", {
    ...everything,
    paths,
    isGlobal: root === undefined,
    author: only.author?.word,
    session: only.session,
    limit,
  });
  const versions = answer.entries.map((entry) => versionOf(entry, root));
  const entries = toEntries(versions, marksOf(answer, root), {
    isOfPaths: paths.length > 0,
    isOfFile: only.file !== undefined,
    isFiltered: only.author !== undefined || only.session !== undefined,
    isComplete: answer.next === null,
  });
  return { entries, hasMore: answer.next !== null };
}

function pathsOf(
  { only, scope }: Pick<ListRequest, "only" | "scope">,
  { directory }: ListPlace,
): readonly string[] {
  if (only.file !== undefined) return [pathIn(only.file.root, only.file.path)];
  return scope === "directory" && directory !== undefined ? [directory] : [];
}

const pathIn = (root: string, path: string): string => joinPath(root as AbsPath, path as RelPath);

type LogAnswer = Questions["log"]["answer"];

function versionOf(entry: LogAnswer["entries"][number], root: string | undefined): Version {
  const { id, kind: event, at, author, session, turn, operation, cause, added, removed } = entry;
  return {
    kind: "version",
    ...{ id, event, author, session, turn, operation, added, removed },
    root: rootOf(entry, root),
    path: exactPath("path", entry) as RelPath,
    at: Date.parse(at),
    isBaseline: cause === "baseline",
  };
}

/** Of one project's answer the root is not said again. */
function rootOf(
  fields: { readonly root?: string | undefined; readonly root_b64?: string | undefined },
  root: string | undefined,
): string {
  const { root: named } = fields;
  return named === undefined ? (root ?? "") : exactPath("root", { ...fields, root: named });
}

function marksOf(answer: LogAnswer, root: string | undefined): readonly Mark[] {
  return [
    ...answer.turns.map((turn): Mark => {
      const { id, session, agent, label, start, end, taken_back } = turn;
      return {
        kind: "turn",
        ...{ id, session, agent, label },
        root: rootOf(turn, root),
        from: Date.parse(start),
        at: Date.parse(end ?? start),
        isTakenBack: taken_back?.whole === true,
      };
    }),
    ...answer.checkpoints.map((one): Mark => {
      const { id, name, message, at, files } = one;
      return {
        kind: "checkpoint",
        ...{ id, name, message, files },
        root: rootOf(one, root),
        at: Date.parse(at),
      };
    }),
    ...answer.gaps.map((gap): Mark => {
      const { from, to, reason, closed_at, path = null } = gap;
      return {
        kind: "gap",
        root: rootOf(gap, root),
        from: Date.parse(from),
        at: Date.parse(to),
        reason,
        path,
        isOver: closed_at !== null,
      };
    }),
    ...answer.bursts.map((burst): Mark => {
      const { from, to } = burst;
      return {
        kind: "burst",
        root: rootOf(burst, root),
        from: Date.parse(from),
        at: Date.parse(to),
      };
    }),
  ];
}

async function listDeleted(
  asker: Asker,
  request: ListRequest,
  place: ListPlace,
): Promise<ListedEntries> {
  const paths = pathsOf(request, place);
  const found = await readDeleted(asker, { paths, since: undefined }, await asker.openHome());
  const listed = listDeletions(found, request.limit);
  const { files } = deletedAnswer(found, listed);
  const { root } = found.scope.project;
  const entries = files.map((file): Entry => {
    const { deleted_at, author, deletion, last_version } = file;
    return {
      kind: "deleted",
      root,
      path: exactPath("path", file) as RelPath,
      at: Date.parse(deleted_at),
      author,
      deletion,
      last: last_version,
    };
  });
  return { entries, hasMore: listed.length < found.files.length };
}

async function search(
  asker: Asker,
  text: string,
  request: ListRequest,
  place: ListPlace,
): Promise<ListedEntries> {
  const answer = await answerQuestion(asker, "search", {
    text,
    isRegExp: false,
    ignoreCase: true,
    change: undefined,
    paths: pathsOf(request, place),
    since: undefined,
    until: undefined,
    interim: false,
    reveal: false,
    limit: request.limit,
    cursor: undefined,
  });
  const root = exactPath("root", answer);
  const entries = answer.hits.map((hit): Entry => {
    const { version, line, live, last_at } = hit;
    const path = exactPath("path", hit) as RelPath;
    return {
      kind: "hit",
      ...{ root, path, version, line },
      at: Date.parse(last_at),
      text: hit.text,
      isLive: live,
    };
  });
  return { entries, hasMore: answer.next !== null };
}
