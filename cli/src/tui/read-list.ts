import {
  type Asker,
  answerQuestion,
  deletedAnswer,
  exactPath,
  listDeletions,
  type Questions,
  readDeleted,
} from "@unf/answers";
import type { AbsPath } from "@unf/core/base";
import type { Counted, Entry, Listing, ListRequest, WholeRequest } from "@unf/view/screen";
import { pathIn, readFileHistory } from "./read-versions.ts";

/** The project that is asked, and the directory that the narrowest scope is about. */
export interface ListPlace {
  /** `undefined`: all of them. */
  readonly root: string | undefined;
  readonly directory: AbsPath | undefined;
}

export interface ListedEntries {
  readonly entries: readonly Listing[];
  /** Where older ones go on; `null`: these are all. */
  readonly next: string | null;
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

/** The versions that the list goes back to, counted as the chart of the page counts them. */
export async function readCounted(
  asker: Asker,
  request: ListRequest,
  place: ListPlace,
): Promise<Counted> {
  const asked = { ...filtersOf(request, place), buckets: mostBuckets };
  const { from, to, buckets } = await answerQuestion(asker, "density", asked);
  const parts = buckets.map(({ total, ...span }) => {
    return { from: Date.parse(span.from), to: Date.parse(span.to) - 1, weight: total };
  });
  return {
    from: Date.parse(from),
    to: Date.parse(to),
    parts: parts.filter(({ weight }) => weight > 0),
  };
}

/** As many as a wide terminal has columns. */
const mostBuckets = 200;

async function readHistory(
  asker: Asker,
  request: ListRequest,
  place: ListPlace,
): Promise<ListedEntries> {
  const { only, before, isPreview } = request;
  if (only.file !== undefined) return readFileHistory(asker, { ...only, file: only.file, before });
  const { happenings, next } = await answerQuestion(asker, "happenings", {
    ...filtersOf(request, place),
    limit: happeningsInPage,
    versions: isPreview ? versionsInPreview : undefined,
    before,
  });
  return { entries: happenings.map(entryOf), next };
}

function filtersOf(request: ListRequest, place: ListPlace) {
  const { author, session } = request.only;
  return {
    isGlobal: place.root === undefined,
    ...{ since: undefined, until: undefined, include: [], exclude: [], kinds: [] },
    text: undefined,
    paths: pathsOf(request, place),
    session,
    authors: author === undefined ? [] : [author.word],
  };
}

/** A happening with so many of its files; `undefined` where it is called otherwise by now. */
export async function readWhole(
  asker: Asker,
  { list, entry, files }: WholeRequest,
  place: ListPlace,
): Promise<Entry | undefined> {
  const { id, from, to } = entry;
  const { happenings } = await answerQuestion(asker, "happenings", {
    ...filtersOf(list, place),
    ...{ since: from, until: to, whole: { id, files }, limit: 1, before: undefined },
  });
  return happenings.map(entryOf)[0];
}

/** More than most screens have lines. */
const happeningsInPage = 100;

/** So few are read in some ten milliseconds, however few happenings they are. */
const versionsInPreview = 400;

type Told = Questions["happenings"]["answer"]["happenings"][number];

/** As the answer has it, with its paths byte for byte. */
function entryOf(told: Told): Entry {
  const { project, paths } = told;
  return {
    ...told,
    project: { id: project.id, root: exactPath("root", project) },
    paths: paths.map((file) => ({ ...file, path: exactPath("path", file) })),
  };
}

async function listDeleted(
  asker: Asker,
  request: ListRequest,
  place: ListPlace,
): Promise<ListedEntries> {
  const found = await readDeleted(
    asker,
    { paths: pathsOf(request, place), since: undefined },
    await asker.openHome(),
  );
  const listed = listDeletions(found, { limit: request.limit });
  const { files } = deletedAnswer(found, listed);
  const { root } = found.scope.project;
  const entries = files.map((file): Listing => {
    const { deleted_at, author, deletion, last_version } = file;
    return {
      kind: "deleted",
      root,
      path: exactPath("path", file),
      at: Date.parse(deleted_at),
      author,
      deletion,
      last: last_version,
    };
  });
  return { entries, next: listed.length < found.files.length ? "more" : null };
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
  const entries = answer.hits.map((hit): Listing => {
    const { version, line, live, last_at } = hit;
    const path = exactPath("path", hit);
    return {
      kind: "hit",
      ...{ root, path, version, line },
      at: Date.parse(last_at),
      text: hit.text,
      isLive: live,
    };
  });
  return { entries, next: answer.next };
}

function pathsOf(
  { only, scope }: Pick<ListRequest, "only" | "scope">,
  { directory }: ListPlace,
): readonly string[] {
  if (only.file !== undefined) return [pathIn(only.file.root, only.file.path)];
  return scope === "directory" && directory !== undefined ? [directory] : [];
}
