import { type Asker, answerQuestion, exactPath, type Questions } from "@unf/answers";
import { type AbsPath, joinPath, type RelPath } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { Entry, FileVersion, ListRequest } from "@unf/view/screen";

interface Place {
  readonly root: string;
  readonly path: string;
}

/** The versions of one file, the newest first, also under the names that it had before. */
export async function readVersions(asker: Asker, place: Place): Promise<readonly FileVersion[]> {
  const { entries } = await ask(asker, place, { limit: limits.query.rows * 20 });
  return entries.map((version) => ({
    id: version.id,
    path: exactPath("path", version),
    kind: version.kind,
  }));
}

/** The same as lines of the list: each version is an entry, and what was not recorded of the file is one. */
export async function readFileHistory(
  asker: Asker,
  {
    file,
    author,
    session,
    before,
  }: ListRequest["only"] & Pick<ListRequest, "before"> & { readonly file: Place },
) {
  const answer = await ask(asker, file, {
    ...{ author: author?.word, session, cursor: before },
    limit: limits.query.rows,
  });
  const gaps = author === undefined && session === undefined ? answer.gaps : [];
  const entries = [
    ...answer.entries.map((version) => entryOf(version, file.root)),
    ...gaps.filter(isWorthTelling).map((gap) => entryOfGap(gap, file.root)),
  ];
  return { entries: entries.sort((a, b) => (a.to < b.to ? 1 : -1)), next: answer.next };
}

export const pathIn = (root: string, path: string): string =>
  joinPath(root as AbsPath, path as RelPath);

type LogAnswer = Questions["log"]["answer"];
type LogPage = Partial<Questions["log"]["asked"]>;

function ask(asker: Asker, { root, path }: Place, page: LogPage): Promise<LogAnswer> {
  return answerQuestion(asker, "log", {
    ...{ includeProjects: [], excludeProjects: [], include: [], exclude: [], kinds: [] },
    ...{ since: undefined, until: undefined, author: undefined, session: undefined },
    ...{ turn: undefined, cursor: undefined, limit: 0, isGlobal: false, ignoreCase: false },
    ...{ interim: false, isReverse: false, noFollow: false },
    ...page,
    paths: [pathIn(root, path)],
  });
}

function entryOf(version: LogAnswer["entries"][number], root: string): Entry {
  const { id, kind, at, author, session, turn, operation, added, removed } = version;
  const path = exactPath("path", version);
  return {
    id,
    kind: "stretch",
    project: { id: root, root },
    from: at,
    to: at,
    author,
    title: path,
    ...(turn === null ? {} : { turn }),
    ...(session === null ? {} : { session }),
    ...(operation === null ? {} : { operation }),
    files: 1,
    ...{ added, removed },
    paths: [{ path, kind, version: id, before: null, added, removed }],
  };
}

type Gap = LogAnswer["gaps"][number];

/** Shorter ones are of a recorder that was started anew. Unit: ms. */
const shortestGapMs = 1000;

function isWorthTelling({ from, to, closed_at, path }: Gap): boolean {
  if (closed_at === null || (path ?? null) !== null) return true;
  return Date.parse(to) - Date.parse(from) >= shortestGapMs;
}

function entryOfGap({ from, to, reason }: Gap, root: string): Entry {
  return {
    id: `gap ${from}`,
    kind: "gap",
    project: { id: root, root },
    ...{ from, to, cause: reason },
    author: null,
    title: "not everything was recorded",
    ...{ files: 0, added: null, removed: null, paths: [] },
  };
}
