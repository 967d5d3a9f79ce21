import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AbsPath, Blob, BlobId, RelPath } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { Log, ObjectStore } from "@unf/core/ports";
import { planMerge } from "@unf/core/storage";
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
import { type Bench, type Finding, judgeRatio, type RunRow } from "../row.ts";
import { growTree } from "../source-tree.ts";
import { clock, median, quantile, renderMs } from "../statistics.ts";
import { worstReads } from "../worst-reads.ts";

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
    ...judgeRatio(bytes / history.packedBytes, 1.5),
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
  findings.push(await readWorst(bench));
  findings.push(await packDaily(bench, history));
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
    return blob === undefined ? 0 : fastestRead(store, blob.hash);
  });
}

/** Of a few: what else the machine does meanwhile is no part of it. */
function fastestRead(store: ObjectStore, hash: BlobId): number {
  return Math.min(...[1, 2, 3, 4, 5].map(() => timeRead(store, hash)));
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
  const some = chain.filter((_, at) => at % 10 === 9);
  const samples = some.map(({ hash }) => readsCpuMs(store, hash));
  const bytes = store.packs().reduce((sum, pack) => sum + pack.bytes, 0);
  const one = Buffer.byteLength(chain[0]?.bytes ?? "");
  return {
    work: `${count} versions of one file of 1 MiB, a few lines changed each time`,
    ours: `read: median ${renderMs(median(samples))}, slowest ${renderMs(Math.max(...samples))} of the processor`,
    yardstick: `10 ms`,
    ratio: Math.max(...samples) / 10,
    target: "< 10 ms each",
    isMet: Math.max(...samples) < 10,
    notes: [
      `${Math.round(bytes / count)} bytes a version of ${one}: ${((one * count) / bytes).toFixed(0)} × smaller; packed in ${renderMs(ms)}`,
    ],
  };
}

/** Contents made to be read as slowly as the bounds of a pack allow. */
async function readWorst(bench: Bench): Promise<Finding> {
  bench.doing("the slowest reads that a pack allows");
  const { store } = await openStore(bench);
  let slowest = { ms: 0, what: "none" };
  for (const { what, contents } of worstReads(bench.size(3, 1))) {
    const chain = contents.map((bytes) => ({ hash: digest(bytes), bytes }));
    await packAll(store, [chain]);
    for (const { hash } of chain.slice(-2)) {
      const ms = readsCpuMs(store, hash);
      if (ms > slowest.ms) slowest = { ms, what };
    }
  }
  return {
    work: "slowest read: contents made for it within the bounds of a pack, from the page cache",
    ours: `${renderMs(slowest.ms)} of the processor: ${slowest.what}`,
    yardstick: "10 ms",
    ratio: slowest.ms / 10,
    target: "< 10 ms each",
    isMet: slowest.ms < 10,
    notes: ["the mean of 30 reads of each"],
  };
}

/** Time of the processor for one of many reads: the system counts it in steps of some ms. */
function readsCpuMs(store: ObjectStore, hash: BlobId): number {
  const reads = 30;
  timeRead(store, hash);
  const before = process.threadCpuUsage();
  for (let read = 0; read < reads; read += 1) timeRead(store, hash);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000 / reads;
}

/** The same history as it becomes cold, a thirtieth each day, and merged as a daemon does. */
async function packDaily(bench: Bench, { chains, packedBytes }: GitHistory): Promise<Finding> {
  bench.doing("pack a history day by day");
  const { store } = await openStore(bench);
  const days = 30;
  const hashes = chains.map((chain) => chain.map(({ hash }) => hash));
  // Each file has its day of the month; otherwise the last would have the last of all.
  const until = (file: number, length: number, day: number) =>
    day === days ? length : Math.floor((length * day) / days + ((file * 7919) % 1000) / 1000);
  for (let day = 0; day < days; day += 1) {
    await packAll(
      store,
      chains.map((chain, file) =>
        chain.slice(
          day === 0 ? 0 : until(file, chain.length, day),
          until(file, chain.length, day + 1),
        ),
      ),
    );
    const small = planMerge(store.packs(), limits.pack);
    if (small.length > 0) await store.mergePacks(small, () => hashes, breathe);
  }
  const sum = (what: "bytes" | "entries") =>
    store.packs().reduce((all, pack) => all + pack[what], 0);
  const per = (bytes: number) => `${Math.round(bytes / sum("entries"))} bytes`;
  return {
    work: `the same history packed in ${days} days, small packs merged`,
    ours: `${per(sum("bytes"))} a version in ${store.packs().length} packs`,
    yardstick: `${per(packedBytes)} in git after git gc`,
    ratio: sum("bytes") / packedBytes,
    ...judgeRatio(sum("bytes") / packedBytes, 1.5),
    notes: [],
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
  const measure = async (samples: number[]): Promise<void> => {
    for (let n = 0; n < 10; n += 1) samples.push(await save());
  };
  const store = contents.packable as ObjectStore;
  const gate = new Gate();
  const isIdle = () => false;
  const pace = openPace(async () => {
    await systemClock.breathe();
    await gate.passed();
  }, isIdle);
  await measure([]);
  const [idle, busy]: [number[], number[]] = [[], []];
  let isPacking = true;
  const packing = store.writePack(repeat(history), pace).finally(() => {
    isPacking = false;
  });
  // In turn, so that what else the machine does meets both.
  for (let round = 0; round < bench.size(20, 3) && isPacking; round += 1) {
    gate.close();
    await measure(idle);
    gate.open();
    await measure(busy);
  }
  gate.open();
  await packing;
  await project.close();
  return {
    work: "a save is recorded while old versions are packed in the same process",
    ours: `median ${renderMs(median(busy))}, p95 ${renderMs(quantile(busy, 0.95))} (${busy.length} saves)`,
    yardstick: `nothing packed: median ${renderMs(median(idle))}, p95 ${renderMs(quantile(idle, 0.95))}`,
    ratio: median(busy) / median(idle),
    target: "≤ 1.25 ×",
    isMet: median(busy) / median(idle) <= 1.25,
    notes: [
      `packing works ${limits.daemon.sliceMs} ms and then rests ${limits.pack.busyRestMs} ms, ${limits.pack.restMs} ms while nothing is recorded`,
    ],
  };
}

/** Holds up whoever comes while it is closed. */
class Gate {
  #opened: PromiseWithResolvers<void> | undefined;

  close(): void {
    this.#opened ??= Promise.withResolvers<void>();
  }

  open(): void {
    this.#opened?.resolve();
    this.#opened = undefined;
  }

  async passed(): Promise<void> {
    await this.#opened?.promise;
  }
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
