import assert from "node:assert/strict";
import * as disk from "node:fs";
import { dirname } from "node:path";
import { test } from "node:test";
import type { RelPath } from "@unf/core/base";
import type { Snapshot } from "@unf/core/timeline";
import { testSeed } from "../kit/index.ts";
import { Random } from "./random.ts";
import { Stage } from "./stage.ts";

const seed = testSeed();

test("whatever is renamed, edited and deleted, every file's history is its own", async () => {
  for (let run = 0; run < 12; run += 1) {
    try {
      await playRun(new Random(seed + run));
    } catch (thrown) {
      throw new Error(`UNF_TEST_SEED=${seed + run} repeats this`, { cause: thrown });
    }
  }
});

async function playRun(random: Random): Promise<void> {
  await using stage = new Stage();
  const world = new World(stage, random);
  for (let step = 0; step < 8; step += 1) world.create();
  await stage.start();
  world.endRound();
  for (let round = 0; round < 6; round += 1) {
    const pace = random.pick(["burst", "slow", "unseen", "away"] as const);
    if (pace === "away") await stage.crash();
    world.tells = pace === "burst" || pace === "slow";
    for (let step = 0; step < 8; step += 1) {
      world.change();
      if (pace === "burst") await stage.clock.advance(random.pick([0, 1, 60, 250]));
      if (pace !== "slow") continue;
      await stage.clock.advance(8000);
      world.endRound();
    }
    if (pace === "away") await stage.project.start({ cause: "sweep" });
    await stage.flush();
    world.endRound();
    for (const [path, file] of world.files) checkHistory(stage, path, file);
    expectPaired(stage);
  }
}

/** The states of a file, from its creation on: as recorded, each of these in this order, and nothing else. */
interface File {
  readonly name: string;
  lines: string[];
  /** Every content it ever had. */
  readonly had: Set<string>;
  /** Its contents when all had been recorded. */
  readonly kept: string[];
}

function checkHistory(stage: Stage, path: string, file: File): void {
  const told = followBack(stage, path as RelPath).map((row) => stage.contentOf(row));
  for (const content of told)
    assert.ok(file.had.has(content), `${path} shows another file's content`);
  assert.equal(told.at(-1), file.lines.join(""), `${path} as it is now`);
  let at = 0;
  for (const content of told) if (content === file.kept[at]) at += 1;
  assert.equal(
    at,
    file.kept.length,
    `${path} (${file.name}): ${at} of ${file.kept.length} versions`,
  );
}

/** Settled versions with content, oldest first, through renames back to the creation. */
function followBack(stage: Stage, path: RelPath): Snapshot[] {
  const found: Snapshot[] = [];
  for (let name: RelPath | null = path, below: Snapshot | undefined; name !== null; ) {
    const rows: Iterable<Snapshot> = stage.timeline.find({
      within: [name],
      interim: false,
      order: "newest",
      ...(below === undefined ? {} : { after: below.id }),
    });
    name = null;
    for (const row of rows) {
      if (row.hash === null) continue;
      found.push(row);
      if (row.event === "modify") continue;
      name = row.renamedFrom;
      below = row;
      break;
    }
  }
  return found.reverse();
}

/** Every departure has its rename, and every rename its departure. */
function expectPaired(stage: Stage): void {
  const rows = stage.rows();
  const renames = rows.filter((row) => row.event === "rename");
  const departures = rows.filter((row) => row.cause === "renamed");
  assert.deepEqual(
    departures.map(({ path }) => path).sort(),
    renames.map(({ renamedFrom }) => renamedFrom).sort(),
  );
  for (const departure of departures) {
    assert.equal(stage.timeline.renameOf(departure.id)?.renamedFrom, departure.path);
  }
}

/** A tree of files that know their own past. Paths are never used twice within a round. */
class World {
  readonly files = new Map<string, File>();
  tells = false;
  readonly #stage: Stage;
  readonly #random: Random;
  /** Paths that had a file in this round: what stands there next might be taken for it. */
  readonly #taken = new Set<string>();
  /** Files whose content or inode others share until the round is over. */
  readonly #held = new Set<File>();
  /** Files that have another path than when all was recorded. */
  readonly #moved = new Set<File>();
  /** Copies that are still equal to what they were copied from. */
  readonly #twins: (readonly [File, File])[] = [];
  #count = 0;

  constructor(stage: Stage, random: Random) {
    this.#stage = stage;
    this.#random = random;
  }

  /** Notes that everything on disk has been recorded. */
  endRound(): void {
    for (const file of this.files.values()) {
      const content = file.lines.join("");
      if (file.kept.at(-1) !== content) file.kept.push(content);
    }
    this.#taken.clear();
    for (const path of this.files.keys()) this.#taken.add(path);
    this.#held.clear();
    this.#moved.clear();
  }

