import { type SnapshotId, UnfError } from "@unf/core/base";
import type { ProjectReader } from "../ports/history.ts";
import { type Exported, parseExported } from "./commit-text.ts";
import type { GitRepository } from "./ports.ts";

/** The export that a ref holds by now, in the numbers of today, and its newest commit. */
export interface Base extends Exported {
  readonly commit: string;
}

/** The export that would begin now. */
export type Known = Omit<Exported, "through">;

export function readKnown({ project, timeline }: ProjectReader): Known {
  return {
    project: project.id,
    imported: timeline.imports().reduce((sum, { first, last }) => sum + last - first + 1, 0),
    forgotten: timeline.forgettings().findLast(({ state }) => state === "done")?.id ?? 0,
  };
}

/** Orders to forget after the numbered one that had something to delete. */
export function countForgotten({ timeline }: ProjectReader, after: number): number {
  return timeline.forgettings().filter(({ id, snapshots }) => id > after && snapshots > 0).length;
}

/** The commit that the ref leads to; `undefined` where it leads to none. */
export function readTip(repository: GitRepository, ref: string): Promise<string | undefined> {
  return repository.ask("rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`);
}

/**
 * Reads the export that the ref holds. `undefined` where there is none; throws `refused` for what
 * is none of ours.
 */
export async function readBase(
  repository: GitRepository,
  ref: string,
  known: Known,
): Promise<Base | undefined> {
  const commit = await readTip(repository, ref);
  if (commit === undefined) return undefined;
  // The commit itself: how `git log` shows one depends on the settings of whoever asks.
  const text = (await repository.ask("cat-file", "commit", commit)) ?? "";
  const base = parseExported(text);
  if (base === undefined || base.project !== known.project) {
    throw new UnfError("refused", `${ref} is there and is not an export of this project`, {
      hint: "name another ref after --ref; unf overwrites none",
    });
  }
  // Rows that were taken over since stand before all others, and moved their numbers on.
  const moved = known.imported - base.imported;
  return { ...base, commit, through: (base.through + moved) as SnapshotId };
}

/** Throws `refused` for a ref whose change would show in a working tree or in another ref. */
export async function refuseInUse(repository: GitRepository, ref: string): Promise<void> {
  const hint = "name another ref after --ref, such as refs/unf/history";
  const trees = (await repository.ask("worktree", "list", "--porcelain")) ?? "";
  if (trees.split("\n").includes(`branch ${ref}`)) {
    throw new UnfError("refused", `${ref} is checked out, and unf leaves working trees alone`, {
      hint,
    });
  }
  const other = await repository.ask("symbolic-ref", "--quiet", ref);
  if (other === undefined) return;
  throw new UnfError("refused", `${ref} stands for ${other}, and unf writes no other ref`, {
    hint,
  });
}
