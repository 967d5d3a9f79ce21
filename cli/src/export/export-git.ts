import {
  type AbsPath,
  baseName,
  type CommitGroup,
  escapeForDisplay,
  gitRefOf,
  isRefName,
  type PathTest,
  type Point,
  planCommits,
  renderChange,
  renderCommit,
  type Snapshot,
  type SnapshotId,
  type TimelineReader,
  UnfError,
} from "@unf/core";
import type { ProjectReader } from "@unf/wiring";
import { commitMessage, type Exported, parseExported } from "./commit-text.ts";
import {
  findRepository,
  type GitRepository,
  makeRepository,
  readSetting,
} from "./git-repository.ts";
import { chooseRows, type LeftOut, nothingLeftOut, readChanges } from "./tree-changes.ts";

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
  readonly leftOut: LeftOut;
}

/**
 * Writes the recorded history to one ref of a repository, in one step: nothing else of it is touched,
 * and a failure leaves the ref as it was. What is there already is gone on with.
 */
export async function exportGit(reader: ProjectReader, order: GitOrder): Promise<GitReport> {
  const { timeline, project } = reader;
  const ref = order.ref ?? gitRefOf(baseName(project.root));
  if (!isRefName(ref)) {
    throw new UnfError("usage", `${escapeForDisplay(ref)} is no full name of a ref`, {
      hint: "--ref refs/unf/<name>",
    });
  }
  const found = await findRepository(order.directory);
  if (found !== undefined) await refuseCheckedOut(found, ref);
  const base = await readBase(found, ref, { id: project.id, imported: countImported(timeline) });
  if (base !== undefined && order.since !== undefined) {
    throw new UnfError("usage", `${ref} is there already, so --since says nothing`, {
      hint: "leave --since out, or name a new ref after --ref",
    });
  }
  const leftOut = nothingLeftOut();
  const tally = { commits: 0, versions: 0 };
  const groups = countGroups(readGroups(timeline, order, base), order, leftOut, tally);
  const report = () => ({ ref, ...tally, appended: base !== undefined, leftOut });
  if (order.dryRun) {
    for (const group of groups) void group;
    return report();
  }
  const first = groups.next();
  if (first.done === true) return report();
  const repository = found ?? (await makeRepository(order.directory));
  const person = await readPerson(repository);
  await repository.fastImport(
    renderHistory(reader, chain(first.value, groups), { ref, base, person, leftOut }),
  );
  return report();
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
  base: Exported | undefined,
): Generator<CommitGroup> {
  const query = { within: [], interim: true } as const;
  let after = base?.through;
  const start = since === undefined ? undefined : findRow(timeline, since);
  if (start !== undefined) {
    yield treeGroup(timeline, start);
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

function treeGroup(timeline: TimelineReader, { id, at }: Snapshot): CommitGroup {
  const rows = [...timeline.stateAt({ id }, [])];
  const key = { kind: "baseline", number: 0, session: null, agent: null } as const;
  return { ...key, first: id, last: id, from: at, to: at, rows, versions: rows.length };
}

function* renderHistory(
  reader: ProjectReader,
  groups: Iterable<ChosenGroup>,
  {
    ref,
    base,
    person,
    leftOut,
  }: {
    readonly ref: string;
    readonly base: Exported | undefined;
    readonly person: Person;
    readonly leftOut: LeftOut;
  },
): Generator<Uint8Array> {
  const { timeline, project } = reader;
  const imported = countImported(timeline);
  let through = base?.through ?? (0 as SnapshotId);
  let isFirst = true;
  for (const { group, rows } of groups) {
    through = Math.max(through, group.last) as SnapshotId;
    const exported = { project: project.id, through, imported };
    yield renderCommit({
      ref,
      // Only the first names what it comes after; `^0` is the commit that the ref has now.
      ...(isFirst && base !== undefined ? { parent: `${ref}^0` } : {}),
      author: { ...authorOf(group, person), at: group.to },
      committer: { ...unfItself, at: group.to },
      message: commitMessage(group, rows, { timeline, exported }),
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
  const name = await readSetting(repository, "user.name");
  const email = await readSetting(repository, "user.email");
  return { name: name ?? unfItself.name, email: email ?? unfItself.email };
}

function countImported(timeline: TimelineReader): number {
  return timeline.imports().reduce((sum, { first, last }) => sum + last - first + 1, 0);
}

/** What the ref holds by now, in the numbers of today. Throws `refused` for what is none of ours. */
async function readBase(
  repository: GitRepository | undefined,
  ref: string,
  now: { readonly id: string; readonly imported: number },
): Promise<Exported | undefined> {
  if (repository === undefined) return undefined;
  const message = await repository.ask("log", "-1", "--format=%B", ref, "--");
  if (message === undefined) return undefined;
  const base = parseExported(message);
  if (base === undefined || base.project !== now.id) {
    throw new UnfError("refused", `${ref} is there and is not an export of this project`, {
      hint: "name another ref after --ref; unf overwrites none",
    });
  }
  // Rows that were taken over since stand before all others, and moved their numbers on.
  const moved = now.imported - base.imported;
  return { ...base, through: (base.through + moved) as SnapshotId };
}

async function refuseCheckedOut(repository: GitRepository, ref: string): Promise<void> {
  const trees = (await repository.ask("worktree", "list", "--porcelain")) ?? "";
  if (!trees.split("\n").includes(`branch ${ref}`)) return;
  throw new UnfError("refused", `${ref} is checked out, and unf leaves working trees alone`, {
    hint: "name another ref after --ref, such as refs/unf/history",
  });
}
