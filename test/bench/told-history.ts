import { execFileSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import type { AbsPath, RelPath, WallMs } from "@unf/core/base";
import {
  lostObjectsDirectory,
  lostPacksDirectory,
  objectsDirectory,
  packsDirectory,
  timelinePath,
  trashDirectory,
} from "@unf/core/home";
import type { Recording } from "@unf/core/ports";
import { type NewSnapshot, unknownAuthor } from "@unf/core/timeline";
import { createObjectStore } from "@unf/store";
import { openFileSystem, openHome, randomName } from "@unf/system";
import { zstd } from "@unf/system/compression";
import { digest } from "@unf/system/digest";
import { openTimeline } from "@unf/timeline";
import { projectId } from "@unf/wiring/recorder";
import { always } from "../kit/always.ts";
import { type TempHome, testEnvironment } from "../kit/index.ts";
import { openBenchHome } from "./recorder.ts";
import type { Bench } from "./row.ts";

/** One version of one file. */
export interface ToldVersion {
  readonly path: string;
  readonly content: Uint8Array;
}

/** A history that unf and git both have, each version a commit of its own; nothing watches it. */
export interface ToldHistory {
  readonly home: TempHome;
  /** Git's output when it is called with these words in its repository. */
  readonly git: (...args: readonly string[]) => string;
}

/** Writes the versions, oldest first, into a home of unf and into a repository that is packed. */
export function tellHistory(bench: Bench, versions: Iterable<ToldVersion>): ToldHistory {
  const home = openBenchHome(bench);
  const repository = bench.scratch("told-git");
  const stream = join(repository, "stream");
  const file = openSync(stream, "w");
  recordHistory(home, writeStream(file, versions));
  closeSync(file);
  const env = {
    ...testEnvironment(home),
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
  };
  const git = (...args: readonly string[]): string =>
    execFileSync("git", args, { cwd: repository, env, encoding: "utf8", maxBuffer: 2 ** 30 });
  git("init", "-q", "--bare", ".");
  const input = openSync(stream, "r");
  execFileSync("git", ["fast-import", "--quiet"], {
    cwd: repository,
    env,
    stdio: [input, "ignore", "inherit"],
  });
  closeSync(input);
  git("symbolic-ref", "HEAD", "refs/heads/main");
  git("repack", "-a", "-d", "-q");
  return { home, git };
}

/** Passes the versions on while it writes them for git. */
function* writeStream(file: number, versions: Iterable<ToldVersion>): Generator<ToldVersion> {
  let at = 0;
  for (const version of versions) {
    const { path, content } = version;
    const head = `commit refs/heads/main\ncommitter a <a> ${1000 + at} +0000\ndata 0\n`;
    writeSync(file, `${head}M 100644 inline ${path}\ndata ${content.length}\n`);
    writeSync(file, content);
    writeSync(file, "\n");
    at += 1;
    yield version;
  }
}

/** Rows in one commit. */
const step = 5000;
const startAt = Date.UTC(2026, 0, 1) as WallMs;

function recordHistory(home: TempHome, versions: Iterable<ToldVersion>): void {
  const [root, unfHome] = [home.project as AbsPath, home.unfHome as AbsPath];
  const project = projectId(root);
  const file = timelinePath(unfHome, project);
  openHome(unfHome, { create: true });
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const store = createObjectStore({
    fs: openFileSystem(),
    directory: objectsDirectory(unfHome),
    trash: trashDirectory(unfHome),
    lostAndFound: lostObjectsDirectory(unfHome),
    packsDirectory: packsDirectory(unfHome),
    lostPacks: lostPacksDirectory(unfHome),
    digest,
    compression: zstd,
    unique: randomName,
  });
  const create = { project, root, dev: 1n, ino: 1n, createdAt: startAt };
  using timeline = openTimeline(file, always, { create });
  const seen = new Set<string>();
  let recordings: Recording[] = [];
  const commit = (): void => {
    timeline.commit({ inbox: [], recordings, restats: [], settlements: [] });
    recordings = [];
  };
  let at = startAt;
  for (const { path, content } of versions) {
    const hash = digest(content);
    store.put({ hash, bytes: content });
    at = (at + 2000) as WallMs;
    recordings.push(recordingOf({ path, hash, bytes: content.length, at, isNew: !seen.has(path) }));
    seen.add(path);
    if (recordings.length === step) commit();
  }
  commit();
}

const mode = 0o100644;

/** A row of a file, with the head that it makes. */
export function recordingOf(given: {
  readonly path: string;
  readonly hash: ReturnType<typeof digest>;
  readonly bytes: number;
  readonly at: WallMs;
  readonly isNew: boolean;
}): Recording {
  const { hash, bytes, at } = given;
  const path = given.path as RelPath;
  const snapshot: NewSnapshot = {
    path,
    hash,
    bytes,
    at,
    event: given.isNew ? "create" : "modify",
    counts: null,
    settled: true,
    mode,
    cause: "event",
    renamedFrom: null,
    operation: null,
    author: unknownAuthor,
  };
  const stat = { dev: 1n, ino: 1n, size: BigInt(bytes), mtimeNs: 0n, ctimeNs: 0n, mode };
  return { snapshot, head: { path, hash, bytes, mode, stat, racy: false } };
}
