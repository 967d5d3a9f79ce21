import { type BlobId, parseBlobId, type RelPath, type SnapshotId, UnfError } from "@unf/core/base";
import { type ForgetOrder, isGlob, patternOfPath } from "@unf/core/forget";
import type { ProjectEntry } from "@unf/maintenance";
import type { Asker } from "../ports/asker.ts";
import type { HomeReader, ProjectReader } from "../ports/history.ts";
import { readTimeFlag } from "../scope/open-scope.ts";
import { resolveScope } from "../scope/scope.ts";
import { toPoint } from "../scope/time.ts";
import { findVersion, parseVersionWord } from "../scope/version.ts";
import type { ForgetQuestion } from "./question.ts";

/** The part of the history to forget, and the projects. */
export interface ForgetChoice {
  readonly what: "paths" | "content" | "before" | "project";
  readonly projects: readonly ProjectEntry[];
  /** With `paths`, in the syntax of ignore files. */
  readonly patterns: readonly string[];
  readonly hash: BlobId | null;
  readonly before: SnapshotId | 0 | null;
}

const newest = Number.MAX_SAFE_INTEGER as SnapshotId;
const nothing = { patterns: [], hash: null, before: null } as const;

/** Reads from words what is meant. Throws `usage` when that is nothing, or several things. */
export async function chooseForget(
  asker: Asker,
  question: ForgetQuestion,
  reader: HomeReader,
): Promise<ForgetChoice> {
  const { words, hash, before } = question;
  const ways = [words.length > 0, hash !== undefined, before !== undefined];
  if (ways.filter(Boolean).length > 1)
    throw new UnfError("usage", "paths, --hash and --before exclude each other");
  if (question.everything && ways.some(Boolean))
    throw new UnfError("usage", "--everything goes with --project alone");
  if (words.some((word) => word === "")) throw new UnfError("usage", "a path is empty");
  if (hash !== undefined) return chooseContent(asker, reader, hash);
  const project = findProject(asker, reader);
  if (before !== undefined) return chooseBefore(asker, project, { reader, input: before });
  if (words.length > 0) return choosePaths(asker, reader, words);
  if (asker.namedProject === undefined) {
    throw new UnfError("usage", "nothing is named to forget", {
      hint: "name paths or a quoted glob; for the whole history: unf forget --project <dir>",
    });
  }
  if (question.isAssented && !question.everything) {
    // A list of paths that came out empty must not mean all of them.
    throw new UnfError(
      "needs_confirmation",
      "no path is named, and --yes alone forgets no project",
      {
        hint: "name paths; for the whole history: --project <dir> --everything --yes",
      },
    );
  }
  return { ...nothing, what: "project", projects: [project] };
}

/** The orders as a plan looks at them: of every row there is. */
export function ordersOf({ what, patterns, hash, before }: ForgetChoice): ForgetOrder[] {
  const usual = { pattern: null, upTo: newest, hashes: [] };
  switch (what) {
    case "paths":
      return patterns.map((pattern) => ({ ...usual, kind: "path", pattern }));
    case "content":
      return [{ ...usual, kind: "content", hashes: hash === null ? [] : [hash] }];
    case "before":
      return [{ ...usual, kind: "before", upTo: before ?? 0 }];
    case "project":
      return [{ ...usual, kind: "project" }];
  }
}

function findProject(asker: Asker, reader: HomeReader): ProjectEntry {
  return resolveScope({ projects: reader.projects(), asker, pathWords: [] }).project;
}

function choosePaths(asker: Asker, reader: HomeReader, named: readonly string[]): ForgetChoice {
  const globs = named.filter(isGlob);
  const words = named.filter((word) => !isGlob(word));
  const { project, within } = resolveScope({
    projects: reader.projects(),
    asker,
    pathWords: words,
  });
  if (within.includes("" as RelPath)) {
    throw new UnfError("usage", "the whole project is meant by --project <dir>, without a path");
  }
  const patterns = [...within.map(patternOfPath), ...globs];
  return { ...nothing, what: "paths", projects: [project], patterns };
}

function chooseContent(asker: Asker, reader: HomeReader, word: string): ForgetChoice {
  const all = reader.projects();
  const named = parseVersionWord(word);
  if (named === undefined) {
    const hash = parseBlobId(word.replace(/^b3:/, ""));
    if (hash !== undefined) return { ...nothing, what: "content", projects: all, hash };
    throw new UnfError("usage", `--hash takes a digest or a version such as v1234, not "${word}"`);
  }
  using project = reader.open(findProject(asker, reader));
  const { hash } = findVersion(project.timeline, named.id);
  if (hash === null) throw new UnfError("not_found", `v${named.id} is a deletion`);
  return { ...nothing, what: "content", projects: all, hash };
}

async function chooseBefore(
  asker: Asker,
  entry: ProjectEntry,
  { reader, input }: { readonly reader: HomeReader; readonly input: string },
): Promise<ForgetChoice> {
  using project = reader.open(entry);
  const scope = { reader: project, file: undefined };
  const time = await readTimeFlag(asker, { name: "before", input, purpose: "at" }, scope);
  const point = time === undefined ? { id: 0 as SnapshotId } : toPoint(time);
  const before = "id" in point ? point.id : lastBefore(project, point.at);
  return { ...nothing, what: "before", projects: [entry], before };
}

/** The newest row that was recorded before an instant. */
function lastBefore({ timeline }: ProjectReader, at: number): SnapshotId | 0 {
  const [first] = timeline.find({
    within: [],
    interim: true,
    order: "newest",
    until: (at - 1) as never,
  });
  return first?.id ?? 0;
}
