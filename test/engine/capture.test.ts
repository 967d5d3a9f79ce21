import assert from "node:assert/strict";
import * as disk from "node:fs";
import { test } from "node:test";
import type { EntryStat } from "@unf/core/ports";
import { watchDisk } from "./broken-disk.ts";
import { readPicture, Stage } from "./stage.ts";

const binary = Buffer.of(0x7f, 0x45, 0x4c, 0x46, 0, 1, 2, 3);

test("a closed file is read at once and settled after 3 s, against the state before the burst", async () => {
  await using stage = new Stage();
  stage.write("a.txt", "1\n2\n3\n");
  await stage.start();
  await stage.clock.advance(1000);
  stage.save("a.txt", "1\n2\n3\n4\n");
  await stage.clock.advance(1);
  assert.deepEqual(stage.story().slice(1), ["(modify a.txt +1 -0)"]);
  await stage.clock.advance(500);
  stage.save("a.txt", "1\n");
  await stage.clock.advance(2999);
  assert.deepEqual(stage.story().slice(1), ["(modify a.txt +1 -0)", "(modify a.txt +0 -3)"]);
  await stage.clock.advance(1);
  await stage.clock.advance(50);
  assert.deepEqual(stage.story().slice(1), ["(modify a.txt +1 -0)", "modify a.txt +0 -2"]);
});

test("a file that is created and changed in one burst settles as created", async () => {
  await using stage = new Stage();
  await stage.start();
  stage.save("a.txt", "1\n");
  await stage.clock.advance(300);
  stage.save("a.txt", "1\n2\n");
  await stage.clock.advance(4000);
  assert.deepEqual(stage.story(), ["(create a.txt +1 -0)", "create a.txt +2 -0"]);
});

test("a touch without close is read after 25 ms of quiet, and after 250 ms without any", async () => {
  await using stage = new Stage();
  await stage.start();
  stage.write("a.txt", "1\n");
  stage.touched("a.txt");
  await stage.clock.advance(24);
  assert.deepEqual(stage.story(), []);
  await stage.clock.advance(1);
  assert.deepEqual(stage.story(), ["(create a.txt +1 -0)"]);
  await stage.clock.advance(10_000);
  stage.write("b.txt", "1\n");
  for (let ms = 0; ms < 249; ms += 3) {
    stage.touched("b.txt");
    await stage.clock.advance(3);
  }
  assert.deepEqual(stage.story("b.txt"), []);
  stage.touched("b.txt");
  await stage.clock.advance(1);
  assert.deepEqual(stage.story("b.txt"), ["(create b.txt +1 -0)"]);
});

test("a hot file is read at gaps that double from 100 ms to 3 s, and settles after 15 s", async () => {
  await using stage = new Stage();
  await stage.start();
  const start = stage.clock.wall();
  for (let ms = 0; ms < 20_000; ms += 20) {
    stage.save("hot.log", `${ms}\n`);
    await stage.clock.advance(20);
  }
  const rows = stage.rows("hot.log");
  const seconds = rows.map(({ at }) => at - start);
  const gaps = seconds.slice(1).map((at, index) => at - (seconds[index] ?? 0));
  assert.deepEqual(gaps.slice(0, 7), [100, 200, 400, 800, 1600, 3000, 3000]);
  const settled = rows.filter((row) => row.settled).map(({ at }) => at - start);
  assert.equal(settled.length, 1);
  assert.ok((settled[0] ?? 0) > 14_900 && (settled[0] ?? 0) <= 15_000, `settled ${settled[0]}`);
  await stage.clock.advance(4000);
  assert.equal(stage.rows("hot.log").at(-1)?.settled, true);
  assert.equal(stage.state()["hot.log"], "0644 19980\n");
});

test("a file that never holds still while it is read is read at bounded gaps and settles all the same", async () => {
  let reads = 0;
  await using stage = new Stage({
    wrap: (fs) =>
      watchDisk(fs, {
        instead: (method, args) => {
          if (method !== "read" || !String(args[0]).endsWith("torn.log")) return undefined;
          reads += 1;
          assert.ok(reads < 1000, "reads without end");
          const stat = fs.lstat(args[0] as never) as EntryStat;
          return { kind: "unstable", bytes: Buffer.from(`${reads}\n`), stat };
        },
      }),
  });
  await stage.start();
  stage.save("torn.log", "0\n");
  await stage.clock.advance(31_000);
  assert.ok(reads > 10 && reads < 40, `${reads} reads in 31 s`);
  const settled = stage.rows("torn.log").filter((row) => row.settled).length;
  assert.ok(settled >= 2 && settled <= 6, `${settled} settled in 31 s`);
});

