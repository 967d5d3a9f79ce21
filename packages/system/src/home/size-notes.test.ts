import assert from "node:assert/strict";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import type { AbsPath, WallMs } from "@unf/core/base";
import { limits } from "@unf/core/config";
import { sizeNotesPath } from "@unf/core/home";
import { sumHome } from "@unf/core/storage";
import { tempHome, testSeed, until } from "@unf/test";
import fc from "fast-check";
import { measureHome } from "./measure-home.ts";
import { SizeNotes } from "./size-notes.ts";

const skip = process.platform === "win32" ? "needs blocks" : false;
const quiet = () => undefined;

/** A home with some objects; walks through it happen long after what was changed before them. */
function open(home: AbsPath) {
  const later = { ms: 10 * limits.cap.settledMs };
  mkdirSync(join(home, "run"), { recursive: true });
  for (const room of ["objects/ab", "objects/cd", "objects/tmp", "trash/ab"]) {
    mkdirSync(join(home, room), { recursive: true });
  }
  const put = (name: string, bytes: number) =>
    writeFileSync(join(home, name), new Uint8Array(bytes));
  /** So that what is changed next has another time than what was changed last. */
  const tick = () => {
    const probe = join(home, "probe");
    const time = () => {
      writeFileSync(probe, "");
      return statSync(probe, { bigint: true }).ctimeNs;
    };
    const before = time();
    return until("the clock of the disk went on", () => time() !== before, { everyMs: 1 });
  };
  const walk = async (notes: SizeNotes): Promise<number> => {
    notes.begin((Date.now() + later.ms) as WallMs);
    const { objects, trash } = await measureHome(home, quiet, notes);
    notes.end();
    await tick();
    return objects.bytes + trash.bytes;
  };
  const truth = async () => {
    const { objects, trash } = await measureHome(home, quiet);
    return objects.bytes + trash.bytes;
  };
  return { later, put, walk, truth, tick };
}

test("a directory in which nothing came or went is not looked through again, until a day has passed", {
  skip,
}, async () => {
  await using temp = tempHome();
  const home = temp.unfHome as AbsPath;
  const { later, put, walk, truth } = open(home);
  put("objects/ab/one", 1);
  put("objects/cd/two", 1);
  const notes = new SizeNotes(home);
  const first = await walk(notes);
  assert.equal(first, await truth());
  // No unf grows an object in place: this shows who looks.
  appendFileSync(join(home, "objects/ab/one"), new Uint8Array(100_000));
  assert.equal(await walk(notes), first);
  assert.equal(await walk(new SizeNotes(home)), first, "the next process knows it too");
  const text = readFileSync(sizeNotesPath(home), "utf8");
  for (const damaged of [text.slice(0, -9), "", text.replace(",1,", ',"1",')]) {
    writeFileSync(sizeNotesPath(home), damaged);
    assert.equal(await walk(new SizeNotes(home)), await truth(), damaged);
  }
  put("objects/ab/three", 1);
  assert.equal(await walk(notes), await truth());
  appendFileSync(join(home, "objects/ab/one"), new Uint8Array(100_000));
  later.ms += limits.cap.wholeMs;
  assert.equal(await walk(notes), await truth());
});

test("what changed just now, and what is no file, is looked at again", { skip }, async () => {
  await using temp = tempHome();
  const home = temp.unfHome as AbsPath;
  const { later, put, walk, truth } = open(home);
  put("objects/ab/one", 1);
  mkdirSync(join(home, "objects/cd/inner"));
  const notes = new SizeNotes(home);
  put("objects/tmp/half", 1);
  await walk(notes);
  put("objects/cd/inner/deep", 50_000);
  put("objects/tmp/half", 50_000);
  assert.equal(await walk(notes), await truth());
  later.ms = 0;
  put("objects/ab/two", 1);
  await walk(notes);
  appendFileSync(join(home, "objects/ab/two"), new Uint8Array(100_000));
  assert.equal(await walk(notes), await truth());
});

test("whatever objects come, go and move, a walk with notes finds what one without finds", {
  skip,
}, async () => {
  const name = fc
    .constantFrom("objects/ab", "objects/cd", "trash/ab")
    .chain((room) => fc.constantFrom("1", "2", "3").map((file) => `${room}/${file}`));
  const change = fc.record({ from: name, to: name, bytes: fc.constantFrom(0, 1, 5000, 50_000) });
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 6, size: "max" }), async (changes) => {
      await using temp = tempHome();
      const home = temp.unfHome as AbsPath;
      const { put, walk, truth } = open(home);
      let notes = new SizeNotes(home);
      for (const { from, to, bytes } of changes) {
        if (bytes === 0) rmSync(join(home, from), { force: true });
        else if (bytes === 1 && existsSync(join(home, from))) {
          renameSync(join(home, from), join(home, to));
        } else {
          // As objects are written: under another name first.
          put("objects/tmp/new", bytes);
          renameSync(join(home, "objects/tmp/new"), join(home, to));
        }
        assert.equal(await walk(notes), await truth());
        if (bytes === 5000) notes = new SizeNotes(home);
      }
      assert.ok(sumHome(await measureHome(home, quiet)) > 0);
    }),
    { numRuns: 15, seed: testSeed() },
  );
});
