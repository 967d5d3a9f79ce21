import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type AbsPath, encodeUtf8, type ProjectId, type SnapshotId } from "@unf/core/base";
import {
  backupDirectory,
  lostPacksDirectory,
  projectDirectory,
  rescueDirectory,
  spoolDirectory,
  timelinePath,
} from "@unf/core/home";
import type { Timeline } from "@unf/core/ports";
import { openFileSystem, openHome } from "@unf/system";
import { digest } from "@unf/system/digest";
import { openTimeline } from "@unf/timeline";
import { openStore } from "@unf/wiring/recorder";
import type { Random } from "../engine/random.ts";
import { always } from "../kit/always.ts";
import { recording } from "./timeline-rows.ts";
import { start } from "./timeline-worlds.ts";

/** Both are in every home. */
export const projects = ["1", "2"].map((last) => last.padStart(16, "0") as ProjectId);

const paths = [".env", "src/a.ts", "src/b.ts", "notes.md"];
const lines = Array.from(
  { length: 8 },
  (_, nth) => `the ${nth}. line that is Jörg's "own", ${nth ** 9}`,
);

/** Some of the lines, perhaps a short one among them. */
function text(random: Random): string {
  const count = 1 + random.below(3);
  return Array.from({ length: count }, () => random.pick([...lines, "short", "="])).join("\n");
}

/** Texts that programs and people write: harmless, or some of the lines, also as JSON. */
function said(random: Random): string {
  if (random.chance(0.4)) return "nothing of interest to anybody";
  const words = `about ${text(random)}.`;
  return random.chance(0.5) ? JSON.stringify({ said: words }) : words;
}

/**
 * Makes a home with two projects whose contents, payloads, prompts, commands, events and files beside
 * them hold the same few lines, by chance.
 */
export function makeForgetHome(home: AbsPath, random: Random): void {
  openHome(home, { create: true });
  const write = (path: string) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, said(random));
  };
  for (const id of projects) {
    makeProject(home, id, random);
    if (random.chance(0.5)) write(join(rescueDirectory(home, id, 3), random.pick(paths)));
    if (random.chance(0.3)) write(join(backupDirectory(home, id), "timeline-v5-x.db"));
  }
  if (random.chance(0.3)) write(join(lostPacksDirectory(home), "0123.pack.4567"));
  for (let nth = 0; nth < 3; nth += 1) write(join(spoolDirectory(home), `1-${nth}-1`));
}

function makeProject(home: AbsPath, id: ProjectId, random: Random): void {
  using timeline = makeTimeline(home, id);
  for (let nth = 0; nth < 8; nth += 1) {
    const isInboxed = random.chance(0.3);
    recordContent(home, timeline, { path: random.pick(paths), text: text(random), isInboxed });
  }
  addTexts(timeline, random);
}

/** An empty one. */
export function makeTimeline(home: AbsPath, id: ProjectId): Timeline {
  mkdirSync(projectDirectory(home, id), { recursive: true });
  const root = `/nowhere/${id}` as AbsPath;
  const identity = { project: id, root, dev: 1n, ino: 2n, createdAt: start };
  return openTimeline(timelinePath(home, id), always, { create: identity });
}

/** Commits a version. `isInboxed`: its content is not in the store yet. */
export function recordContent(
  home: AbsPath,
  timeline: Timeline,
  { path, text: content, isInboxed = false }: { path: string; text: string; isInboxed?: boolean },
): void {
  const bytes = encodeUtf8(content);
  const blob = { hash: digest(bytes), bytes };
  if (!isInboxed) openStore(home, openFileSystem()).put(blob);
  const row = recording(path, { hash: blob.hash, bytes: bytes.length });
  const batch = { recordings: [row], restats: [], settlements: [] };
  timeline.commit({ ...batch, inbox: isInboxed ? [blob] : [] });
}

function addTexts(timeline: Timeline, random: Random): void {
  const common = { at: start, snapshot: 1 as SnapshotId, files: 1, pinned: false };
  for (let nth = 0; nth < 4; nth += 1) {
    timeline.addCheckpoint({
      ...common,
      label: random.chance(0.3) ? said(random) : null,
      message: random.chance(0.3) ? said(random) : null,
      payload: random.chance(0.7) ? encodeUtf8(said(random)) : null,
    });
  }
  const argv = ["restore", said(random)];
  const operation = { kind: "restore", startedAt: start, argv, before: 0, plan: "pl-1" } as const;
  timeline.startOperation({ ...operation, inverts: null }, []);
  const session = { agent: "codex", agentSession: "x", cwd: null, parent: null };
  timeline.openSession({ ...session, id: "s-1", label: said(random), startedAt: start });
  const prompt = said(random);
  const turn = { session: "s-1", label: prompt.split("\n")[0] ?? "", prompt, before: 0 } as const;
  const at = timeline.openTurn({ ...turn, startedAt: start });
  for (const owner of [at, null]) {
    const call = { session: "s-1", turn: owner, agentCall: null, tool: "Bash" };
    const reach = { kind: "shell", command: said(random) } as const;
    timeline.openToolCall({ ...call, reach, startedAt: start, endedAt: null });
  }
}
