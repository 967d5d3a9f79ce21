import { type AbsPath, UnfError } from "@unf/core/base";
import { isContent } from "@unf/core/operations";
import { renderBytes } from "@unf/core/time";
import type { Step } from "@unf/core/timeline";
import { isShared, nearestThere, needsRescue } from "./rescue.ts";
import { statAt, type Worktree } from "./worktree.ts";

/** Room that is to be left on each disk. Unit: bytes. */
const roomLeft = 5 * 2 ** 20;

/**
 * Throws `no_space` when the project's disk has no room for what the steps write beside what is
 * there, or the disk of `rescues` none for the files that must be copied there: those of another
 * disk, which cannot have a second name, and those that have other names already.
 */
export function requireRoom(worktree: Worktree, steps: readonly Step[], rescues: AbsPath): void {
  const written = steps.map(({ to }) => (isContent(to) ? to.bytes : 0));
  requireFree(worktree, worktree.root, { needed: sum(written), whose: "the project's" });
  const kept = steps.filter(needsRescue);
  if (kept.length === 0) return;
  const place = nearestThere(worktree, rescues);
  const { dev } = worktree.fs.lstat(place) ?? {};
  const copied = kept.flatMap((step) => {
    const stat = statAt(worktree, step.path);
    const isCopied = stat !== undefined && (stat.dev !== dev || isShared(stat));
    return isCopied ? Number(stat.size) : [];
  });
  if (copied.length > 0) requireFree(worktree, place, { needed: sum(copied), whose: "unf's own" });
}

interface Need {
  /** Unit: bytes. */
  readonly needed: number;
  readonly whose: string;
}

function requireFree({ fs }: Worktree, place: AbsPath, { needed, whose }: Need): void {
  const free = fs.freeBytes(place);
  if (free >= needed + roomLeft) return;
  const [wanted, there] = [renderBytes(needed + roomLeft), renderBytes(free)];
  throw new UnfError("no_space", `${wanted} are needed and ${there} are free`, {
    hint: `free some space on ${whose} disk and run the command again`,
  });
}

function sum(all: readonly number[]): number {
  return all.reduce((total, one) => total + one, 0);
}
