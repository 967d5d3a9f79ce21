import assert from "node:assert/strict";
import * as disk from "node:fs";
import { test } from "node:test";
import { howMany, testSeed } from "../kit/index.ts";
import { Random } from "./random.ts";
import { inRun } from "./random-tree.ts";
import { Stage } from "./stage.ts";

// As many histories as there is time for:
// UNF_TEST_HISTORIES=500 npx node --test test/engine/edits-since-property.test.ts

const seed = testSeed();
const histories = howMany("UNF_TEST_HISTORIES", { short: 3, long: 100 });
const names = ["a", "b", "d/c", "d/e/f", "g h", "é"];
const lineCount = 12;

test("an undo takes back what the operation did and nothing that anybody wrote since", async () => {
  for (let run = 0; run < histories; run += 1)
    await inRun(seed + run, () => editAround(new Random(seed + run)));
});

/** A file on disk; `undefined` while there is none. A line is never written twice. */
type File = { readonly lines: readonly string[]; readonly mode: number } | undefined;

async function editAround(random: Random): Promise<void> {
  await using stage = new Stage();
  const person = new Person(random);
  for (const name of names) put(stage, name, person.newFile());
  await stage.start();
  for (let round = 0; round < 4; round += 1) {
    const id = await stage.flush();
    assert.ok(id !== null);
    for (const name of names) put(stage, name, person.edit(take(stage, name)));
    await stage.flush();
    const before = names.map((name) => take(stage, name));
    const { operation } = await stage.restore({ target: { id } });
    if (operation === undefined) continue;
    const after = names.map((name) => take(stage, name));
    for (const name of names)
      if (random.chance(0.6)) put(stage, name, person.edit(take(stage, name)));
    const since = names.map((name) => take(stage, name));
    await stage.invert("undo");
    for (const [index, name] of names.entries()) {
      const wanted = takeBack(before[index], after[index], since[index]);
      assert.deepEqual(take(stage, name), wanted, `${name} in round ${round}`);
    }
  }
}

/** Takes the step from `before` to `after` back out of `since`, as an undo does. */
function takeBack(before: File, after: File, since: File): File {
  if (isEqual(since, after)) return before;
  if (since === undefined || after === undefined || before === undefined) return since;
  const mode = since.mode === after.mode ? before.mode : since.mode;
  const lines = [...since.lines];
  const isChanged = (one: File, index: number) => one?.lines[index] !== after.lines[index];
  for (let from = 0, to = 0; from < lineCount; from = to + 1) {
    // A run of lines that one or both of them changed.
    for (to = from; isChanged(before, to) || isChanged(since, to); ) to += 1;
    const run = Array.from({ length: to - from }, (_, index) => from + index);
    if (run.some((index) => isChanged(since, index))) continue;
    for (const index of run) lines[index] = before.lines[index] ?? "";
  }
  return { lines, mode };
}

function isEqual(one: File, other: File): boolean {
  return one?.mode === other?.mode && one?.lines.join() === other?.lines.join();
}

class Person {
  readonly #random: Random;
  #written = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  newFile(): File {
    return { lines: Array.from({ length: lineCount }, () => this.#line()), mode: 0o644 };
  }

  edit(file: File): File {
    const random = this.#random;
    if (file === undefined) return random.chance(0.5) ? this.newFile() : undefined;
    if (random.chance(0.1)) return undefined;
    const density = random.pick([0, 0.1, 0.3]);
    return {
      lines: file.lines.map((line) => (random.chance(density) ? this.#line() : line)),
      mode: random.chance(0.2) ? random.pick([0o600, 0o755]) : file.mode,
    };
  }

  #line(): string {
    this.#written += 1;
    return `line ${this.#written}`;
  }
}

function take(stage: Stage, name: string): File {
  const stat = disk.statSync(stage.at(name), { throwIfNoEntry: false });
  if (stat === undefined) return undefined;
  const lines = disk.readFileSync(stage.at(name), "utf8").trimEnd().split("\n");
  return { lines, mode: stat.mode & 0o7777 };
}

function put(stage: Stage, name: string, file: File): void {
  if (file !== undefined) stage.write(name, `${file.lines.join("\n")}\n`, file.mode);
  else if (take(stage, name) !== undefined) stage.remove(name);
}
