import {
  checkpointId,
  type ParsedTime,
  type TimelineReader,
  UnfError,
  type WallMs,
} from "@unf/core";
import { requireCheckpoint } from "./checkpoint/require-checkpoint.ts";
import { burstName } from "./render/burst-text.ts";

/** Something recorded that stands for the state at one row. */
export interface TimeMark {
  /** Of a burst and an operation the state just before it is meant. */
  readonly kind: "burst" | "operation" | "checkpoint";
  /** `burst:3`, `op-91`, `cp:3`. */
  readonly name: string;
  /** The last row that belongs to the state; 0 is before the first. */
  readonly snapshot: number;
}

type MarkWord = Extract<ParsedTime, { readonly kind: TimeMark["kind"] }>;

interface FoundMark {
  readonly at: WallMs;
  readonly mark: TimeMark;
}

/** Finds what a word of a time expression names. Throws `not_found`. */
export function findMark(timeline: TimelineReader, word: MarkWord): FoundMark {
  switch (word.kind) {
    case "burst":
      return findBurst(timeline, word.id);
    case "operation":
      return findOperation(timeline, word.id);
    case "checkpoint":
      return findNamed(timeline, word.name);
  }
}

function findBurst(timeline: TimelineReader, id: number | undefined): FoundMark {
  const bursts = timeline.bursts();
  const burst = id === undefined ? bursts.at(-1) : bursts.find((one) => one.id === id);
  if (burst === undefined) {
    const which = id === undefined ? "no mass change was recorded" : `there is no burst:${id}`;
    throw notHere(which, "unf log shows bursts");
  }
  const mark = { kind: "burst", name: burstName(burst), snapshot: burst.before } as const;
  return { at: burst.from, mark };
}

function findOperation(timeline: TimelineReader, id: number): FoundMark {
  const operation = timeline.operation(id);
  if (operation === undefined) throw notHere(`there is no op-${id}`, "unf ops");
  const mark = { kind: "operation", name: `op-${id}`, snapshot: operation.before } as const;
  return { at: operation.startedAt, mark };
}

function findNamed(timeline: TimelineReader, name: string): FoundMark {
  const checkpoint = requireCheckpoint(timeline, name);
  const { at, snapshot } = checkpoint;
  // Its number: another checkpoint may get the same label, and then that is meant by it.
  return { at, mark: { kind: "checkpoint", name: checkpointId(checkpoint), snapshot } };
}

function notHere(what: string, hint: string): UnfError {
  return new UnfError("not_found", `${what} in this project`, { hint });
}
