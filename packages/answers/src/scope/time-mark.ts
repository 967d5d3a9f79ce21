import { UnfError, type WallMs } from "@unf/core/base";
import { checkpointId } from "@unf/core/checkpoints";
import type { TimelineReader } from "@unf/core/ports";
import { requireSession, requireTurn } from "@unf/core/sessions";
import type { Edge, ParsedTime } from "@unf/core/time";
import { burstName } from "../parts/marks.ts";
import { requireCheckpoint } from "./require-checkpoint.ts";
import { type Span, spanOfSession, spanOfTurn } from "./span.ts";

/** Something recorded that stands for the state at one row. */
export interface TimeMark {
  /** Of a burst, an operation and a deletion the state just before it is meant. */
  readonly kind: "burst" | "operation" | "checkpoint" | "session" | "turn" | "deletion";
  /** `burst:3`, `op-91`, `cp:3`, `s-7f3a.start`, `t-12.end`. */
  readonly name: string;
  /** The last row that belongs to the state; 0 is before the first. */
  readonly snapshot: number;
}

type MarkWord = Extract<ParsedTime, { readonly kind: TimeMark["kind"] }>;

interface FoundMark {
  readonly at: WallMs;
  readonly mark: TimeMark;
}

/** True when the state is the one before what the mark names. */
export function isJustBefore({ kind }: TimeMark): boolean {
  return kind === "burst" || kind === "operation" || kind === "deletion";
}

/** Finds what a word of a time expression names. Throws `not_found`. */
export function findMark(timeline: TimelineReader, word: MarkWord, now: WallMs): FoundMark {
  switch (word.kind) {
    case "burst":
      return findBurst(timeline, word.id);
    case "operation":
      return findOperation(timeline, word.id);
    case "checkpoint":
      return findNamed(timeline, word.name);
    case "session": {
      const session = requireSession(timeline, word.id);
      const span = spanOfSession(timeline, session);
      return edgeOf({ kind: "session", name: session.id, ...session, span }, word.edge, now);
    }
    case "turn": {
      const turn = requireTurn(timeline, word.id);
      const span = spanOfTurn(timeline, turn);
      return edgeOf({ ...turn, kind: "turn", name: `t-${turn.id}`, span }, word.edge, now);
    }
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

interface Spanned extends Pick<TimeMark, "kind" | "name"> {
  readonly startedAt: WallMs;
  readonly endedAt: WallMs | null;
  readonly span: Span;
}

/** Instant of an edge: a stretch that still goes on ends now. */
function edgeOf({ kind, name, startedAt, endedAt, span }: Spanned, edge: Edge, now: WallMs) {
  const isStart = edge === "start";
  const snapshot = isStart ? span.before : span.after;
  return {
    at: isStart ? startedAt : (endedAt ?? now),
    mark: { kind, name: `${name}.${edge}`, snapshot },
  };
}

function notHere(what: string, hint: string): UnfError {
  return new UnfError("not_found", `${what} in this project`, { hint });
}