  change(): void {
    if (this.#held.size === 0) this.#tellTwinsApart();
    const change = this.#random.pick([
      this.create,
      this.#edit,
      this.#edit,
      this.#replace,
      this.#remove,
      this.#move,
      this.#move,
      this.#moveDirectory,
      this.#copy,
    ]);
    change.call(this);
  }

  create(): void {
    const path = this.#freePath();
    if (path === undefined) return;
    this.#count += 1;
    const name = `file ${this.#count}`;
    const lines = Array.from({ length: 12 }, (_, n) => `${name}, line ${n}\n`);
    this.#put(path, { name, lines, had: new Set([lines.join("")]), kept: [] });
  }

  #put(path: string, file: File): void {
    this.files.set(path, file);
    this.#taken.add(path);
    this.#write(path, file);
  }

  #edit(): void {
    const path = this.#pick();
    const file = path === undefined ? undefined : this.#changed(path);
    if (path !== undefined && file !== undefined) this.#write(path, file);
  }

  /** As an editor does it: the file is another one afterwards, so that its move could not be seen. */
  #replace(): void {
    const path = this.#pick();
    if (path === undefined || this.#moved.has(this.files.get(path) as File)) return;
    const file = this.#changed(path);
    if (file === undefined) return;
    const { root } = this.#stage;
    disk.writeFileSync(`${root}/${path}.tmp~`, file.lines.join(""));
    disk.renameSync(`${root}/${path}.tmp~`, `${root}/${path}`);
    this.#held.add(file);
    if (this.tells) this.#stage.closed(path);
  }

  #remove(): void {
    const path = this.#pick();
    if (path === undefined) return;
    this.files.delete(path);
    this.#stage.remove(path);
    if (this.tells) this.#stage.gone(path);
  }

  #move(): void {
    const from = this.#pick();
    const to = this.#freePath();
    const file = this.files.get(from ?? "");
    if (from === undefined || to === undefined || file === undefined) return;
    this.#go(from, to);
    if (this.tells) this.#stage.closed(to);
  }

  #moveDirectory(): void {
    const directory = this.#random.pick(["a", "b", "c"]);
    const inside = [...this.files].filter(([path]) => path.startsWith(`${directory}/`));
    this.#count += 1;
    const target = `moved-${this.#count}`;
    if (inside.length === 0 || inside.some(([, file]) => this.#held.has(file))) return;
    for (const [path, file] of inside) {
      this.files.delete(path);
      this.files.set(path.replace(directory, target), file);
      this.#taken.add(path.replace(directory, target));
      this.#moved.add(file);
    }
    disk.renameSync(this.#stage.at(directory), this.#stage.at(target));
    if (!this.tells) return;
    this.#stage.gone(directory);
    this.#stage.hint({ kind: "directory", path: target as RelPath });
  }

  /** A new file with an old content. While there are two of it, nobody could tell which one went. */
  #copy(): void {
    const from = this.#pick();
    const to = this.#freePath();
    const file = this.files.get(from ?? "");
    if (file === undefined || to === undefined) return;
    this.#held.add(file);
    this.#count += 1;
    const copy = { name: `copy ${this.#count}`, lines: [...file.lines] };
    const made = { ...copy, had: new Set([copy.lines.join("")]), kept: [] };
    this.#held.add(made);
    this.#put(to, made);
    this.#twins.push([made, file]);
  }

  /** A round after the copy: until the difference is recorded neither may go. */
  #tellTwinsApart(): void {
    for (const [made, file] of this.#twins.splice(0)) {
      const [path] = [...this.files].find(([, one]) => one === made) ?? [];
      if (path === undefined) continue;
      made.lines = made.lines.map((_, n) => `${made.name}, line ${n}\n`);
      made.had.add(made.lines.join(""));
      this.#held.add(made).add(file);
      this.#write(path, made);
    }
  }

  #go(from: string, to: string): void {
    const file = this.files.get(from);
    if (file === undefined) return;
    this.files.delete(from);
    this.files.set(to, file);
    this.#taken.add(to);
    this.#moved.add(file);
    disk.mkdirSync(dirname(this.#stage.at(to)), { recursive: true });
    disk.renameSync(this.#stage.at(from), this.#stage.at(to));
    if (this.tells) this.#stage.gone(from);
  }

  #write(path: string, file: File): void {
    this.#stage.write(path, file.lines.join(""));
    if (this.tells) this.#stage.closed(path);
  }

  /** One line of twelve is another one. Not of files that were copied: a copy must stay one. */
  #changed(path: string): File | undefined {
    const file = this.files.get(path);
    if (file === undefined) return undefined;
    this.#count += 1;
    file.lines = file.lines.with(this.#random.below(12), `${file.name}, edit ${this.#count}\n`);
    file.had.add(file.lines.join(""));
    return file;
  }

  #pick(): string | undefined {
    const free = [...this.files].filter(([, file]) => !this.#held.has(file));
    return free.length === 0 ? undefined : this.#random.pick(free)[0];
  }

  #freePath(): string | undefined {
    const random = this.#random;
    const path = `${random.pick(["", "a/", "b/", "c/", "a/d/"])}${random.pick(["1", "2", "3"])}.txt`;
    return this.#taken.has(path) ? undefined : path;
  }
}
