import assert from "node:assert/strict";
import * as disk from "node:fs";
import { test } from "node:test";
import type { RelPath, SnapshotId } from "@unf/core/base";
import type { DirectoryEntry, EntryStat } from "@unf/core/ports";
import { FakeClock } from "../kit/fake-clock.ts";
import { nothing, systemError, watchDisk } from "./broken-disk.ts";
import { readPicture, Stage } from "./stage.ts";

const whole = "" as RelPath;

function events(stage: Stage, from = 0): string[] {
  return stage
    .rows()
    .slice(from)
    .map(
      ({ event, path, cause, settled }) => `${settled ? "" : "interim "}${event} ${path} ${cause}`,
    );
}

test("the baseline records what is there as settled creations, a second sweep finds nothing new", async () => {
  await using stage = new Stage();
  stage.write("a.txt", "1\n");
  stage.write("d/b.txt", "2\n", 0o755);
  const report = await stage.start();
  assert.deepEqual(events(stage), ["create a.txt baseline", "create d/b.txt baseline"]);
  assert.equal(report?.recorded, 2);
  assert.deepEqual(await stage.project.flush(), { lastId: 2, recorded: 0 });
});

test("a sweep alone finds created, changed, replaced and deleted files", async () => {
  await using stage = new Stage();
  for (const name of ["kept", "changed", "gone", "mode", "to-link", "to-directory"])
    stage.write(`${name}.txt`, "1\n");
  await stage.start();
  stage.write("new/deep/file.txt", "1\n");
  stage.write("changed.txt", "2\n");
  stage.remove("gone.txt");
  disk.chmodSync(stage.at("mode.txt"), 0o600);
  stage.remove("to-link.txt");
  disk.symlinkSync("kept.txt", stage.at("to-link.txt"));
  stage.remove("to-directory.txt");
  stage.write("to-directory.txt/x", "1\n");
  await stage.flush();
  assert.deepEqual(stage.state(), readPicture(stage.root));
  assert.deepEqual(events(stage, 6), [
    "modify changed.txt sweep",
    "delete gone.txt sweep",
    "modify mode.txt sweep",
    "create new/deep/file.txt sweep",
    "delete to-directory.txt sweep",
    "create to-directory.txt/x sweep",
    "modify to-link.txt sweep",
  ]);
});

test("names that sort around the slash are told apart", async () => {
  await using stage = new Stage();
  const names = ["a", "a-b/x", "a.b", "a0", "a b/y", "a!", "b/a", "b-/a", "b.c/a", "b0"];
  for (const name of names) stage.write(name, `${name}\n`);
  await stage.start();
  assert.equal((await stage.project.flush()).recorded, 0, "nothing was taken for gone or new");
  assert.deepEqual(stage.state(), readPicture(stage.root));
  stage.remove("a");
  for (const name of ["a/b", "a/b-c"]) stage.write(name, "2\n");
  stage.remove("b-");
  stage.write("b-", "file\n");
  await stage.flush();
  assert.deepEqual(stage.state(), readPicture(stage.root));
  assert.equal((await stage.project.flush()).recorded, 0);
});

test("names that are not UTF-8 and names beyond the basic plane are recorded, found and deleted", async () => {
  await using stage = new Stage();
  const raw = (...parts: (string | number)[]) =>
    Buffer.concat([
      Buffer.from(`${stage.root}/`),
      ...parts.map((part) => (typeof part === "string" ? Buffer.from(part) : Buffer.of(part))),
    ]);
  disk.mkdirSync(raw("dir", 0xff));
  const names = [
    raw("dir", 0xff, "/a", 0x80),
    raw("dir", 0xff, "/plain"),
    raw(0xc3, 0x28),
    raw("a", 0xff),
    raw("a"),
    raw("a0"),
    raw("\u{1F600}"),
    raw("\uffee"),
    raw("\ufffd"),
  ];
  for (const name of names) disk.writeFileSync(name, "1\n");
  await stage.start();
  assert.equal(Object.keys(stage.state()).length, names.length);
  assert.deepEqual(stage.state(), readPicture(stage.root));
  assert.equal((await stage.project.flush()).recorded, 0);
  for (const name of names.slice(0, 4)) disk.unlinkSync(name);
  await stage.flush();
  assert.deepEqual(stage.state(), readPicture(stage.root));
  assert.equal(Object.keys(stage.state()).length, names.length - 4);
});

