import { type RelPath, UnfError } from "@unf/core/base";
import type { TimelineReader } from "@unf/core/ports";
import { thinnedAt } from "@unf/core/retention";
import { parseUtc, renderLocalDate, type TimePurpose, type Viewer } from "@unf/core/time";
import type { Asker, OpenHome } from "../ports/asker.ts";
import type { ProjectReader } from "../ports/history.ts";
import { suggestInstead } from "./instead.ts";
import { resolveScope, type Scope } from "./scope.ts";
import { type ResolvedTime, renderTime, resolveTime } from "./time.ts";

/** The project a command is about, open for reading, and what of it. */
export interface OpenScope extends Scope {
  readonly reader: ProjectReader;
  /** The one file named, when the words name exactly one path. */
  readonly file: RelPath | undefined;
}

/** Finds the project that flags, words and working directory mean, and opens it. */
export function openScope(
  asker: Asker,
  { reader }: OpenHome,
  pathWords: readonly string[],
): OpenScope {
  const scope = resolveScope({
    projects: reader.projects(),
    asker,
    pathWords,
  });
  const project = asker.own(reader.open(scope.project));
  asker.concerns({
    ...scope.project,
    recordedUntil: parseUtc(project.timeline.meta("recorded_until") ?? ""),
  });
  for (const [index, path] of scope.within.entries()) {
    if (path !== "" && !project.timeline.knows(path)) {
      const word = pathWords[index] ?? "";
      const hint = suggestInstead(asker, scope, project.timeline, word, path);
      throw new UnfError("not_found", `nothing is recorded of ${word}`, {
        hint: hint ?? `unf ignore check ${word}`,
      });
    }
  }
  return {
    ...scope,
    // The root itself restricts nothing.
    within: scope.within.includes("" as RelPath) ? [] : scope.within,
    reader: project,
    file: scope.within.length === 1 ? scope.within[0] : undefined,
  };
}

/** The asker's instant and zone: relative and local times depend on them. */
export function viewerOf(asker: Pick<Asker, "now" | "zone">): Viewer {
  return { now: asker.now(), zone: asker.zone };
}

/** A time flag: its name without dashes, what was given, and how to read it. */
export interface TimeFlag {
  readonly name: string;
  readonly input: string | undefined;
  readonly purpose: TimePurpose;
}

/** Reads a time flag and says what was understood; `undefined` when it was not given. */
export async function readTimeFlag(
  asker: Asker,
  flag: TimeFlag,
  scope: Pick<OpenScope, "reader" | "file"> | undefined,
): Promise<ResolvedTime | undefined> {
  if (flag.input === undefined) return undefined;
  const viewer = viewerOf(asker);
  const time = await resolveTime(flag.input, {
    viewer,
    purpose: flag.purpose,
    flag: `--${flag.name}`,
    timeline: scope?.reader.timeline,
    file: scope?.file,
    asker,
  });
  asker.note(renderTime(flag.name, time, viewer));
  return scope === undefined ? time : noteThinned(asker, flag, time, scope.reader.timeline);
}

/** Says when what is known of the instant is not all that was. */
function noteThinned(
  asker: Asker,
  { name, purpose }: TimeFlag,
  time: ResolvedTime,
  timeline: TimelineReader,
): ResolvedTime {
  // A version is what it is, and the state at a checkpoint is kept.
  if (time.version !== undefined || time.mark?.kind === "checkpoint") return time;
  const thinned = thinnedAt(timeline.prunings(time.at), time.at);
  if (thinned === undefined) return time;
  const day = renderLocalDate(thinned.at, viewerOf(asker).zone);
  const text = `--${name}: versions of that time were removed on ${day}`;
  // Rows removed by this format are told file by file; those that went before left no trace.
  const isUntold = timeline
    .horizons()
    .some(({ kind, toTime }) => kind === "absence" && time.at < toTime);
  if (purpose !== "at") asker.note(text);
  else if (isUntold) asker.warn(`${text}; a file may be shown as it was a little earlier`);
  return { ...time, thinned };
}
