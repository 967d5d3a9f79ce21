import type { Changes } from "./choices.ts";
import { countOthers, lastRewind } from "./choices.ts";
import { carryOut, look, type Ran } from "./program.ts";

/** A checkpoint as unf tells of it. */
export interface Checkpoint {
  /** `cp:17` is 17. */
  readonly id: number;
  readonly at: string;
}

/** A restore that was looked at and not carried out. */
export interface Plan {
  readonly time: string;
  readonly id: string;
  readonly changes: Changes;
  /** Files among them that others than pi have edited since that time. */
  readonly others: number;
}

/** The end of a restore or an undo. `done`: files were changed. */
export interface Outcome {
  readonly done: boolean;
  /** For a person; `undefined` where all is as asked. */
  readonly complaint: string | undefined;
  readonly changes: Changes;
  readonly operation: string | undefined;
}

/** Exit code where a directory is in no watched project. */
const notWatched = 3;

/** Names the state of now. `"unwatched"`: nothing is recorded here; a text says what else is wrong. */
export async function setCheckpoint(
  cwd: string,
  label: string,
  message: string,
): Promise<Checkpoint | "unwatched" | { readonly complaint: string } | undefined> {
  const ran = await look(cwd, ["checkpoint", label, "-m", message]);
  if (ran === undefined) return undefined;
  if (ran.exit === notWatched) return "unwatched";
  return toCheckpoint(ran.document) ?? { complaint: complaintOf(ran) };
}

/** All checkpoints of the project by number; `undefined` where none can be had. */
export async function liveCheckpoints(cwd: string): Promise<Map<number, string> | undefined> {
  const ran = await look(cwd, ["checkpoint", "--list"]);
  const { checkpoints } = ran?.document ?? {};
  if (!Array.isArray(checkpoints)) return undefined;
  const all = checkpoints.flatMap((row: Ran["document"]) => toCheckpoint(row) ?? []);
  return new Map(all.map(({ id, at }) => [id, at]));
}

export async function deleteCheckpoint(cwd: string, id: number): Promise<void> {
  await carryOut(cwd, ["checkpoint", "--delete", `cp:${id}`]);
}

/** The plan that makes the files exactly those of a time; a text says why there is none. */
export async function planRewind(cwd: string, time: string): Promise<Plan | string> {
  const ran = await look(cwd, [...rewindWords(time), "--dry-run"]);
  const id = ran?.document.plan;
  if (ran === undefined || typeof id !== "string") return complaintOf(ran);
  const { actions } = ran.document;
  const hasActions = Array.isArray(actions) && actions.length > 0;
  const log = hasActions ? await look(cwd, logWords(time)) : undefined;
  return { time, id, changes: changesOf(ran), others: countOthers(actions, log?.document.entries) };
}

export async function rewind(cwd: string, { time, id }: Plan): Promise<Outcome> {
  return outcomeOf(await carryOut(cwd, [...rewindWords(time), "--plan", id]));
}

/** The newest rewind to one of these times that stands. */
export async function findLastRewind(
  cwd: string,
  times: ReadonlySet<string>,
): Promise<string | undefined> {
  const ran = await look(cwd, ["ops"]);
  return lastRewind(ran?.document.operations, times);
}

export async function undo(cwd: string, operation: string): Promise<Outcome> {
  return outcomeOf(await carryOut(cwd, ["undo", operation]));
}

function toCheckpoint({ id, at }: Ran["document"]): Checkpoint | undefined {
  const number = /^cp:(\d+)$/.exec(String(id))?.[1];
  return number === undefined || typeof at !== "string" ? undefined : { id: Number(number), at };
}

function outcomeOf(ran: Ran | undefined): Outcome {
  const { operation } = ran?.document ?? {};
  const changes = changesOf(ran);
  const isWhole = ran?.exit === 0;
  const failed = changes.failed > 0 ? `${changes.failed} files are not as they were` : undefined;
  return {
    done: isWhole || typeof operation === "string",
    complaint: isWhole ? undefined : (failed ?? complaintOf(ran)),
    changes,
    operation: typeof operation === "string" ? operation : undefined,
  };
}

function changesOf(ran: Ran | undefined): Changes {
  const { written, deleted, failed, kept } = (ran?.document.summary ?? {}) as Readonly<
    Record<string, unknown>
  >;
  return {
    written: Number(written ?? 0),
    deleted: Number(deleted ?? 0),
    failed: Number(failed ?? 0) + Number(kept ?? 0),
  };
}

function complaintOf(ran: Ran | undefined): string {
  if (ran === undefined) return "unf could not be started";
  const { message, hint } = ran.document;
  const said = typeof message === "string" ? message : `unf ended with ${ran.exit}`;
  return typeof hint === "string" ? `${said} (${hint})` : said;
}

/** The words of a restore that makes the files exactly those of a time; `lastRewind` knows it by them. */
function rewindWords(time: string): string[] {
  return ["restore", "--at", time, "--exact"];
}

/** At most so many versions are looked through for the edits of others. */
const versionsMax = 5000;

function logWords(time: string): string[] {
  return ["log", "--since", time, "--limit", String(versionsMax)];
}