test("files below a directory that cannot be listed are not taken for deleted", async () => {
  let isLocked = false;
  await using stage = new Stage({
    wrap: (fs) =>
      watchDisk(fs, {
        before: (method, args) => {
          if (isLocked && method === "list" && String(args[0]).endsWith("/locked"))
            throw systemError("EIO");
        },
        // A disk that fails says anything.
        instead: (method, args) => {
          const isBelow = isLocked && method === "lstat" && String(args[0]).includes("/locked/");
          return isBelow ? nothing : undefined;
        },
      }),
  });
  stage.write("locked/a.txt", "1\n");
  stage.write("locked/deep/b.txt", "1\n");
  stage.write("locked.txt", "1\n");
  await stage.start();
  isLocked = true;
  stage.remove("locked.txt");
  await stage.flush();
  assert.deepEqual(Object.keys(stage.state()), ["locked/a.txt", "locked/deep/b.txt"]);
});

test("where the file system does not tell kinds, the sweep asks and finds the same", async () => {
  await using stage = new Stage({
    wrap: (fs) =>
      watchDisk(fs, {
        instead: (method, args) =>
          method !== "list"
            ? undefined
            : fs
                .list(args[0] as never)
                ?.map((entry): DirectoryEntry => ({ ...entry, kind: "unknown" })),
      }),
  });
  for (const name of ["a/x", "a-b", "a.b/y", "a0"]) stage.write(name, "1\n");
  await stage.start();
  assert.deepEqual(stage.state(), readPicture(stage.root));
  assert.equal((await stage.project.flush()).recorded, 0);
});

test("an edited ignore file takes files out of the history and brings them back", async () => {
  await using stage = new Stage();
  stage.write("src/a.log", "1\n");
  stage.write("src/b.txt", "1\n");
  await stage.start();
  stage.save("src/.gitignore", "*.log\n");
  await stage.clock.advance(100);
  assert.deepEqual(events(stage, 2), [
    "interim create src/.gitignore event",
    "delete src/a.log excluded",
  ]);
  assert.deepEqual(stage.rewatched, ["src"]);
  stage.save("src/.gitignore", "*.txt\n");
  await stage.clock.advance(500);
  assert.deepEqual(Object.keys(stage.state()), ["src/.gitignore", "src/a.log"]);
  stage.remove("src/.gitignore");
  stage.gone("src/.gitignore");
  await stage.clock.advance(500);
  assert.deepEqual(Object.keys(stage.state()), ["src/a.log", "src/b.txt"]);
});

test("rules that changed without a hint count from the next sweep on, those of git's own file too", async () => {
  await using stage = new Stage();
  stage.write(".git/info/exclude", "");
  for (const name of ["-a.log", "a.log", "b.tmp", "d/c.log"]) stage.write(name, "1\n");
  await stage.start();
  assert.equal(stage.rows().length, 4);
  stage.write(".gitignore", "*.log\n");
  stage.write(".git/info/exclude", "*.tmp\n");
  await stage.flush();
  assert.deepEqual(Object.keys(stage.state()), [".gitignore"]);
  assert.deepEqual(stage.rewatched, [""]);
  stage.write(".gitignore", "\n");
  stage.write(".git/info/exclude", "");
  await stage.flush();
  assert.deepEqual(Object.keys(stage.state()), [
    "-a.log",
    ".gitignore",
    "a.log",
    "b.tmp",
    "d/c.log",
  ]);
});

