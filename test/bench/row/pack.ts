import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  type AbsPath,
  type Blob,
  type BlobId,
  type Log,
  limits,
  type ObjectStore,
  type RelPath,
} from "@unf/core";
import type { Contents } from "@unf/engine";
import { openHome, systemClock } from "@unf/system";
import { digest } from "@unf/system/digest";
import {
  openPace,
  openProject,
  openRecorderWorld,
  projectId,
  readSettings,
} from "@unf/wiring/recorder";
import { type GitHistory, readGitHistory } from "../git-history.ts";
import type { Bench, Finding, RunRow } from "../row.ts";
import { growTree } from "../source-tree.ts";
import { clock, median, quantile, renderMs } from "../statistics.ts";

const silentLog: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};
const breathe = async (): Promise<void> => undefined;

/** Old versions in packs: what they take, how fast they are packed and read, and who has to wait. */
export const runPack: RunRow = async (bench) => {
  const history = await readGitHistory(bench);
  if (history === undefined) throw new Error("there is no git history to replay");
  const findings: Finding[] = [];
  bench.doing("pack a real history");
  const { store } = await openStore(bench);
  for (const blob of history.chains.flat()) store.put(blob);
  store.syncAll();
  const readLoose = sampleReads(store, history);
  const packMs = await clock(() => packAll(store, history.chains));
  const facts = store.packs();
  const bytes = facts.reduce((sum, pack) => sum + pack.bytes, 0);
  const entries = facts.reduce((sum, pack) => sum + pack.entries, 0);
  const per = (sum: number) => `${Math.round(sum / entries)} bytes`;
  findings.push({
    work: `packs of a real git history, ${entries} versions of ${history.chains.length} files`,
    ours: `${per(bytes)} a version, of ${per(history.contentBytes)} (${(history.contentBytes / bytes).toFixed(1)} × smaller)`,
    yardstick: `${per(history.packedBytes)} in git after git gc (contents and their index alone)`,
    ratio: bytes / history.packedBytes,
    target: "≤ 2.0 ×",
    isMet: bytes / history.packedBytes <= 2,
    notes: [
      `as objects: ${per(looseBytes(history))} in blocks of 4 KiB`,
      `${facts.length} packs of ${Math.round(bytes / 1024)} KiB`,
    ],
  });
  findings.push({
    work: "packing the same, every entry read again before it counts",
    ours: `${renderMs(packMs)}, ${(history.contentBytes / 2 ** 20 / (packMs / 1000)).toFixed(1)} MiB/s`,
    yardstick: `git repack -a -d -f: ${renderMs(history.repackMs)}`,
    ratio: packMs / history.repackMs,
    target: "none set",
    isMet: undefined,
    notes: [],
  });
  store.discard(history.chains.flat().map(({ hash }) => hash));
  findings.push(await compareReads(bench, store, history, readLoose));
  findings.push(await readLarge(bench));
  findings.push(await saveWhilePacking(bench, history));
  return findings;
};

async function openStore(
  bench: Bench,
): Promise<{ store: ObjectStore; contents: Contents; home: AbsPath }> {
  const home = join(bench.scratch("packs"), "home") as AbsPath;
  openHome(home, { create: true });
  const { config } = await readSettings(home);
  const { contents } = openRecorderWorld(home, config, silentLog);
  return { store: contents.packable as ObjectStore, contents, home };
}

async function packAll(store: ObjectStore, chains: readonly (readonly Blob[])[]): Promise<void> {
  const rest = chains[Symbol.iterator]();
  const once = { [Symbol.iterator]: () => ({ next: () => rest.next() }) };
  while ((await store.writePack(once, breathe)) !== undefined);
}

function looseBytes({ chains }: GitHistory): number {
  const sizes = new Map(chains.flat().map(({ hash, bytes }) => [hash, bytes.length]));
  return [...sizes.values()].reduce((sum, size) => sum + Math.ceil(size / 4096) * 4096, 0);
}

/** Milliseconds of reading each of some contents. */
function sampleReads(store: ObjectStore, { chains }: GitHistory): number[] {
  const all = chains.flat();
  return Array.from({ length: 400 }, (_, at) => {
    const blob = all[(at * 7919) % all.length];
    return blob === undefined ? 0 : timeRead(store, blob.hash);
  });
}

function timeRead(store: ObjectStore, hash: BlobId): number {
  const start = performance.now();
  if (store.get(hash).kind !== "found") throw new Error("it is lost");
  return performance.now() - start;
}

async function compareReads(
  bench: Bench,
  store: ObjectStore,
  history: GitHistory,
  loose: readonly number[],
): Promise<Finding> {
  bench.doing("read from packs");
  const packed = sampleReads(store, history);
  const git = await sampleGit(history);
  const show = (name: string, some: readonly number[]) =>
    `${name}: median ${renderMs(median(some))}, p99 ${renderMs(quantile(some, 0.99))}`;
  return {
    work: "reading one old version",
    ours: `${show("pack", packed)}; ${show("object", loose)}`,
    yardstick: `${show("git cat-file --batch, kept open", git)}`,
    ratio: median(packed) / median(git),
    target: "< 10 ms each",
    isMet: quantile(packed, 0.99) < 10,
    notes: [`the slowest took ${renderMs(Math.max(...packed))}`],
  };
}

