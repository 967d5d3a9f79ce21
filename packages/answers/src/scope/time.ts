import { type RelPath, type SnapshotId, UnfError, type WallMs } from "@unf/core/base";
import type { TimelineReader } from "@unf/core/ports";
import { escapeForDisplay } from "@unf/core/query";
import {
  type ParsedTime,
  parseTime,
  renderResolved,
  type TimeFacts,
  type TimePurpose,
  type Viewer,
} from "@unf/core/time";
import type { Point, Pruning, Snapshot } from "@unf/core/timeline";
import { versionName } from "../parts/names.ts";
import { instant } from "../parts/snapshot.ts";
import type { MomentAnswer, TimeAnswer } from "../parts/types.ts";
import type { Asker } from "../ports/asker.ts";
import { suggestLabel } from "./require-checkpoint.ts";
import { suggestTime } from "./suggest-time.ts";
import { findMark, isJustBefore, type TimeMark } from "./time-mark.ts";
import { previousContent, stepBack } from "./version.ts";

/** A time expression and what it was understood as. */
export interface ResolvedTime {
  readonly input: string;
  /** The instant it names; for a version, when it was recorded. */
  readonly at: WallMs;
  /** The version it names, if it names one. */
  readonly version: Snapshot | undefined;
  /** A recorded thing that it names, if it does. */
  readonly mark?: TimeMark;
  /** Versions of that time were removed since: what is shown of it may be older than it was. */
  readonly thinned?: Pruning;
}

/** Where a time expression is read. */
export interface TimeContext {
  readonly viewer: Viewer;
  readonly purpose: TimePurpose;
  /** The flag it was given to, for messages. */
  readonly flag: string;
  /** For versions; `undefined` where only instants make sense. */
  readonly timeline: TimelineReader | undefined;
  /** The one file asked about, for `@prev`. */
  readonly file: RelPath | undefined;
  readonly asker: Pick<Asker, "naturalTime" | "warn">;
}

/**
 * Reads a time expression: our own grammar first, then, where that knows nothing, English through
 * chrono-node. Throws `bad_time` or `future_time`, and `not_found` for a version that is not there.
 */
export async function resolveTime(input: string, context: TimeContext): Promise<ResolvedTime> {
  const { viewer, purpose } = context;
  const facts = { now: viewer.now, zone: viewer.zone, purpose };
  const own = parseTime(input, facts);
  if (own.kind !== "unknown") return toResolved(input, own, context);
  const label = labelled(input, context.timeline);
  const parsed = label ?? (await context.asker.naturalTime(input, facts));
  if (parsed.kind === "unknown") throw await unreadable(input, facts, context);
  return toResolved(input, parsed, context);
}

/** Names what is near: a checkpoint, a time without its slip of the fingers, a commit. */
async function unreadable(
  input: string,
  facts: TimeFacts,
  { flag, timeline, asker }: TimeContext,
): Promise<UnfError> {
  const near = suggestTime(input, facts);
  const hint =
    (timeline && suggestLabel(timeline, input)) ??
    (near === undefined ? undefined : `did you mean ${near}?`) ??
    (await suggestCommit(input, facts, asker)) ??
    "unf help times";
  return new UnfError("bad_time", `${flag} "${input.slice(0, 60)}" is not a time unf can read`, {
    hint,
  });
}

/** Branches and revisions of git are named where git knows them here. */
async function suggestCommit(
  input: string,
  facts: TimeFacts,
  asker: TimeContext["asker"],
): Promise<string | undefined> {
  const word = input.trim();
  if (!/^[^\s:]{2,60}$/.test(word)) return undefined;
  const commit = await asker.naturalTime(`commit:${word}`, facts);
  return commit.kind === "instant" ? `git has a commit of that name: commit:${word}` : undefined;
}

/** The checkpoint of that label, which may be written without `cp:`. */
function labelled(input: string, timeline: TimelineReader | undefined): ParsedTime | undefined {
  const name = input.trim();
  const isLabel = timeline?.checkpoints().some(({ label }) => label === name) ?? false;
  return isLabel ? { kind: "checkpoint", name } : undefined;
}

