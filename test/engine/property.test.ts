import assert from "node:assert/strict";
import * as disk from "node:fs";
import { dirname } from "node:path";
import { test } from "node:test";
import type { Hint, RelPath, SnapshotId } from "@unf/core";
import { FakeClock } from "../kit/fake-clock.ts";
import { testSeed } from "../kit/index.ts";
import { Random } from "./random.ts";
import { type Picture, readPicture, Stage } from "./stage.ts";

const seed = testSeed();

const names = ["a", "a-b", "a.b", "b", "c", "é", ".env", ".hidden", "node_modules"];
const ignored = ["", "b\n", "*.b\n", "a-b/\n", "c\n!c/a\n"];

test("however hints get lost, doubled and late, a flush makes timeline and disk equal", async () => {
  for (let run = 0; run < 10; run += 1) {
    const random = new Random(seed + run);
    await inRun(seed + run, () => churn(random));
  }
});

test("restoring any state of a random history and then the newest again is the identity", async () => {
  for (let run = 0; run < 4; run += 1) {
    const random = new Random(seed + run);
    await inRun(seed + run, () => restoreAround(random));
  }
});

async function churn(random: Random): Promise<void> {
  const clock = new FakeClock({
    start: Date.now() - 86_400_000,
    creepMs: random.pick([0, 0.2, 2]),
  });
  await using stage = new Stage({
    clock,
    maxFileBytes: 2000,
    limits: random.chance(0.3) ? { openBurstsMax: 3 } : {},
  });
  const world = new World(stage, random);
  for (let step = 0; step < 10; step += 1) world.change();
  await stage.start();
  for (let round = 0; round < 4; round += 1) {
    // While sweeps run, the tree goes on changing.
    clock.onBreathe = () => {
      if (random.chance(0.05)) world.change();
    };
    for (let step = 0; step < 15; step += 1) {
      world.change();
      if (random.chance(0.4)) await clock.advance(random.pick([1, 30, 120, 700, 3500]));
      if (random.chance(0.03))
        await stage.crash().then(() => stage.project.start({ cause: "sweep" }));
      if (random.chance(0.1)) await stage.project.tick();
    }
    clock.onBreathe = () => undefined;
    await stage.flush();
    assert.deepEqual(stage.state(), recordable(stage), `after round ${round}`);
    // The rows of the newest state are all settled: a person sees in `log` what is on disk.
    expectSettled(stage);
  }
}

function expectSettled(stage: Stage): void {
  const id = stage.timeline.facts().lastId;
  if (id === null) return;
  for (const row of stage.timeline.stateAt({ id }, [])) {
    if (row.settled) continue;
    const shown = stage.timeline.previous(row.id, true);
    assert.deepEqual([shown?.hash, shown?.mode], [row.hash, row.mode], `${row.path} is not shown`);
  }
}

async function restoreAround(random: Random): Promise<void> {
  await using stage = new Stage({ maxFileBytes: 2000 });
  const world = new World(stage, random, { ignores: false });
  const points: { readonly id: SnapshotId; readonly tree: Picture }[] = [];
  for (let round = 0; round < 5; round += 1) {
    for (let step = 0; step < 8; step += 1) world.change();
    if (round === 0) await stage.start();
    const id = await stage.flush();
    if (id !== null) points.push({ id, tree: recordable(stage) });
  }
  const newest = points.at(-1);
  if (newest === undefined) return;
  const whole = readPicture(stage.root);
  for (const point of points) {
    const there = await stage.restore({ target: { id: point.id } });
    if (isWhole(there)) assert.deepEqual(recordable(stage), point.tree);
    const back = await stage.restore({ target: { id: newest.id } });
    // A directory in the place of a file is refused; then the two states need not be equal.
    if (!isWhole(there) || !isWhole(back)) continue;
    assert.deepEqual(recordable(stage), newest.tree);
    assert.deepEqual(stage.state(), newest.tree);
    // What never was recorded is never touched.
    for (const [path, was] of Object.entries(whole)) {
      if (points.some(({ tree }) => path in tree)) continue;
      assert.equal(readPicture(stage.root)[path], was, `${path} is as it was`);
    }
  }
}

function isWhole({ applied }: Awaited<ReturnType<Stage["restore"]>>): boolean {
  return applied.every(({ action, failure }) => action.kind !== "refused" && failure === undefined);
}

/** What the project's own filter records of the tree on disk. */
function recordable(stage: Stage): Picture {
  const { filter } = stage.project.context;
  filter.forget("" as RelPath);
  const found = Object.entries(readPicture(stage.root)).filter(([path, what]) => {
    const isLink = what.startsWith("->");
    if (!filter.verdict(path as RelPath, isLink ? "link" : "file").recorded) return false;
    return isLink || (!what.includes("\0") && what.length - 5 <= 2000);
  });
  return Object.fromEntries(found);
}

/** A tree that changes at random, and a watcher that tells of it badly. */
class World {
  readonly #stage: Stage;
  readonly #random: Random;
  readonly #ignores: boolean;
  readonly #late: Hint[] = [];
  #written = 0;

  constructor(
    stage: Stage,
    random: Random,
    { ignores = true }: { readonly ignores?: boolean } = {},
  ) {
    this.#stage = stage;
    this.#random = random;
    this.#ignores = ignores;
  }

