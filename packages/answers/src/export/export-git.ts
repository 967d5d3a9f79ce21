import {
  type AbsPath,
  baseName,
  relativeTo,
  type SnapshotId,
  type Turn,
  UnfError,
} from "@unf/core/base";
import {
  type CommitGroup,
  gitRefOf,
  isRefName,
  type PathTest,
  planCommits,
  renderChange,
  renderCommit,
} from "@unf/core/exchange";
import type { TimelineReader } from "@unf/core/ports";
import { escapeForDisplay } from "@unf/core/query";
import type { Point, Snapshot } from "@unf/core/timeline";
import type { ProjectReader } from "../ports/history.ts";
import { commitMessage } from "./commit-text.ts";
import type { GitAccess, GitRepository } from "./ports.ts";
import {
  type Base,
  countForgotten,
  type Known,
  readBase,
  readKnown,
  readTip,
  refuseInUse,
} from "./read-base.ts";
import {
  chooseRows,
  type LeftOut,
  nothingLeftOut,
  readChanges,
  readRowsAt,
} from "./tree-changes.ts";

export interface GitOrder {
  readonly directory: AbsPath;
  /** `undefined`: the one named after the project. */
  readonly ref: string | undefined;
  /** Begin with the tree at this instant. Only for a ref that is not there yet. */
  readonly since: Point | undefined;
  readonly squashTurns: boolean;
  /** Files that are left out. */
  readonly isSecret: PathTest;
  readonly dryRun: boolean;
}

export interface GitReport {
  readonly ref: string;
  /** Commits that were made, or would be. */
  readonly commits: number;
  readonly versions: number;
  /** True when the ref was there and is gone on with. */
  readonly appended: boolean;
  /** Orders to forget that were carried out since the ref was begun: it may hold what they deleted. */
  readonly forgottenSince: number;
  readonly leftOut: LeftOut;
}

/**
 * Writes the recorded history to one ref of a repository, in one step: nothing else of it is touched,
 * and a failure leaves the ref as it was. What is there already is gone on with.
 */
export async function exportGit(
  git: GitAccess,
  reader: ProjectReader,
  order: GitOrder,
  turn: Turn = () => undefined,
): Promise<GitReport> {
  const { timeline, project } = reader;
  const ref = order.ref ?? gitRefOf(baseName(project.root));
  if (!isRefName(ref)) {
    throw new UnfError("usage", `${escapeForDisplay(ref)} is no full name of a ref`, {
      hint: "--ref refs/unf/<name>",
    });
  }
  const found = await git.findRepository(order.directory);
  if (found === undefined) refuseInside(order.directory, project.root);
  else await refuseInUse(found, ref);
  const known = readKnown(reader);
  const base = found === undefined ? undefined : await readBase(found, ref, known);
  if (base !== undefined && order.since !== undefined) {
    throw new UnfError("usage", `${ref} is there already, so --since says nothing`, {
      hint: "leave --since out, or name a new ref after --ref",
    });
  }
  const leftOut = nothingLeftOut();
  const tally = { commits: 0, versions: 0 };
  const groups = countGroups(readGroups(timeline, order, base, leftOut), order, leftOut, tally);
  const report = () => ({
    ref,
    ...tally,
    appended: base !== undefined,
    forgottenSince: base === undefined ? 0 : countForgotten(reader, base.forgotten),
    leftOut,
  });
  if (order.dryRun) {
    for (const { rows } of groups) await turn(rows.length);
    return report();
  }
  const first = groups.next();
  if (first.done === true) return report();
  const repository = found ?? (await git.makeRepository(order.directory));
  const person = await readPerson(repository);
  const exported = { ...known, forgotten: base?.forgotten ?? known.forgotten };
  const chosen = { ref, base, exported, person, leftOut };
  await write(repository, renderHistory(reader, chain(first.value, groups), chosen), chosen);
  return report();
}

/** Throws `refused` where a new repository would be recorded as part of the project, again and again. */
function refuseInside(directory: AbsPath, root: AbsPath): void {
  if (relativeTo(root, directory) === undefined) return;
  throw new UnfError("refused", `${escapeForDisplay(directory)} lies in the project itself`, {
    hint: "name a directory outside of it, or the project's own git repository",
  });
}

