import { findVersion, parseVersionWord, readTimeFlag, resolveScope, toPoint } from "@unf/answers";
import { type BlobId, parseBlobId, type RelPath, type SnapshotId, UnfError } from "@unf/core/base";
import { type ForgetOrder, isGlob, patternOfPath } from "@unf/core/forget";
import type { HomeReader, ProjectEntry, ProjectReader } from "@unf/wiring";
import type { Call } from "../frame/call/command.ts";
import type { forgetFlags } from "./flags.ts";

/** What is to be forgotten, and in which projects. */
export interface ForgetChoice {
  readonly what: "paths" | "content" | "before" | "project";
  readonly projects: readonly ProjectEntry[];
  /** With `paths`, in the syntax of ignore files. */
  readonly patterns: readonly string[];
  readonly hash: BlobId | null;
  readonly before: SnapshotId | 0 | null;
}

type ForgetCall = Call<typeof forgetFlags>;

const newest = Number.MAX_SAFE_INTEGER as SnapshotId;
const nothing = { patterns: [], hash: null, before: null } as const;

/** Reads from words and flags what is meant. Throws `usage` when that is nothing, or several things. */
export async function chooseForget(call: ForgetCall, reader: HomeReader): Promise<ForgetChoice> {
  const { flags, args, globals } = call;
  const ways = [args.length > 0, flags.hash !== undefined, flags.before !== undefined];
  if (ways.filter(Boolean).length > 1)
    throw new UnfError("usage", "paths, --hash and --before exclude each other");
  if (flags.everything && ways.some(Boolean))
    throw new UnfError("usage", "--everything goes with --project alone");
  if (args.some((word) => word === "")) throw new UnfError("usage", "a path is empty");
  if (flags.hash !== undefined) return chooseContent(call, reader, flags.hash);
  const project = findProject(call, reader);
  if (flags.before !== undefined) return chooseBefore(call, reader, project);
  if (args.length > 0) return choosePaths(call, reader);
  if (globals.project === undefined) {
    throw new UnfError("usage", "nothing is named to forget", {
      hint: "name paths or a quoted glob; for the whole history: unf forget --project <dir>",
    });
  }
  if (flags.yes && !flags.everything) {
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

export function findProject(call: ForgetCall, reader: HomeReader): ProjectEntry {
  return resolveScope({
    projects: reader.projects(),
    asker: call.asker,
    pathWords: [],
  }).project;
}

function choosePaths(call: ForgetCall, reader: HomeReader): ForgetChoice {
  const globs = call.args.filter(isGlob);
  const words = call.args.filter((word) => !isGlob(word));
  const { project, within } = resolveScope({
    projects: reader.projects(),
    asker: call.asker,
    pathWords: words,
  });
  if (within.includes("" as RelPath)) {
    throw new UnfError("usage", "the whole project is meant by --project <dir>, without a path");
  }
  const patterns = [...within.map(patternOfPath), ...globs];
  return { ...nothing, what: "paths", projects: [project], patterns };
}

function chooseContent(call: ForgetCall, reader: HomeReader, word: string): ForgetChoice {
  const all = reader.projects();
  const named = parseVersionWord(word);
  if (named === undefined) {
    const hash = parseBlobId(word.replace(/^b3:/, ""));
    if (hash !== undefined) return { ...nothing, what: "content", projects: all, hash };
    throw new UnfError("usage", `--hash takes a digest or a version such as v1234, not "${word}"`);
  }
  using project = reader.open(findProject(call, reader));
  const { hash } = findVersion(project.timeline, named.id);
  if (hash === null) throw new UnfError("not_found", `v${named.id} is a deletion`);
  return { ...nothing, what: "content", projects: all, hash };
}

async function chooseBefore(
  call: ForgetCall,
  reader: HomeReader,
  entry: ProjectEntry,
): Promise<ForgetChoice> {
  using project = reader.open(entry);
  const input = call.flags.before;
  const scope = { reader: project, file: undefined };
  const time = await readTimeFlag(call.asker, { name: "before", input, purpose: "at" }, scope);
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
