import {
  parseUtc,
  type RelPath,
  renderLocalDate,
  type TimelineReader,
  type TimePurpose,
  thinnedAt,
  UnfError,
  utcZone,
  type Viewer,
} from "@unf/core";
import type { HomeReader, ProjectReader } from "@unf/wiring";
import type { FlagTable } from "../frame/argv/flag.ts";
import type { Call } from "../frame/call/command.ts";
import type { CliWiring } from "../frame/world/world.ts";
import { resolveScope, type Scope } from "./scope.ts";
import { type ResolvedTime, renderTime, resolveTime } from "./time.ts";

/** An open home. Reading it needs no daemon. */
export interface OpenHome {
  readonly wiring: CliWiring;
  readonly reader: HomeReader;
}

/** The project a command is about, open for reading, and what of it. */
export interface OpenScope extends Scope {
  readonly reader: ProjectReader;
  /** The one file named, when the words name exactly one path. */
  readonly file: RelPath | undefined;
}

/** Opens the store that the environment names; it stays open until the answer is printed. */
export async function openHome(call: Call<FlagTable>): Promise<OpenHome> {
  const { world } = call;
  const wiring = await world.wiring();
  const home = wiring.homeDirectory(world.env);
  const reader = call.own(
    wiring.openHomeReader(home, () =>
      call.warn(`the disk of ${home} is full or read-only: reading a copy of the history`),
    ),
  );
  return { wiring, reader };
}

/** Finds the project that flags, words and working directory mean, and opens it. */
export function openScope(
  call: Call<FlagTable>,
  { reader }: OpenHome,
  pathWords: readonly string[],
): OpenScope {
  const scope = resolveScope({
    projects: reader.projects(),
    cwd: call.world.cwd,
    projectWord: projectWord(call),
    pathWords,
  });
  const project = call.own(reader.open(scope.project));
  call.concerns({
    ...scope.project,
    recordedUntil: parseUtc(project.timeline.meta("recorded_until") ?? ""),
  });
  for (const [index, path] of scope.within.entries()) {
    if (path !== "" && !project.timeline.knows(path)) {
      throw new UnfError("not_found", `nothing is recorded of ${pathWords[index]}`, {
        hint: `unf ignore check ${pathWords[index]}`,
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

/** `--project`, or `UNF_PROJECT` when that is set and not empty. */
export function projectWord(call: Call<FlagTable>): string | undefined {
  return call.globals.project ?? (call.world.env.UNF_PROJECT || undefined);
}

/** Who looks, when and where: what relative and local times depend on. */
export function viewerOf(call: Call<FlagTable>): Viewer {
  return { now: call.world.now(), zone: call.globals.utc ? utcZone : call.world.localZone };
}

/** A time flag: its name without dashes, what was given, and how to read it. */
export interface TimeFlag {
  readonly name: string;
  readonly input: string | undefined;
  readonly purpose: TimePurpose;
}

/** Reads a time flag and says what was understood; `undefined` when it was not given. */
export async function readTimeFlag(
  call: Call<FlagTable>,
  flag: TimeFlag,
  scope: Pick<OpenScope, "reader" | "file"> | undefined,
): Promise<ResolvedTime | undefined> {
  if (flag.input === undefined) return undefined;
  const viewer = viewerOf(call);
  const time = await resolveTime(flag.input, {
    viewer,
    purpose: flag.purpose,
    flag: `--${flag.name}`,
    timeline: scope?.reader.timeline,
    file: scope?.file,
    warn: call.warn,
  });
  call.note(renderTime(flag.name, time, viewer));
  return scope === undefined ? time : noteThinned(call, flag, time, scope.reader.timeline);
}

/** Says when what is known of the instant is not all that was. */
function noteThinned(
  call: Call<FlagTable>,
  { name, purpose }: TimeFlag,
  time: ResolvedTime,
  timeline: TimelineReader,
): ResolvedTime {
  // A version is what it is, and the state at a checkpoint is kept.
  if (time.version !== undefined || time.mark?.kind === "checkpoint") return time;
  const thinned = thinnedAt(timeline.prunings(time.at), time.at);
  if (thinned === undefined) return time;
  const day = renderLocalDate(thinned.at, viewerOf(call).zone);
  const text = `--${name}: versions of that time were removed on ${day}`;
  // What was removed by this format is told file by file; what went before left no trace.
  const isUntold = timeline
    .horizons()
    .some(({ kind, toTime }) => kind === "absence" && time.at < toTime);
  if (purpose !== "at") call.note(text);
  else if (isUntold) call.warn(`${text}; a file may be shown as it was a little earlier`);
  return { ...time, thinned };
}