/** Milliseconds of reading each of some contents through one git process. */
async function sampleGit({ ids, repository }: GitHistory): Promise<number[]> {
  const child = spawn("git", ["-C", repository, "cat-file", "--batch"], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const samples: number[] = [];
  for (let at = 0; at < 400; at += 1) {
    const id = ids[(at * 7919) % ids.length] ?? "";
    const start = performance.now();
    child.stdin.write(`${id}\n`);
    await readAnswer(child.stdout);
    samples.push(performance.now() - start);
  }
  child.stdin.end();
  return samples;
}

function readAnswer(stream: NodeJS.ReadableStream): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let left: number | undefined;
  const take = (chunk: Buffer): void => {
    const end = chunk.indexOf(10);
    left =
      (left ?? end + 2 + Number(chunk.subarray(0, end).toString().split(" ")[2])) - chunk.length;
    if (left > 0) return;
    stream.off("data", take);
    resolve();
  };
  stream.on("data", take);
  return promise;
}

/** 200 versions of a file of 1 MiB: each is read from the pack. */
async function readLarge(bench: Bench): Promise<Finding> {
  const count = bench.size(200, 20);
  bench.doing(`pack ${count} versions of a file of 1 MiB`);
  const { store } = await openStore(bench);
  const chain = [...largeChain(bench, count)];
  const ms = await clock(() => packAll(store, [chain]));
  // The fastest of three: what else the machine does meanwhile is no part of it.
  const samples = chain.map(({ hash }) => Math.min(...[1, 2, 3].map(() => timeRead(store, hash))));
  const bytes = store.packs().reduce((sum, pack) => sum + pack.bytes, 0);
  const one = Buffer.byteLength(chain[0]?.bytes ?? "");
  return {
    work: `${count} versions of one file of 1 MiB, a few lines changed each time`,
    ours: `read: median ${renderMs(median(samples))}, slowest ${renderMs(Math.max(...samples))}`,
    yardstick: `10 ms`,
    ratio: quantile(samples, 0.99) / 10,
    target: "< 10 ms each",
    isMet: quantile(samples, 0.99) < 10,
    notes: [
      `${Math.round(bytes / count)} bytes a version of ${one}: ${((one * count) / bytes).toFixed(0)} × smaller; packed in ${renderMs(ms)}`,
    ],
  };
}

function* largeChain(bench: Bench, count: number): Iterable<Blob> {
  const root = bench.scratch("large");
  const tree = growTree(root, 400, 11);
  const texts = tree.files.map((path) => readFileSync(join(root, path), "utf8"));
  let lines = texts
    .join("\n")
    .slice(0, 2 ** 20)
    .split("\n");
  for (let version = 0; version < count; version += 1) {
    const at = (version * 7919) % lines.length;
    lines = lines.toSpliced(at, 2, `  const edited = ${version};`, `  call(${version * 31});`);
    const bytes = Buffer.from(lines.join("\n"));
    yield { hash: digest(bytes), bytes };
  }
}

/** How long a save waits to be recorded while packs are written in the same process, and while not. */
async function saveWhilePacking(bench: Bench, history: GitHistory): Promise<Finding> {
  bench.doing("save while packing");
  const { contents, home } = await openStore(bench);
  const root = bench.scratch("project") as AbsPath;
  growTree(root, 200, 12);
  const { config } = await readSettings(home);
  const project = openProject(
    { ...openRecorderWorld(home, config, silentLog), contents },
    {
      intended: { id: projectId(root), root, options: {} },
      nestedRoots: [],
      onCommitted: () => undefined,
    },
  );
  await project.start({ cause: "baseline" });
  let saves = 0;
  const save = async (): Promise<number> => {
    saves += 1;
    const path = `saved-${saves % 20}.ts`;
    writeFileSync(join(root, path), `saved ${saves}\n`.repeat(200));
    const start = performance.now();
    project.receive([{ kind: "touched", path: path as RelPath, closed: true }]);
    await project.flush();
    return performance.now() - start;
  };
  const store = contents.packable as ObjectStore;
  const pace = openPace(() => systemClock.breathe());
  const count = bench.size(150, 20);
  const measure = async (isGoing: () => boolean): Promise<number[]> => {
    const samples: number[] = [];
    while (samples.length < count && isGoing()) samples.push(await save());
    return samples;
  };
  await measure(() => true);
  const idle = await measure(() => true);
  let isPacking = true;
  const packing = store.writePack(repeat(history), pace).finally(() => {
    isPacking = false;
  });
  const busy = await measure(() => isPacking);
  await packing;
  await project.close();
  return {
    work: "a save is recorded while old versions are packed in the same process",
    ours: `median ${renderMs(median(busy))}, p95 ${renderMs(quantile(busy, 0.95))} (${busy.length} saves)`,
    yardstick: `nothing packed: median ${renderMs(median(idle))}, p95 ${renderMs(quantile(idle, 0.95))}`,
    ratio: median(busy) / median(idle),
    target: "≤ 2.0 ×",
    isMet: median(busy) / median(idle) <= 2,
    notes: [`packing works ${limits.daemon.sliceMs} ms and rests ${limits.pack.restMs} ms`],
  };
}

/** The history again and again, each content made another one, so that there is always more to pack. */
function* repeat({ chains }: GitHistory): Iterable<readonly Blob[]> {
  for (let round = 0; round < 3; round += 1) {
    for (const chain of chains) {
      yield chain.map(({ bytes }) => {
        const other = Buffer.concat([bytes, Buffer.from(`round ${round}`)]);
        return { hash: digest(other), bytes: other };
      });
    }
  }
}
