import { type AbsPath, joinPath } from "@unf/core/base";
import type { JournalStep, StepState } from "@unf/core/timeline";
import type { Site } from "../../site/site.ts";
import { rescueEntry } from "./rescue.ts";
import { readWhole } from "./stage-ports.ts";
import { isPartOf } from "./whole-file.ts";
import type { Worktree } from "./worktree.ts";

/**
 * Of a temporary that a decided operation has left: where it was cut off just after an exchange, it
 * can be what somebody saved in that very moment, and nobody has looked at it. Then it is rescued.
 */
export function keepUnseen(
  site: Site,
  worktree: Worktree,
  operation: number,
): (step: JournalStep, address: AbsPath) => void {
  const directory = site.ports.rescueDirectory(operation);
  return (step, address) => {
    const { path, from, to } = step;
    const isKnown = [from, to].some((state) => {
      const kept = joinPath(site.ports.rescueDirectory(ownerOf(state) ?? operation), path);
      return isOf(site, worktree, { state, address, kept });
    });
    if (!isKnown) rescueEntry(worktree, { path, address }, directory);
  };
}

function ownerOf(state: StepState): number | null {
  return state.kind === "rescued" ? state.operation : null;
}

interface Compared {
  readonly state: StepState;
  readonly address: AbsPath;
  /** Where a rescued state lies. */
  readonly kept: AbsPath;
}

/** True for a content that can be had elsewhere, and for the part of it that was written so far. */
function isOf(site: Site, { fs }: Worktree, { state, address, kept }: Compared): boolean {
  if (state.kind === "rescued") return isPartOf(fs, address, kept);
  if (state.kind !== "recorded") return fs.lstat(address)?.size === 0n;
  const read = fs.read(address, state.bytes);
  if (read.kind !== "content") return false;
  if (site.context.digest(read.bytes) === state.hash) return true;
  const whole = readWhole(site, state.hash)?.subarray(0, read.bytes.length);
  return whole?.every((byte, index) => byte === read.bytes[index]) === true;
}
