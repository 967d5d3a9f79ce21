import type { ProjectId, SnapshotId, WallMs } from "@unf/core/base";
import type { CommitGroup } from "@unf/core/exchange";
import type { TimelineReader } from "@unf/core/ports";
import { promptLabel } from "@unf/core/sessions";
import type { Snapshot } from "@unf/core/timeline";
import { maskPrompt } from "../parts/mask-prompt.ts";

/** The export that a commit of ours belongs to, as its message says. */
export interface Exported {
  readonly project: ProjectId;
  /** Every row up to this one is in it, or left out. */
  readonly through: SnapshotId;
  /** Rows that had come from other programs by then: later ones move every number on. */
  readonly imported: number;
  /** The last order to forget, by number, that was carried out when the first commit was made; 0 for none. */
  readonly forgotten: number;
}

/** Subject, what happened to how many files, and trailers that programs can read. */
export function commitMessage(
  group: CommitGroup,
  rows: readonly Snapshot[],
  { timeline, exported }: { readonly timeline: TimelineReader; readonly exported: Exported },
): string {
  const trailers = [
    ...(group.session === null ? [] : [`Unf-Session: ${group.session}`]),
    ...(group.kind === "turn" ? [`Unf-Turn: t-${group.number}`] : []),
    ...(group.kind === "operation" ? [`Unf-Operation: op-${group.number}`] : []),
    `Unf-Snapshots: v${group.first}..v${group.last}`,
    `Unf-Through: v${exported.through}`,
    `Unf-Project: ${exported.project}`,
    `Unf-Imported: ${exported.imported}`,
    `Unf-Forgotten: ${exported.forgotten}`,
  ];
  return `${subjectOf(group, rows, timeline)}\n\n${summary(rows)}\n\n${trailers.join("\n")}\n`;
}

/**
 * Reads the message of the newest commit; `undefined` when it is none of ours. Only its last
 * paragraph counts: a prompt may be worded like a trailer.
 */
export function parseExported(message: string): Exported | undefined {
  const trailers = message.trimEnd().split("\n\n").at(-1) ?? "";
  const trailer = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(trailers)?.[1] ?? "";
  const project = /^[0-9a-f]{16}$/.exec(trailer("Unf-Project"))?.[0];
  const through = /^v(\d+)$/.exec(trailer("Unf-Through"))?.[1];
  const imported = /^\d+$/.exec(trailer("Unf-Imported"))?.[0];
  const forgotten = /^\d+$/.exec(trailer("Unf-Forgotten"))?.[0];
  if (project === undefined || through === undefined || imported === undefined) return undefined;
  return {
    project: project as ProjectId,
    through: Number(through) as SnapshotId,
    imported: Number(imported),
    forgotten: Number(forgotten ?? 0),
  };
}

function subjectOf(
  { kind, number, session, from }: CommitGroup,
  rows: readonly Snapshot[],
  timeline: TimelineReader,
): string {
  switch (kind) {
    case "baseline":
      return `The files as they were at ${sayInstant(from)}`;
    case "turn":
      return shortLabel(timeline.turn(number)?.label) ?? `Turn t-${number}`;
    case "session":
      return shortLabel(timeline.session(session ?? "")?.label) ?? `Session ${session}`;
    case "operation":
      return shortLabel(`unf ${(timeline.operation(number)?.argv ?? []).join(" ")}`) ?? "unf";
    case "burst":
      return `Mass change of ${rows.length} files`;
    case "work": {
      const [only] = rows;
      if (only === undefined || rows.length > 1) return `Change ${rows.length} files`;
      return shortLabel(`${verbs[only.event]} ${only.path}`) ?? "Change a file";
    }
  }
}

const verbs = { create: "Add", modify: "Change", delete: "Delete", rename: "Rename to" } as const;

/** A line without secrets and control characters; `undefined` when nothing is left. */
function shortLabel(text: string | null | undefined): string | undefined {
  return promptLabel(maskPrompt(text ?? "")) || undefined;
}

function summary(rows: readonly Snapshot[]): string {
  const counts = new Map<string, number>();
  for (const { event } of rows) {
    const word = done[event];
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [...counts].map(([word, count]) => `${count} ${word}`).join(", ");
}

const done = { create: "added", modify: "changed", delete: "deleted", rename: "renamed" } as const;

function sayInstant(at: WallMs): string {
  return new Date(at).toISOString().slice(0, 19).replace("T", " ");
}