/** Git updates no ref that does not lead to the base any more: then another program wrote it. */
async function write(
  repository: GitRepository,
  history: Iterable<Uint8Array>,
  { ref, base }: { readonly ref: string; readonly base: Base | undefined },
): Promise<void> {
  try {
    await repository.fastImport(history);
  } catch (thrown) {
    if ((await readTip(repository, ref)) === base?.commit) throw thrown;
    throw new UnfError("conflict", `${ref} was written by another program meanwhile`, {
      hint: "run it again",
      cause: thrown,
    });
  }
}

interface ChosenGroup {
  readonly group: CommitGroup;
  readonly rows: readonly Snapshot[];
}

function* countGroups(
  groups: Iterable<CommitGroup>,
  { isSecret }: Pick<GitOrder, "isSecret">,
  leftOut: LeftOut,
  tally: { commits: number; versions: number },
): Generator<ChosenGroup, undefined> {
  for (const group of groups) {
    const rows = chooseRows(group, leftOut, isSecret);
    if (rows.length === 0) continue;
    tally.commits += 1;
    tally.versions += group.versions;
    yield { group, rows };
  }
}

function* chain<T>(first: T, rest: Iterable<T>): Generator<T> {
  yield first;
  yield* rest;
}

/** The rows that are not in the base yet; with `since` the tree at that instant before them. */
function* readGroups(
  timeline: TimelineReader,
  { since, squashTurns }: Pick<GitOrder, "since" | "squashTurns">,
  base: Base | undefined,
  leftOut: Pick<LeftOut, "thinned">,
): Generator<CommitGroup> {
  const query = { within: [], interim: true } as const;
  let after = base?.through;
  const start = since === undefined ? undefined : findRow(timeline, since);
  if (start !== undefined) {
    yield treeGroup(timeline, start, leftOut);
    after = start.id;
  }
  const rows = timeline.find({
    ...query,
    order: "oldest",
    ...(after === undefined ? {} : { after }),
  });
  yield* planCommits(rows, { squashTurns, bursts: timeline.bursts() });
}

/** The newest row that counts at the point; `undefined` before the first. */
function findRow(timeline: TimelineReader, point: Point): Snapshot | undefined {
  if ("id" in point) return timeline.snapshot(point.id);
  const query = { within: [], interim: true, until: point.at, order: "newest" } as const;
  for (const newest of timeline.find(query)) return newest;
  return undefined;
}

function treeGroup(
  timeline: TimelineReader,
  { id, at }: Snapshot,
  leftOut: Pick<LeftOut, "thinned">,
): CommitGroup {
  const rows = readRowsAt({ timeline }, { id }, leftOut);
  const key = { kind: "baseline", number: 0, session: null, agent: null } as const;
  return { ...key, first: id, last: id, from: at, to: at, rows, versions: rows.length };
}

function* renderHistory(
  reader: ProjectReader,
  groups: Iterable<ChosenGroup>,
  {
    ref,
    base,
    exported,
    person,
    leftOut,
  }: {
    readonly ref: string;
    readonly base: Base | undefined;
    readonly exported: Known;
    readonly person: Person;
    readonly leftOut: LeftOut;
  },
): Generator<Uint8Array> {
  const { timeline } = reader;
  let through = base?.through ?? (0 as SnapshotId);
  let isFirst = true;
  for (const { group, rows } of groups) {
    through = Math.max(through, group.last) as SnapshotId;
    yield renderCommit({
      ref,
      // Only the first names what it comes after: that very commit, wherever the ref leads by now.
      ...(isFirst && base !== undefined ? { parent: base.commit } : {}),
      author: { ...authorOf(group, person), at: group.to },
      committer: { ...unfItself, at: group.to },
      message: commitMessage(group, rows, { timeline, exported: { ...exported, through } }),
    });
    for (const change of readChanges(reader, group, rows, leftOut)) yield renderChange(change);
    isFirst = false;
  }
}

interface Person {
  readonly name: string;
  readonly email: string;
}

const unfItself: Person = { name: "unf", email: "unf@unf.invalid" };

function authorOf({ kind, agent }: CommitGroup, person: Person): Person {
  if (agent !== null) return { name: agent, email: `${agent}@unf.invalid` };
  return kind === "work" || kind === "burst" ? person : unfItself;
}

async function readPerson(repository: GitRepository): Promise<Person> {
  const name = await repository.ask("config", "user.name");
  const email = await repository.ask("config", "user.email");
  return { name: name || unfItself.name, email: email || unfItself.email };
}
