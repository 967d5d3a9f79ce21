import { readdirSync } from "node:fs";
import { join } from "node:path";
import { type AbsPath, encodeUtf8, type RelPath, type WallMs } from "@unf/core/base";
import type { Recording } from "@unf/core/ports";
import { type NewSnapshot, unknownAuthor } from "@unf/core/timeline";
import { digest } from "@unf/system/digest";
import { openTimeline } from "@unf/timeline";
import { always } from "../kit/always.ts";
import type { TempHome } from "../kit/index.ts";

/** A file's content from an instant on; `undefined`: it was deleted. */
export interface PastAct {
  readonly at: WallMs;
  readonly path: string;
  readonly text: string | undefined;
}

/** Writes a history of the past into the one project of a home, oldest first. No daemon may run. */
export function tellPast({ unfHome }: TempHome, acts: readonly PastAct[]): void {
  const [project = ""] = readdirSync(join(unfHome, "projects"));
  using timeline = openTimeline(
    join(unfHome, "projects", project, "timeline.db") as AbsPath,
    always,
  );
  const seen = new Set<string>();
  const inbox = new Map(
    acts.flatMap(({ text }) => {
      if (text === undefined) return [];
      const bytes = encodeUtf8(text);
      const hash = digest(bytes);
      return [[hash, { hash, bytes }]];
    }),
  );
  const recordings = acts.map((act): Recording => {
    const recording = recordingOf(act, !seen.has(act.path));
    if (act.text === undefined) seen.delete(act.path);
    else seen.add(act.path);
    return recording;
  });
  timeline.commit({ inbox: [...inbox.values()], recordings, restats: [], settlements: [] });
}

/** The files that stood at an instant. */
export function stoodAt(acts: readonly PastAct[], at: WallMs): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const act of acts) {
    if (act.at > at) break;
    if (act.text === undefined) files.delete(act.path);
    else files.set(act.path, act.text);
  }
  return files;
}

const fileMode = 0o100644;

function recordingOf({ at, path: word, text }: PastAct, isNew: boolean): Recording {
  const path = word as RelPath;
  const common = {
    ...({ path, at, counts: null, settled: true, cause: "event", renamedFrom: null } as const),
    ...{ operation: null, author: unknownAuthor },
  };
  if (text === undefined) {
    const snapshot: NewSnapshot = { ...common, hash: null, bytes: 0, event: "delete", mode: 0 };
    return { snapshot, head: null };
  }
  const bytes = encodeUtf8(text);
  const [hash, mode] = [digest(bytes), fileMode];
  const event = isNew ? "create" : "modify";
  const size = BigInt(bytes.length);
  // No stat of the disk: the next sweep reads the file.
  const stat = { dev: 0n, ino: 0n, size, mtimeNs: 0n, ctimeNs: 0n, mode };
  return {
    snapshot: { ...common, hash, bytes: bytes.length, event, mode },
    head: { path, hash, bytes: bytes.length, mode, stat, racy: true },
  };
}
