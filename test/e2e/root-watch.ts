import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { lstatSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import type { AbsPath } from "@unf/core/base";
import { timelinePath } from "@unf/core/home";
import type { TimelineReader } from "@unf/core/ports";
import type { Gap } from "@unf/core/timeline";
import { requireIntent } from "@unf/system";
import { openTimelineReader } from "@unf/timeline";
import { inspectRunning } from "@unf/wiring";
import { until } from "../kit/index.ts";
import type { Story } from "./story.ts";

// Looks at a story's projects, as far as it can without starting a process for each look.

/** The daemon's state of the project with this root; `undefined` when it does not run. */
export async function stateOf(
  story: Story,
  root: string = story.home.project,
): Promise<{ readonly state: string; readonly reason?: string | null } | undefined> {
  // Another user's daemon answers only that user's commands.
  if (lstatSync(story.home.unfHome).uid !== process.getuid?.()) {
    const { projects } = await story.status();
    return projects.find((project) => project.root === root);
  }
  const { daemon } = await inspectRunning(story.home.unfHome as AbsPath);
  return daemon?.projects.find((project) => project.root === root);
}

/** When each story's root was seen missing. */
const seenMissing = new WeakMap<Story, readonly number[]>();

/** Waits until the project has the state. */
export async function awaitState(
  story: Story,
  state: string,
  reason: RegExp = /(?:)/,
  root: string = story.home.project,
): Promise<void> {
  let last: unknown;
  const isSo = async (): Promise<boolean> => {
    const found = await stateOf(story, root);
    last = found && { state: found.state, reason: found.reason };
    return found?.state === state && reason.test(found.reason ?? "");
  };
  await until(`${state} ${reason}`, isSo, { limitMs: 90_000 }).catch((thrown: Error) => {
    throw new Error(`${thrown.message}, but ${JSON.stringify(last)}`);
  });
  if (state === "missing") seenMissing.set(story, [...(seenMissing.get(story) ?? []), Date.now()]);
}

/** The record of the watched project with this root: rows as `event path`, oldest first, and gaps. */
export function readRecord(
  story: Story,
  root: string = story.home.project,
): { readonly id: string; readonly rows: readonly string[]; readonly gaps: readonly Gap[] } {
  const { id, timeline } = openRecord(story, root);
  using _ = timeline;
  const found = [...timeline.find({ within: [], interim: true, order: "oldest" })];
  return {
    id,
    rows: found.map(({ event, path }) => `${event} ${path}`),
    gaps: timeline.gaps(),
  };
}

/** The timeline's own table `meta`. */
export function readMeta(
  story: Story,
  key: string,
  root: string = story.home.project,
): string | undefined {
  using timeline = openRecord(story, root).timeline;
  return timeline.meta(key);
}

/** Past the checks of a command: the home may be another user's in these tests. */
function openRecord(
  story: Story,
  root: string,
): { readonly id: string; readonly timeline: TimelineReader } {
  const home = story.home.unfHome as AbsPath;
  const intended = requireIntent(home).projects.find((project) => project.root === root);
  assert.ok(intended !== undefined, `${root} is not watched`);
  return { id: intended.id, timeline: openTimelineReader(timelinePath(home, intended.id)) };
}

/**
 * Puts a file there in one step, so that it has one row: what is written where it stands may be read
 * between its making and its writing, and has two then.
 */
export function putWhole(story: Story, place: string, text: string): void {
  const made = join(story.home.root, `whole-${randomUUID()}`);
  writeFileSync(made, text);
  renameSync(made, place);
}

/** Waits until a row is recorded, without anybody asking for a flush. */
export async function awaitRow(story: Story, row: string, root?: string): Promise<void> {
  await until(`recorded: ${row}`, () => readRecord(story, root).rows.includes(row), {
    limitMs: 90_000,
  });
}

/** Nothing but creations and modifications is recorded. */
export function assertNoDeletion(story: Story, root?: string): void {
  const deletions = readRecord(story, root).rows.filter((row) => row.startsWith("delete"));
  assert.deepEqual(deletions, []);
}

/** Requires that every instant at which the root was seen missing lies in a gap, once all are closed. */
export async function awaitAbsences(story: Story): Promise<void> {
  let absences: readonly Gap[] = [];
  const areClosed = (): boolean => {
    absences = readRecord(story).gaps.filter(({ reason }) => reason === "root_unavailable");
    return absences.every(({ closedAt }) => closedAt !== null);
  };
  await until("the gaps are closed", areClosed, { limitMs: 90_000 });
  const instants = seenMissing.get(story) ?? [];
  assert.ok(instants.length > 0, "it was never away");
  for (const at of instants) {
    const covers = ({ from, to }: Gap): boolean => from <= at && at <= to;
    assert.ok(absences.some(covers), `${at} is in none of ${JSON.stringify(absences)}`);
  }
}