  change(): void {
    const random = this.#random;
    const change = random.pick([
      this.#write,
      this.#write,
      this.#write,
      this.#replace,
      this.#remove,
      this.#rename,
      this.#chmod,
      this.#link,
      this.#empty,
      this.#ignore,
      this.#directory,
    ]);
    for (const hint of change.call(this)) this.#tell(hint);
    if (random.chance(0.3)) this.#stage.hint(...random.shuffled(this.#late.splice(0)));
    if (random.chance(0.02)) this.#stage.hint({ kind: "overflow", proven: random.chance(0.5) });
  }

  #tell(hint: Hint): void {
    const fate = this.#random.pick(["now", "now", "now", "twice", "late", "never"]);
    if (fate === "late") this.#late.push(hint);
    if (fate === "now" || fate === "twice") this.#stage.hint(hint);
    if (fate === "twice") this.#stage.hint(hint);
  }

  #write(): Hint[] {
    return this.#put((path) => disk.writeFileSync(path, this.#content()));
  }

  /** As an editor does it: a temporary, renamed into place. */
  #replace(): Hint[] {
    return this.#put((path) => {
      disk.writeFileSync(`${path}.tmp~`, this.#content());
      disk.renameSync(`${path}.tmp~`, path);
    });
  }

  #empty(): Hint[] {
    return this.#put((path) => disk.writeFileSync(path, ""));
  }

  #link(): Hint[] {
    return this.#put((path) => {
      disk.rmSync(path, { force: true });
      disk.symlinkSync(this.#random.pick(names), path);
    });
  }

  #chmod(): Hint[] {
    const path = this.#existing("file");
    if (path === undefined) return [];
    disk.chmodSync(this.#stage.at(path), this.#random.pick([0o644, 0o755, 0o600]));
    return [{ kind: "touched", path, closed: false }];
  }

  #ignore(): Hint[] {
    if (!this.#ignores || this.#random.chance(0.6)) return [];
    const directory = this.#existing("directory");
    const path = (directory === undefined ? ".gitignore" : `${directory}/.gitignore`) as RelPath;
    disk.writeFileSync(this.#stage.at(path), this.#random.pick(ignored));
    return [{ kind: "touched", path, closed: true }];
  }

  #directory(): Hint[] {
    const path = this.#somewhere();
    try {
      disk.mkdirSync(this.#stage.at(path), { recursive: true });
    } catch {
      // A file is in the way. Then nothing happens this time.
      return [];
    }
    return [{ kind: "directory", path }];
  }

  #remove(): Hint[] {
    const path = this.#existing(this.#random.pick(["file", "file", "directory"]));
    if (path === undefined) return [];
    disk.rmSync(this.#stage.at(path), { recursive: true });
    return [{ kind: "gone", path }];
  }

  #rename(): Hint[] {
    const kind = this.#random.pick(["file", "directory"] as const);
    const from = this.#existing(kind);
    const to = this.#somewhere();
    if (
      from === undefined ||
      `${to}/`.startsWith(`${from}/`) ||
      disk.existsSync(this.#stage.at(to))
    )
      return [];
    try {
      disk.mkdirSync(dirname(this.#stage.at(to)), { recursive: true });
      disk.renameSync(this.#stage.at(from), this.#stage.at(to));
    } catch {
      // A file or a broken link is in the way. Then nothing happens this time.
      return [];
    }
    const arrived: Hint =
      kind === "directory"
        ? { kind: "directory", path: to }
        : { kind: "touched", path: to, closed: true };
    return [{ kind: "gone", path: from }, arrived];
  }

  #put(write: (path: string) => void): Hint[] {
    const path = this.#somewhere();
    try {
      disk.mkdirSync(dirname(this.#stage.at(path)), { recursive: true });
      write(this.#stage.at(path));
    } catch {
      // A directory is in the way, or a file where a directory must be. Then nothing happens.
      return [];
    }
    return [
      { kind: "touched", path, closed: false },
      { kind: "touched", path, closed: true },
    ];
  }

  #content(): string {
    this.#written += 1;
    const random = this.#random;
    if (random.chance(0.06)) return `\0binary ${this.#written}`;
    if (random.chance(0.04)) return "x".repeat(2001 + random.below(100));
    if (random.chance(0.2)) return random.pick(["1\n", "2\n", "1\n2\n"]);
    return `${this.#written}\n`.repeat(1 + random.below(4));
  }

  #somewhere(): RelPath {
    const depth = 1 + this.#random.below(3);
    return Array.from({ length: depth }, () => this.#random.pick(names)).join("/") as RelPath;
  }

  #existing(kind: "file" | "directory"): RelPath | undefined {
    const all = disk.readdirSync(this.#stage.root, { recursive: true, encoding: "utf8" }).sort();
    const fitting = all.filter((path) => {
      const stat = disk.lstatSync(this.#stage.at(path));
      return kind === "file" ? stat.isFile() : stat.isDirectory();
    });
    return fitting.length === 0 ? undefined : (this.#random.pick(fitting) as RelPath);
  }
}

/** Says which run failed: its seed alone repeats it. */
async function inRun(runSeed: number, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (thrown) {
    throw new Error(`UNF_TEST_SEED=${runSeed} repeats this`, { cause: thrown });
  }
}
