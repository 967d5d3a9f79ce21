import {
  type AbsPath,
  type BlobId,
  encodeUtf8,
  invariant,
  joinPath,
  type ProjectId,
  type RelPath,
  systemCode,
  UnfError,
  type WallMs,
} from "@unf/core/base";
import type {
  ArrivingHistory,
  ArrivingRow,
  ForeignHistories,
  ForeignSession,
  TakenRow,
  TimelineBuilder,
} from "@unf/core/exchange";
import { projectDirectory, timelinePath } from "@unf/core/home";
import { countLines, hasNul } from "@unf/core/lines";
import type { Digest, ProjectIdentity, TimelineReader } from "@unf/core/ports";
import { chooseSessionId, promptLabel } from "@unf/core/sessions";
import type { LineCounts } from "@unf/core/timeline";
import { birthOf } from "@unf/core/watching";
import type { HomeWorld, OpenProjects } from "../home/home.ts";
import { chooseProjectId } from "../home/project-id.ts";
import { readRoot } from "../home/read-root.ts";
import { swapTimeline } from "../home/swap-timeline.ts";
import { readForeignContent } from "./foreign-contents.ts";
import { Pauses } from "./pauses.ts";
import { importKey, type Prepared } from "./prepare.ts";

/** Contents of so many rows are made durable at once. */
const flushEvery = 256;

/** A project is closed meanwhile, so that seldom anything comes in between. */
const triesMax = 3;

/** Ports of importing, beside those of every holder of the lock. */
export interface ImportWorld extends HomeWorld {
  readonly foreign: ForeignHistories;
  readonly builder: Pick<TimelineBuilder, "withArrival">;
}

/**
 * Makes a prepared history the beginning of its project's, or all of it. Only for the holder of the
 * daemon's lock. The contents are durable before any row names them, and the timeline that was there
 * is kept. Where it is kept, when there was one.
 */
export async function takeOverHistory(
  world: ImportWorld,
  open: OpenProjects,
  prepared: Prepared,
  objects: AbsPath,
): Promise<AbsPath | undefined> {
  const { history, own } = prepared;
  const rows = await storeContents(world, prepared, objects);
  const id = own?.id ?? chooseProjectId(world, history.root);
  const place = timelinePath(world.home, id);
  const arrival = await describe(world, prepared, rows);
  const build = (create: ProjectIdentity | undefined) =>
    world.builder.withArrival(id, arrival, create, () => world.clock.breathe());
  if (own === undefined) {
    world.fs.makeDirectory(projectDirectory(world.home, id), 0o700);
    const { path } = await build(identify(world, id, history.root));
    world.fs.rename(path, place);
    world.fs.syncDirectory(projectDirectory(world.home, id));
    return undefined;
  }
  for (let tries = 0; tries < triesMax; tries += 1) {
    await open.release(id);
    const built = await build(undefined);
    // Something may have had the project opened again in the meantime, as a change of the settings.
    await open.release(id);
    if (built.isCurrent()) return swapTimeline(world, id, built.path);
  }
  throw new UnfError("conflict", `${history.root} was written to all the time`, {
    hint: "unf stop, then the same again",
  });
}

/** Puts every content that a row names, and counts the lines of every step. */
async function storeContents(
  world: ImportWorld,
  { plan }: Prepared,
  objects: AbsPath,
): Promise<(TakenRow & { readonly counts: LineCounts | null })[]> {
  const { contents } = world;
  const stored = new Set<BlobId>();
  const pauses = new Pauses(world.clock);
  const counted: (TakenRow & { readonly counts: LineCounts | null })[] = [];
  const put = (hash: BlobId): Uint8Array => {
    const bytes = readForeignContent(world, objects, hash);
    if (typeof bytes === "string") {
      throw new UnfError("failed", `a content that was there is ${bytes} now`, {
        hint: "stop the program that writes the store, and try again",
      });
    }
    if (!stored.has(hash)) contents.putFresh({ hash, bytes });
    stored.add(hash);
    return bytes;
  };
  for (const [index, row] of plan.rows.entries()) {
    const after = row.hash === null ? undefined : put(row.hash);
    const before = row.before === null ? undefined : put(row.before);
    counted.push({ ...row, counts: count(before, after) });
    if (index % flushEvery === flushEvery - 1) await contents.flushVolatile();
    await pauses.pause();
  }
  await contents.flushVolatile();
  return counted;
}

function count(before: Uint8Array | undefined, after: Uint8Array | undefined): LineCounts | null {
  const isText = (bytes: Uint8Array | undefined) => bytes === undefined || !hasNul(bytes);
  return isText(before) && isText(after) ? countLines(before, after) : null;
}

async function describe(
  world: ImportWorld,
  { history, plan, own }: Prepared,
  rows: readonly (TakenRow & { readonly counts: LineCounts | null })[],
): Promise<ArrivingHistory> {
  using timeline = own === undefined ? undefined : world.timelines.read(own.id);
  const modes = new Map<RelPath, number>();
  const modeOf = (path: RelPath): number => {
    const known = modes.get(path) ?? findMode(world, timeline, joinPath(history.root, path), path);
    modes.set(path, known);
    return known;
  };
  const pauses = new Pauses(world.clock);
  const described: ArrivingRow[] = [];
  for (const row of rows) {
    described.push({ ...row, mode: row.hash === null ? 0 : modeOf(row.path) });
    await pauses.pause();
  }
  const last = rows.at(-1);
  invariant(last !== undefined, "a history without rows is not taken over");
  return {
    at: world.clock.wall(),
    source: history.source,
    origin: history.origin,
    key: importKey(history.root),
    rows: described,
    sessions: nameSessions(world.digest, history.sessions, timeline, last.at),
    marks: plan.marks,
  };
}

/** No other program notes modes: what the file has in our own history, or on disk, is the best guess. */
function findMode(
  { fs }: ImportWorld,
  timeline: TimelineReader | undefined,
  place: AbsPath,
  path: RelPath,
): number {
  const own = timeline?.firstOf(path);
  if (own !== undefined && own.hash !== null && (own.mode & 0o170000) === 0o100000) return own.mode;
  try {
    const stat = fs.lstat(place);
    if (stat?.kind === "file") return stat.mode;
  } catch (thrown) {
    if (systemCode(thrown) === undefined) throw thrown;
  }
  return 0o100644;
}

/** Under ids of our own. Whatever was still open there is over: its agent writes no more to it. */
function nameSessions(
  digest: Digest,
  sessions: readonly ForeignSession[],
  timeline: TimelineReader | undefined,
  end: WallMs,
): ArrivingHistory["sessions"] {
  const taken = new Set<string>();
  return sessions.map(({ name, agent, label, startedAt, endedAt }) => {
    const hex = digest(encodeUtf8(`${agent}\0${name}`));
    const id = chooseSessionId(
      hex,
      (one) => taken.has(one) || timeline?.session(one) !== undefined,
    );
    taken.add(id);
    return {
      id,
      agent,
      agentSession: name,
      label: promptLabel(label ?? "") || null,
      startedAt,
      endedAt: endedAt ?? (Math.max(startedAt, end) as WallMs),
    };
  });
}

function identify(world: ImportWorld, id: ProjectId, root: AbsPath): ProjectIdentity {
  const stat = readRoot(world.fs, root);
  const birthNs = stat === undefined ? undefined : birthOf(stat);
  return {
    project: id,
    root,
    dev: stat?.dev ?? 0n,
    ino: stat?.ino ?? 0n,
    ...(birthNs === undefined ? {} : { birthNs }),
    createdAt: world.clock.wall(),
  };
}