test("what is created and deleted within one burst stays interim", async () => {
  await using stage = new Stage();
  await stage.start();
  stage.save("tmp.txt", "1\n");
  await stage.clock.advance(100);
  stage.remove("tmp.txt");
  stage.gone("tmp.txt");
  await stage.clock.advance(10_000);
  assert.deepEqual(stage.story(), ["(create tmp.txt +1 -0)", "(delete tmp.txt +0 -1)"]);
  assert.deepEqual(stage.state(), {});
});

test("what comes back to its old content within one burst settles nothing", async () => {
  await using stage = new Stage();
  stage.write("a.txt", "1\n");
  await stage.start();
  stage.save("a.txt", "2\n");
  await stage.clock.advance(500);
  stage.save("a.txt", "1\n");
  await stage.clock.advance(10_000);
  assert.deepEqual(stage.story().slice(1), ["(modify a.txt +1 -1)", "(modify a.txt +1 -1)"]);
  assert.equal(stage.state()["a.txt"], "0644 1\n");
});

test("a suddenly empty file is given 200 ms to come back", async () => {
  await using stage = new Stage();
  stage.write("a.txt", "1\n");
  await stage.start();
  stage.save("a.txt", "");
  await stage.clock.advance(150);
  assert.equal(stage.rows().length, 1);
  stage.save("a.txt", "2\n");
  await stage.clock.advance(10_000);
  assert.deepEqual(stage.story().slice(1), ["modify a.txt +1 -1"]);
  stage.save("a.txt", "");
  await stage.clock.advance(199);
  assert.equal(stage.rows().length, 2);
  await stage.clock.advance(10_000);
  assert.deepEqual(stage.story().slice(2), ["modify a.txt +0 -1"]);
  assert.equal(stage.state()["a.txt"], "0644 ");
});

test("a file that vanishes and is back within 200 ms was modified, not deleted", async () => {
  await using stage = new Stage();
  stage.write("a.txt", "1\n");
  await stage.start();
  stage.remove("a.txt");
  stage.gone("a.txt");
  await stage.clock.advance(150);
  stage.save("a.txt", "2\n");
  await stage.clock.advance(10_000);
  assert.deepEqual(stage.story().slice(1), ["modify a.txt +1 -1"]);
  stage.remove("a.txt");
  stage.gone("a.txt");
  await stage.clock.advance(10_000);
  assert.deepEqual(stage.story().slice(2), ["delete a.txt +0 -1"]);
});

test("a changed mode is a version without lines, a touch is none", async () => {
  await using stage = new Stage();
  stage.write("a.sh", "1\n", 0o644);
  await stage.start();
  const now = new Date();
  disk.utimesSync(stage.at("a.sh"), now, now);
  stage.closed("a.sh");
  await stage.clock.advance(10_000);
  assert.equal(stage.rows().length, 1);
  disk.chmodSync(stage.at("a.sh"), 0o755);
  stage.touched("a.sh");
  await stage.clock.advance(10_000);
  assert.deepEqual(stage.story().slice(1), ["modify a.sh +0 -0"]);
  assert.equal(stage.state()["a.sh"], "0755 1\n");
});

test("what becomes binary or too large is a version without its content, whoever did it", async () => {
  await using stage = new Stage({ maxFileBytes: 1000 });
  stage.write("a.txt", "1\n");
  stage.write("b.txt", "1\n");
  await stage.start();
  stage.save("a.txt", binary);
  stage.save("b.txt", "x".repeat(1001));
  await stage.clock.advance(10_000);
  const left = stage.rows().slice(2);
  assert.deepEqual(
    left.map(({ event, cause, settled, bytes, counts, unrecordable }) => {
      return [event, cause, settled, bytes, counts, unrecordable];
    }),
    [
      ["modify", "event", true, binary.length, null, "binary"],
      ["modify", "event", true, 1001, null, "too_large"],
    ],
  );
  stage.save("a.txt", "2\n");
  stage.save("b.txt", "2\n");
  await stage.clock.advance(10_000);
  assert.deepEqual(stage.story().slice(4), ["modify a.txt +1 -0", "modify b.txt +1 -0"]);
});

test("an unknown first line is judged by its signature before it is recorded", async () => {
  await using stage = new Stage();
  await stage.start();
  // No NUL among the first bytes: only the signature tells that it is gzip.
  stage.save(
    "data",
    Buffer.from([0x1f, 0x8b, 0x08, 0x08, 0x01, 0x02, 0x03, 0x04, 0x02, 0x03, 0x41]),
  );
  stage.save("text", Buffer.from([0x01, 0x41, 0x0a]));
  await stage.clock.advance(10);
  // The list of formats is loaded by then; the answer comes with the next turns.
  await stage.flush();
  assert.deepEqual(Object.keys(stage.state()), ["text"]);
});