test("a sweep hands what differs to its open burst, which takes it in", async () => {
  await using stage = new Stage();
  stage.write("a.txt", "1\n");
  await stage.start();
  await stage.clock.advance(1000);
  stage.save("a.txt", "2\n");
  await stage.clock.advance(1000);
  stage.write("a.txt", "3\n");
  stage.hint({ kind: "overflow", proven: true });
  await stage.clock.advance(10_000);
  assert.deepEqual(stage.story("a.txt"), [
    "create a.txt +1 -0",
    "(modify a.txt +1 -1)",
    "modify a.txt +1 -1",
  ]);
  assert.equal(stage.state()["a.txt"], "0644 3\n");
});

test("lost events make a gap that ends with the sweep and counts what differed", async () => {
  await using stage = new Stage();
  stage.write("a.txt", "1\n");
  await stage.start();
  await stage.clock.advance(5000);
  stage.save("a.txt", "2\n");
  const lastHint = stage.clock.wall();
  await stage.clock.advance(7000);
  stage.write("a.txt", "3\n");
  stage.write("b.txt", "3\n");
  stage.hint({ kind: "overflow", proven: true });
  const told = stage.clock.wall();
  await stage.clock.advance(1000);
  const [gap] = stage.timeline.gaps();
  assert.deepEqual(
    [gap?.reason, gap?.from, gap?.to, gap?.closedBy, gap?.pathsDiffered],
    ["overflow", lastHint, told, "sweep", 2],
  );
  assert.ok((gap?.closedAt ?? 0) >= told);
});

test("a gap that opens while a sweep runs is closed by the next one", async () => {
  const clock = new FakeClock({ start: Date.now() - 86_400_000, creepMs: 1 });
  await using stage = new Stage({ clock });
  for (let n = 0; n < 50; n += 1) stage.write(`f${String(n).padStart(2, "0")}`, "1\n");
  await stage.start();
  let breaths = 0;
  clock.onBreathe = () => {
    breaths += 1;
    if (breaths !== 3) return;
    // The sweep is past it.
    stage.write("f00", "2\n");
    stage.hint({ kind: "overflow", proven: true });
  };
  await stage.flush();
  assert.ok(breaths >= 3);
  assert.equal(stage.timeline.gaps()[0]?.closedAt, null);
  await clock.advance(1000);
  await stage.project.exclusively(async () => undefined);
  const [gap] = stage.timeline.gaps();
  assert.equal(gap?.pathsDiffered, 1);
  assert.equal(stage.state().f00, "0644 2\n");
});

test("a span without a recorder is a gap, closed by the sweep at start", async () => {
  await using stage = new Stage();
  stage.write("a.txt", "1\n");
  await stage.start();
  await stage.crash();
  stage.write("a.txt", "2\n");
  const awaySince = stage.clock.wall();
  await stage.clock.advance(60_000);
  await stage.project.start({ cause: "sweep", awaySince });
  const [gap] = stage.timeline.gaps();
  assert.deepEqual([gap?.reason, gap?.from, gap?.pathsDiffered], ["daemon_away", awaySince, 1]);
  assert.notEqual(gap?.closedAt, null);
});

test("a gap whose recorder died before it was closed is closed by the next one", async () => {
  await using stage = new Stage();
  await stage.start();
  stage.hint({ kind: "overflow", proven: false });
  await stage.crash();
  assert.equal(stage.timeline.gaps()[0]?.closedAt, null);
  await stage.project.start({ cause: "sweep" });
  assert.notEqual(stage.timeline.gaps()[0]?.closedAt, null);
});

