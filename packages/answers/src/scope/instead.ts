import type { RelPath, SnapshotId } from "@unf/core/base";
import type { TimelineReader } from "@unf/core/ports";
import { escapeForDisplay } from "@unf/core/query";
import { parseTime } from "@unf/core/time";
import type { Asker } from "../ports/asker.ts";
import { didYouMean, nearestPath } from "./nearest-path.ts";
import { suggestLabel } from "./require-checkpoint.ts";
import type { Scope } from "./scope.ts";

/** Names the path, version, checkpoint or instant that was likely meant by a word that is no recorded path. */
export function suggestInstead(
  asker: Pick<Asker, "cwd" | "now" | "zone">,
  { project }: Pick<Scope, "project">,
  timeline: Pick<TimelineReader, "checkpoints" | "heads" | "snapshot">,
  word: string,
  path: RelPath,
): string | undefined {
  const version = Number(/^v([1-9][0-9]*)$/.exec(word)?.[1]) as SnapshotId;
  if (Number.isSafeInteger(version) && timeline.snapshot(version) !== undefined)
    return `${word} is a version: unf log ${word}, unf cat ${word}`;
  const instant = instantOf(asker, timeline, word);
  if (instant !== undefined) return instant;
  const near = nearestPath(timeline, path);
  if (near !== undefined) return didYouMean(near, project.root, asker.cwd());
  return suggestLabel(timeline, word) ?? suggestElsewhere(word);
}

/** A word that names an instant stands behind a flag; `undefined` for any other word. */
function instantOf(
  { now, zone }: Pick<Asker, "now" | "zone">,
  timeline: Pick<TimelineReader, "checkpoints">,
  word: string,
): string | undefined {
  const [, rev, file] = /^([^:]+):(.+)$/.exec(word) ?? [];
  if (gitShape.test(word) && !isBranch(word)) return suggestCommit(word);
  if (rev !== undefined && gitShape.test(rev)) return `${file} --at commit:${rev}`;
  const isLabel = (one: string) => timeline.checkpoints().some(({ label }) => label === one);
  if (rev !== undefined && isLabel(rev)) return `${file} --at cp:${escapeForDisplay(rev)}`;
  if (isLabel(word)) {
    const shown = escapeForDisplay(word);
    return `${shown} is a checkpoint: --at cp:${shown}, --since cp:${shown}`;
  }
  const parsed = parseTime(word, { now: now(), zone, purpose: "since" });
  const isInstant = parsed.kind !== "unknown" && parsed.kind !== "invalid";
  return isInstant && parsed.kind !== "version"
    ? `${word} is an instant: --at ${word}, --since ${word}`
    : undefined;
}

/** How people name commits: `HEAD~2`, `main`, `@{1}`, the beginning of a digest. */
const gitShape =
  /^(?:HEAD|ORIG_HEAD|@(?=[~^{]|$)|main|master|(?=[0-9]*[a-f])[0-9a-f]{7,40})(?:[~^@][\w{}.-]*)*$/;

/** A file is called so sooner than a commit is asked for by it. */
function isBranch(word: string): boolean {
  return word === "main" || word === "master";
}

function suggestCommit(word: string): string {
  return `a commit of git is an instant: --at commit:${word}`;
}

/** Other recorders call their versions by a bare number. */
function suggestElsewhere(word: string): string | undefined {
  if (isBranch(word)) return suggestCommit(word);
  const [, kind = "", number] = /^(t|op|s)([1-9][0-9]*|[0-9a-f]{4,})$/.exec(word) ?? [];
  if (number !== undefined) return `did you mean ${kind}-${number}?`;
  return /^[1-9][0-9]*$/.test(word) ? `a version is v${word}` : undefined;
}
