import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  type AbsPath,
  exitCodes,
  type RelPath,
  type SnapshotId,
  sayFailure,
  UnfError,
  type WallMs,
} from "@unf/core/base";
import { limits } from "@unf/core/config";
import { olderThan } from "@unf/core/retention";
import type { AgentAct } from "@unf/core/sessions";
import { invertProject, oopsProject, pruneProject, restoreProject } from "@unf/engine";
import { type Picture, readPicture } from "../checker/picture.ts";
import type { Told } from "../checker/told.ts";
import type { Recording } from "./recording.ts";

/** Makes a tree with a history, and gives what is to be tried on it. */
export type Operation = (recording: Recording) => Promise<{
  readonly act: () => Promise<unknown>;
  /** The tree as it is to become. */
  readonly after: Picture;
}>;

/** Goes on as a recorder that lives on after a failure: it records again, and the next operation comes. */
export async function goOn(recording: Recording): Promise<void> {
  const { lastId } = await recording.project.flush();
  // It finds nothing to do; what is not finished is to be finished before it.
  if (lastId !== null) await restoreTo(recording, lastId, ["same.txt" as RelPath]);
}

const binary = Buffer.of(0x7f, 0x45, 0, 1, 2);

/** Back to a row: everything that a restore can do to a path is in it, each once. */
const restore: Operation = async (recording) => {
  const { first, after } = await recordTwoStates(recording);
  await settle(recording);
  return { act: () => restoreTo(recording, first), after };
};

/** Takes such a restore back: contents come from rows, and from the rescue directory. */
const undo: Operation = async (recording) => {
  const { first } = await recordTwoStates(recording);
  const after = readPicture(recording.place.root);
  await restoreTo(recording, first);
  return { act: () => invert(recording, "undo"), after };
};

/** Rows go and the tree stays: all but what no policy takes, as in ten days. */
const prune: Operation = async (recording) => {
  await recordTwoStates(recording);
  await settle(recording);
  const { timeline, clock } = recording.project.ports;
  const now = (clock.wall() + 10 * 86_400_000) as WallMs;
  const upTo = timeline.facts().lastId ?? 0;
  const paths = { include: [], exclude: [], maxBytes: null };
  const order = {
    request: { policy: olderThan(0), now, upTo, ...paths },
    planId: undefined,
    cause: "asked",
    argv: ["prune"],
  } as const;
  const act = async () => {
    const { deleted } = await pruneProject(recording.project, order).catch((thrown: unknown) => {
      if (!(thrown instanceof UnfError)) throw thrown;
      // The checker asks about the tree.
      throw new UnfError(thrown.code, `nothing was changed: ${thrown.message}`, { cause: thrown });
    });
    if (deleted === 0) throw new Error("there was nothing to prune");
  };
  return { act, after: readPicture(recording.place.root) };
};

/** Takes back a turn of an agent, whose command made, changed, moved and removed files. */
const oops: Operation = async (recording) => {
  const { project, place } = recording;
  const at = (path: string): string => join(place.root, path);
  chmodSync(place.root, 0o755);
  write(at("changed.txt"), "first\n");
  write(at("gone/deep.txt"), "of the first only\n");
  write(at("moved.txt"), "moved\n".repeat(20));
  write(at("same.txt"), "the same\n");
  await project.flush();
  const after = readPicture(place.root);
  // A file written as little before a command as two clocks differ counts as the command's.
  const written = Date.now();
  while (Date.now() <= written + 2 * limits.sessions.clockSlackMs) await project.flush();
  const tell = (what: AgentAct): Promise<boolean> =>
    project.sessions.receive({
      ...{ agent: "x", session: "one", at: Date.now() as WallMs, cwd: place.root as AbsPath, what },
    });
  const use = { call: "1", tool: "Bash", reach: { kind: "shell", command: "make" } } as const;
  await tell({ kind: "prompt", text: "go" });
  await tell({ kind: "tool_start", use });
  write(at("changed.txt"), "second\n");
  rmSync(at("gone"), { recursive: true });
  renameSync(at("moved.txt"), at("to.txt"));
  write(at("new/made.txt"), "of the second only\n");
  await project.flush();
  await tell({ kind: "tool_end", use });
  await tell({ kind: "stop" });
  await settle(recording);
  const request = { kind: "last", count: 1, agent: null } as const;
  const act = () => oopsProject(project, { request, planId: undefined, argv: ["oops"] });
  return { act, after };
};