test("a watcher that died is a gap, and recording goes on by sweeps until it is back", async () => {
  await using stage = new Stage();
  await stage.start();
  stage.hint({ kind: "dead", cause: "planted" });
  assert.equal(stage.project.condition.kind, "degraded");
  stage.write("a.txt", "1\n");
  await stage.clock.advance(31_000);
  await stage.project.tick();
  await stage.clock.advance(1000);
  assert.deepEqual(events(stage), ["create a.txt event"]);
  assert.equal(stage.project.condition.kind, "watching");
  assert.equal(stage.timeline.gaps()[0]?.reason, "watcher_failed");
  assert.notEqual(stage.timeline.gaps()[0]?.closedAt, null);
});

test("a directory that cannot be watched is swept at once and on a timer", async () => {
  await using stage = new Stage();
  await stage.start();
  stage.write("d/a.txt", "1\n");
  stage.hint({ kind: "unwatched", path: "d" as RelPath, code: "ENOSPC" });
  await stage.clock.advance(100);
  assert.deepEqual(events(stage), ["create d/a.txt event"]);
  const { condition } = stage.project;
  assert.ok(
    condition.kind === "degraded" && /ENOSPC/.test(condition.why),
    JSON.stringify(condition),
  );
  stage.write("d/a.txt", "2\n");
  await stage.clock.advance(31_000);
  await stage.project.tick();
  await stage.clock.advance(100);
  assert.equal(stage.state()["d/a.txt"], "0644 2\n");
});

test("while the root is away nothing is deleted; when it is back, a gap says so", async () => {
  await using stage = new Stage();
  for (let n = 0; n < 30; n += 1) stage.write(`d/f${n}.txt`, "1\n");
  await stage.start();
  await stage.clock.advance(100);
  const away = `${stage.root}.away`;
  disk.renameSync(stage.root, away);
  stage.gone("d/f1.txt", "d", "d/f2.txt");
  stage.hint({ kind: "overflow", proven: true });
  const since = stage.clock.wall();
  await stage.project.tick();
  await stage.clock.advance(5000);
  await stage.flush();
  assert.equal(stage.rows().length, 30);
  assert.equal(stage.project.condition.kind, "missing");
  disk.renameSync(away, stage.root);
  stage.remove("d/f1.txt");
  await stage.project.tick();
  await stage.clock.advance(1000);
  assert.deepEqual(events(stage, 30), ["delete d/f1.txt event"]);
  assert.equal(stage.project.condition.kind, "watching");
  const gap = stage.timeline.gaps().find(({ reason }) => reason === "root_unavailable");
  assert.equal(gap?.from, since);
  assert.notEqual(gap?.closedAt, null);
});

test("a root that goes away in the middle of a sweep takes no file with it", async () => {
  let isGone = false;
  await using stage = new Stage({
    wrap: (fs) =>
      watchDisk(fs, {
        after: (method, args) => {
          // Right after the root was found to be there, and listed.
          if (!isGone || method !== "list" || args[0] !== stage.root) return;
          isGone = false;
          disk.renameSync(stage.root, `${stage.root}.away`);
        },
      }),
  });
  for (let n = 0; n < 30; n += 1) stage.write(`d${n}/f.txt`, "1\n");
  await stage.start();
  isGone = true;
  await stage.flush();
  disk.renameSync(`${stage.root}.away`, stage.root);
  assert.equal(stage.rows().length, 30);
});

test("another directory in the root's place is taken for the project", async () => {
  await using stage = new Stage();
  stage.write("a.txt", "1\n");
  stage.write("b.txt", "1\n");
  await stage.start();
  disk.renameSync(stage.root, `${stage.root}.old`);
  disk.mkdirSync(stage.root);
  stage.write("a.txt", "2\n");
  await stage.clock.advance(1000);
  await stage.project.tick();
  await stage.clock.advance(1000);
  await stage.project.tick();
  await stage.clock.advance(1000);
  assert.deepEqual(events(stage, 2), ["modify a.txt event", "delete b.txt event"]);
  assert.equal(stage.project.condition.kind, "watching");
  stage.save("c.txt", "3\n");
  await stage.clock.advance(100);
  assert.equal(stage.state()["c.txt"], "0644 3\n");
});