/** The instant as a point of a timeline: everything up to a version, or up to the instant. */
export function toPoint({ at, version, mark }: ResolvedTime): Point {
  if (mark !== undefined) return { id: mark.snapshot as SnapshotId };
  return version === undefined ? { at } : { id: version.id };
}

/** The newest state, also where the clock was set back since it was recorded. */
export const newestPoint: Point = { id: Number.MAX_SAFE_INTEGER as SnapshotId };

/** `at 2026-11-20 14:32:07 +01:00 (5 minutes ago)`. */
export function renderTime(label: string, time: ResolvedTime, viewer: Viewer): string {
  const { version, mark } = time;
  const name = version === undefined ? "" : ` v${version.id}`;
  const before = mark !== undefined && isJustBefore(mark) ? ", just before" : "";
  const marked = mark === undefined ? "" : ` ${escapeForDisplay(mark.name)}${before}`;
  return `${label}${name}${marked} ${renderResolved(time.at, viewer)}`;
}

/** The time as a field of an answer. */
export function timeFields({ input, at, version, mark, thinned }: ResolvedTime): TimeAnswer {
  return {
    // Nobody said when: that it was deleted says it.
    input: mark?.kind === "deletion" ? null : input,
    resolved: instant(at),
    ...(version === undefined ? {} : { version: versionName(version.id) }),
    ...(mark === undefined ? {} : { [mark.kind]: mark.name }),
    ...(thinned === undefined ? {} : { thinned: instant(thinned.at) }),
  };
}

/** When a version was recorded, and the time that it was asked for by. */
export function momentAnswer(time: ResolvedTime | undefined, { at }: Snapshot): MomentAnswer {
  return { ...(time === undefined ? {} : timeFields(time)), recorded: instant(at) };
}

function toResolved(
  input: string,
  parsed: Exclude<ParsedTime, { kind: "unknown" }>,
  context: TimeContext,
): ResolvedTime {
  const { flag, timeline, asker } = context;
  switch (parsed.kind) {
    case "instant":
      if (parsed.warning !== undefined) asker.warn(parsed.warning);
      warnOfJump(parsed.at, context);
      return { input, at: parsed.at, version: undefined };
    case "version": {
      if (timeline === undefined) throw noVersionHere(flag, input);
      const version = stepBack(timeline, parsed.id, parsed.back);
      return { input, at: version.at, version };
    }
    case "burst":
    case "operation":
    case "checkpoint":
    case "session":
    case "turn": {
      if (timeline === undefined) throw noVersionHere(flag, input);
      return { input, version: undefined, ...findMark(timeline, parsed, context.viewer.now) };
    }
    case "previous": {
      if (timeline === undefined) throw noVersionHere(flag, input);
      if (context.file === undefined) {
        throw new UnfError("usage", `${flag} @prev needs exactly one file`, {
          hint: "unf help times",
        });
      }
      const version = previousContent(timeline, context.file);
      return { input, at: version.at, version };
    }
    case "invalid": {
      const code = parsed.reason === "future" ? "future_time" : "bad_time";
      throw new UnfError(code, `${flag} "${input.slice(0, 60)}": ${parsed.why}`, {
        hint: "unf help times",
      });
    }
  }
}

/** The clock was wrong then: what it showed may not be what the person saw. */
function warnOfJump(at: WallMs, { timeline, flag, asker }: TimeContext): void {
  if (timeline === undefined) return;
  const twice = timeline.shownTwice(at);
  if (twice !== undefined) {
    const { later, earlier } = twice;
    const other =
      earlier === undefined ? "nothing was recorded by" : `v${earlier} is the newest of`;
    asker.warn(
      `${flag}: the clock showed that time twice; v${later} is the newest version of the later one, which is meant, ${other} the earlier`,
    );
    return;
  }
  const isJumped = timeline
    .gaps(at)
    .some(({ reason, from, to }) => reason === "clock_jump" && from <= at && at <= to);
  if (isJumped) asker.warn(`${flag}: the clock jumped then; unf log shows the span`);
}

function noVersionHere(flag: string, input: string): UnfError {
  return new UnfError(
    "usage",
    `${flag} "${input}" names something of one project, and several projects are asked`,
    {
      hint: "name one project, or an instant",
    },
  );
}