export const operations = { restore, undo, oops, prune } satisfies Record<string, Operation>;

export type OperationName = keyof typeof operations;

/** Carries out `work`, and says what a command would say of it. */
export async function tellOutcome(work: () => Promise<unknown>): Promise<Told> {
  try {
    await work();
    return { exit: 0, text: "" };
  } catch (thrown) {
    return answerOf(thrown);
  }
}

/** As a command ends: a mistake of the program's is none that it foresaw. */
export function answerOf(thrown: unknown): Told {
  if (thrown instanceof UnfError) return { exit: exitCodes[thrown.code], text: sayFailure(thrown) };
  return { exit: 70, text: thrown instanceof Error ? (thrown.stack ?? thrown.message) : "?" };
}

function restoreTo(
  recording: Recording,
  id: SnapshotId,
  within: readonly RelPath[] = [],
): Promise<unknown> {
  return restoreProject(recording.project, {
    request: {
      target: { id },
      within,
      include: [],
      exclude: [],
      deletions: "remove",
      overwrite: "if-changed",
    },
    planId: undefined,
    argv: ["restore"],
  });
}

function invert(recording: Recording, kind: "undo" | "redo"): Promise<unknown> {
  const order = { kind, operation: undefined, planId: undefined, argv: [kind] } as const;
  return invertProject(recording.project, order);
}

/**
 * Until no file changed a moment ago, so that all are certain: a restore then takes the same calls
 * each time. What an undo finds has just been written, so that it must look twice.
 */
async function settle({ project }: Recording): Promise<void> {
  const isCertain = (): boolean =>
    project.ports.timeline.heads("" as RelPath, undefined, 100).every(({ racy }) => !racy);
  while (!isCertain()) await project.flush();
}

/** Leaves the tree in its second state; gives the row at which it was in its first. */
async function recordTwoStates(
  recording: Recording,
): Promise<{ readonly first: SnapshotId; readonly after: Picture }> {
  const { root } = recording.place;
  const at = (path: string): string => join(root, path);
  // New directories get the mode of the one above them.
  chmodSync(root, 0o755);
  makeFirst(at);
  const { lastId } = await recording.project.flush();
  if (lastId === null) throw new Error("nothing was recorded");
  const after = readPicture(root);
  makeSecond(at);
  await recording.project.flush();
  return { first: lastId, after };
}

function makeFirst(at: (path: string) => string): void {
  write(at("changed.txt"), "first\n");
  write(at("same.txt"), "the same\n");
  write(at("mode.sh"), "first\n", 0o755);
  write(at("gone.txt"), "of the first only\n");
  write(at("binary.txt"), "was text\n");
  write(at("file"), "a file first\n");
  write(at("directory/inside.txt"), "in a directory first\n");
  write(at("old/one.txt"), "one\n");
  write(at("old/two.txt"), "two\n", 0o600);
  write(at("kept/deep.txt"), "deep first\n");
  symlinkSync("same.txt", at("link"));
  symlinkSync("../same.txt", at("kept/link"));
}

function makeSecond(at: (path: string) => string): void {
  // As an editor saves.
  write(at("changed.txt.new"), "second\n");
  renameSync(at("changed.txt.new"), at("changed.txt"));
  chmodSync(at("mode.sh"), 0o644);
  rmSync(at("gone.txt"));
  writeFileSync(at("binary.txt"), binary);
  rmSync(at("file"));
  write(at("file/inside.txt"), "in a directory now\n");
  rmSync(at("directory"), { recursive: true });
  write(at("directory"), "a file now\n");
  rmSync(at("old"), { recursive: true });
  write(at("kept/deep.txt"), "deep second\n");
  rmSync(at("link"));
  symlinkSync("changed.txt", at("link"));
  rmSync(at("kept/link"));
  write(at("kept/link"), "a file where a link was\n");
  write(at("later/new.txt"), "of the second only\n");
  symlinkSync("new.txt", at("later/link"));
}

function write(path: string, text: string, mode = 0o644): void {
  if (mkdirSync(dirname(path), { recursive: true }) !== undefined) chmodSync(dirname(path), 0o755);
  writeFileSync(path, text);
  chmodSync(path, mode);
}
