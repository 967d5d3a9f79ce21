import { closeSync, fstatSync, writeSync } from "node:fs";
import {
  type AbsPath,
  encodeUtf8,
  isObject,
  type ProjectId,
  systemCode,
  type WallMs,
} from "@unf/core/base";
import { conditionPath, supervisionPath } from "@unf/core/home";
import { formatUtc, parseUtc } from "@unf/core/time";
import type { ConditionNote, SupervisionNote } from "@unf/core/trouble";
import { atomicReplace } from "../disk/atomic-replace.ts";
import { removeEntry } from "../disk/base/remove-entry.ts";
import { openToWrite } from "../disk/base/writes.ts";
import { readJson } from "../disk/read-json.ts";

// Notes that daemon and sentinel leave for whoever asks the home and not them.

type NotedProject = ConditionNote["projects"][number];

const states: readonly NotedProject["state"][] = [
  "stopped",
  "missing",
  "error",
  "quarantined",
  "sweeps",
];

export function writeConditionNote(home: AbsPath, note: ConditionNote): void {
  const projects = note.projects.map(({ id, state, since, why }) => ({
    id,
    state,
    since: instant(since),
    why,
  }));
  const members = { pid: note.pid, safe_since: instant(note.safeSince), projects };
  write(conditionPath(home), members);
}

/** `undefined` when there is none, or it makes no sense, as one that is just being written. */
export function readConditionNote(home: AbsPath): ConditionNote | undefined {
  const { format, pid, safe_since, projects } = readJson(conditionPath(home)) ?? {};
  if (format !== 1 || typeof pid !== "number" || !Array.isArray(projects)) return undefined;
  return { pid, safeSince: parse(safe_since), projects: projects.flatMap(parseProject) };
}

export function writeSupervisionNote(home: AbsPath, note: SupervisionNote): void {
  const { pid, crashes, until } = note;
  write(supervisionPath(home), { pid, crashes, until: formatUtc(until) });
}

export function readSupervisionNote(home: AbsPath): SupervisionNote | undefined {
  const { format, pid, crashes, until } = readJson(supervisionPath(home)) ?? {};
  const at = parse(until);
  if (format !== 1 || typeof pid !== "number" || typeof crashes !== "number") return undefined;
  return at === undefined ? undefined : { pid, crashes, until: at };
}

export function clearSupervisionNote(home: AbsPath): void {
  removeEntry(supervisionPath(home));
}

/** On a full disk there is room for the bytes only where those of the note before lie. */
function write(path: AbsPath, members: object): void {
  const text = `${JSON.stringify({ format: 1, ...members })}\n`;
  const bytes = encodeUtf8(text);
  try {
    atomicReplace(path, bytes, 0o600);
  } catch (thrown) {
    if (systemCode(thrown) !== "ENOSPC") throw thrown;
    const file = openToWrite(path, "r+");
    try {
      // Blanks replace the rest of a longer note, which so remains JSON.
      const blank = Math.max(0, fstatSync(file).size - bytes.length);
      writeSync(file, encodeUtf8(text + " ".repeat(blank)));
    } finally {
      closeSync(file);
    }
  }
}

function parseProject(raw: unknown): NotedProject[] {
  if (!isObject(raw)) return [];
  const { id, since, why } = raw;
  const state = states.find((one) => one === raw.state);
  if (typeof id !== "string" || typeof why !== "string" || state === undefined) return [];
  return [{ id: id as ProjectId, state, since: parse(since), why }];
}

function instant(at: WallMs | undefined): string | null {
  return at === undefined ? null : formatUtc(at);
}

function parse(raw: unknown): WallMs | undefined {
  return typeof raw === "string" ? parseUtc(raw) : undefined;
}