test("an empty directory of another file system in the root's place is not", async () => {
  let isUnmounted = false;
  await using stage = new Stage({
    wrap: (fs) =>
      watchDisk(fs, {
        instead: (method, args) => {
          if (!isUnmounted || args[0] !== stage.root) return undefined;
          if (method === "list") return [];
          const stat = fs.lstat(args[0] as never) as EntryStat;
          return method === "lstat" ? { ...stat, dev: stat.dev + 1n, ino: 2n } : undefined;
        },
      }),
  });
  stage.write("a.txt", "1\n");
  await stage.start();
  isUnmounted = true;
  for (let turn = 0; turn < 3; turn += 1) {
    await stage.clock.advance(1000);
    await stage.project.tick();
  }
  await stage.flush();
  assert.equal(stage.rows().length, 1);
  assert.equal(stage.project.condition.kind, "missing");
  isUnmounted = false;
  await stage.project.tick();
  await stage.clock.advance(1000);
  assert.equal(stage.project.condition.kind, "watching");
  assert.equal(stage.rows().length, 1);
});

test("new rules from the settings are followed by a sweep", async () => {
  await using stage = new Stage();
  stage.write("a.txt", "x".repeat(500));
  await stage.start();
  const { filter } = stage.project.context;
  await stage.project.reconfigure({ filter, maxFileBytes: 100 });
  assert.deepEqual(events(stage, 1), ["modify a.txt sweep"]);
  assert.equal(stage.rows("a.txt")[1]?.unrecordable, "too_large");
  await stage.project.reconfigure({ filter, maxFileBytes: 1000 });
  assert.deepEqual(events(stage, 2), ["modify a.txt sweep"]);
  assert.ok(stage.rewatched.includes(whole));
});

test("links that lead in a circle where directories were are no failure", async () => {
  await using stage = new Stage();
  stage.write("a/b/c.txt", "1\n");
  await stage.start();
  const target = { id: 1 as SnapshotId };
  stage.remove("a");
  disk.symlinkSync("a", stage.at("a"));
  stage.closed("a/b/c.txt");
  await stage.clock.advance(5000);
  await stage.flush();
  assert.deepEqual(Object.keys(stage.state()), ["a"]);
  const { applied } = await stage.restore({ target, deletions: "keep" });
  assert.deepEqual(
    applied.map(({ action }) => [action.kind, action.path]),
    [
      ["kept_newer", "a"],
      ["refused", "a/b/c.txt"],
    ],
  );
});

test("nothing is seen through a link that took a directory's place, whatever a hint says", async () => {
  await using stage = new Stage();
  stage.write("src/sub/a.txt", "1\n");
  stage.write("src/b.txt", "1\n");
  await stage.start();
  const outside = `${stage.root}.outside`;
  disk.renameSync(stage.at("src"), outside);
  disk.symlinkSync(outside, stage.at("src"));
  disk.writeFileSync(`${outside}/b.txt`, "not of this project\n");
  stage.closed("src/b.txt");
  stage.hint({ kind: "directory", path: "src/sub" as RelPath });
  await stage.clock.advance(5000);
  assert.deepEqual(stage.state(), {});
  await stage.flush();
  assert.deepEqual(stage.state(), readPicture(stage.root));
  assert.deepEqual(Object.keys(stage.state()), ["src"]);
});

test("a file whose row still waits for its commit is found deleted like any other", async () => {
  await using stage = new Stage();
  await stage.start();
  await stage.clock.advance(1000);
  stage.save("a.txt", "1\n");
  await stage.clock.advance(1);
  stage.save("b.txt", "1\n");
  await stage.clock.advance(1);
  assert.deepEqual(stage.story("b.txt"), [], "it waits");
  stage.remove("b.txt");
  await stage.flush();
  assert.deepEqual(Object.keys(stage.state()), ["a.txt"]);
});