test("links are recorded as links, whatever they point to", async () => {
  await using stage = new Stage();
  stage.write("a.txt", "1\n");
  disk.symlinkSync("a.txt", stage.at("link"));
  disk.symlinkSync("/nowhere/at all", stage.at("broken"));
  disk.symlinkSync("..", stage.at("up"));
  await stage.start();
  disk.unlinkSync(stage.at("link"));
  disk.symlinkSync("b.txt", stage.at("link"));
  stage.closed("link");
  await stage.clock.advance(10_000);
  assert.deepEqual(stage.story("link"), ["create link", "modify link"]);
  assert.deepEqual(stage.state(), readPicture(stage.root));
});

test("a file replaced by a directory is deleted and what is in it created, and the other way round", async () => {
  await using stage = new Stage();
  stage.write("x", "1\n");
  await stage.start();
  stage.remove("x");
  stage.write("x/y.txt", "2\n");
  stage.closed("x");
  stage.hint({ kind: "directory", path: "x" as never });
  await stage.clock.advance(10_000);
  assert.deepEqual(stage.story().slice(1), ["delete x +0 -1", "create x/y.txt +1 -0"]);
  stage.remove("x");
  stage.save("x", "3\n");
  stage.gone("x/y.txt");
  await stage.clock.advance(10_000);
  assert.deepEqual(stage.story().slice(3).sort(), ["create x +1 -0", "delete x/y.txt +0 -1"]);
  assert.deepEqual(stage.state(), readPicture(stage.root));
});

test("a directory that vanishes takes everything recorded below it along, and what still waits for its commit", async () => {
  await using stage = new Stage();
  stage.write("d/a.txt", "1\n");
  stage.write("d/e/b.txt", "1\n");
  stage.write("d.txt", "1\n");
  await stage.start();
  stage.save("other.txt", "1\n");
  await stage.clock.advance(1);
  stage.save("fresh/c.txt", "1\n");
  await stage.clock.advance(1);
  assert.deepEqual(stage.story("fresh/c.txt"), [], "waits to share a commit");
  stage.remove("d");
  stage.remove("fresh");
  stage.gone("d", "fresh");
  await stage.clock.advance(10_000);
  assert.deepEqual(Object.keys(stage.state()), ["d.txt", "other.txt"]);
});

test("a directory that appears is listed", async () => {
  await using stage = new Stage();
  await stage.start();
  stage.write("new/deep/a.txt", "1\n");
  stage.write("new/b.txt", "1\n");
  stage.hint({ kind: "directory", path: "new" as never });
  await stage.clock.advance(100);
  assert.deepEqual(stage.story(), ["create new/b.txt +1 -0", "create new/deep/a.txt +1 -0"]);
});

test("a burst cut short because the root went away is settled all the same", async () => {
  await using stage = new Stage();
  stage.write("a.txt", "1\n");
  await stage.start();
  stage.save("a.txt", "2\n");
  await stage.clock.advance(100);
  stage.closed("a.txt");
  disk.renameSync(stage.root, `${stage.root}.away`);
  await stage.clock.advance(5000);
  disk.renameSync(`${stage.root}.away`, stage.root);
  assert.deepEqual(stage.story().slice(1), ["modify a.txt +1 -1"]);
});

test("more open bursts than allowed become a sweep", async () => {
  await using stage = new Stage({ limits: { openBurstsMax: 3 } });
  await stage.start();
  for (let n = 0; n < 10; n += 1) stage.save(`f${n}.txt`, `${n}\n`);
  await stage.clock.advance(100);
  assert.equal(stage.rows().length, 10);
});

test("a path that the system refuses to look at keeps its last version and stops nothing", async () => {
  let isRefused = false;
  await using stage = new Stage({
    wrap: (fs) =>
      watchDisk(fs, {
        before: (method, args) => {
          if (isRefused && method === "lstat" && String(args[0]).endsWith("d/a.txt"))
            throw Object.assign(new Error("EACCES"), { code: "EACCES" });
        },
      }),
  });
  stage.write("d/a.txt", "1\n");
  stage.write("e.txt", "1\n");
  await stage.start();
  isRefused = true;
  stage.write("e.txt", "2\n");
  stage.closed("d/a.txt");
  await stage.clock.advance(10_000);
  await stage.flush();
  assert.deepEqual(stage.state(), { "d/a.txt": "0644 1\n", "e.txt": "0644 2\n" });
});
