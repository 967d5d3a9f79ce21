import assert from "node:assert/strict";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { openLogFile } from "./log-file.ts";

function temp(): {
  readonly path: string;
  readonly lines: () => Record<string, unknown>[];
} & Disposable {
  const root = fs.mkdtempSync(join(tmpdir(), "unf-log-"));
  const path = join(root, "x.log");
  return {
    path,
    lines: () =>
      fs
        .readFileSync(path, "utf8")
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line)),
    [Symbol.dispose]: () => fs.rmSync(root, { recursive: true, force: true }),
  };
}

test("a line is in the file when the call returns: time, level, pid, event and fields", () => {
  using place = temp();
  using log = openLogFile({ path: place.path, level: "info" });
  log.info("daemon.started", { projects: 3, home: "/h" });
  const [line] = place.lines();
  assert.match(String(line?.time), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  assert.deepEqual(
    { ...line, time: "" },
    { level: "info", time: "", pid: process.pid, event: "daemon.started", projects: 3, home: "/h" },
  );
});

test("what is below the level is not written", () => {
  using place = temp();
  using log = openLogFile({ path: place.path, level: "warn" });
  log.debug("a");
  log.info("b");
  log.warn("c");
  log.error("d");
  assert.deepEqual(
    place.lines().map(({ event }) => event),
    ["c", "d"],
  );
});

test("errors, big numbers and circles are written, and nothing makes a line of its own", () => {
  using place = temp();
  using log = openLogFile({ path: place.path, level: "info" });
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  const cause = Object.assign(new Error("no\nspace"), { code: "ENOSPC" });
  log.error("failed", { cause, size: 2n ** 60n, circle, text: "a\nb\u001b", nothing: undefined });
  const [line] = place.lines();
  assert.equal(place.lines().length, 1);
  const { cause: written } = line as { cause: Record<string, string> };
  assert.deepEqual([written.name, written.code, written.message], ["Error", "ENOSPC", "no\nspace"]);
  assert.match(written.stack ?? "", /log-file\.test\.ts/);
  assert.equal(line?.text, "a\nb\u001b");
});

test("a field is cut where it is longer than any path", () => {
  using place = temp();
  using log = openLogFile({ path: place.path, level: "info" });
  log.info("long", { text: "x".repeat(100_000) });
  assert.equal(String(place.lines()[0]?.text).length, 5001);
});

test("a full file is put aside, three are kept, and every line kept is whole", () => {
  using place = temp();
  using log = openLogFile({
    path: place.path,
    level: "info",
    rotation: { bytesMax: 1000, filesMax: 3 },
  });
  for (let count = 0; count < 100; count += 1) log.info("line", { count });
  const names = fs.readdirSync(join(place.path, "..")).sort();
  assert.deepEqual(names, ["x.log", "x.log.1", "x.log.2"]);
  const counts = ["x.log.2", "x.log.1", "x.log"].flatMap((name) => {
    const text = fs.readFileSync(join(place.path, "..", name), "utf8");
    assert.ok(text.length <= 1000);
    return text
      .trimEnd()
      .split("\n")
      .map((line) => Number(JSON.parse(line).count));
  });
  const first = counts[0] ?? 0;
  assert.deepEqual(
    counts,
    Array.from({ length: 100 - first }, (_, at) => first + at),
  );
});

test("a log goes on where the last process left it, and is for this user only", () => {
  using place = temp();
  const before = process.umask(0);
  try {
    for (const event of ["first", "second"]) {
      using log = openLogFile({ path: place.path, level: "info" });
      log.info(event);
    }
  } finally {
    process.umask(before);
  }
  assert.deepEqual(
    place.lines().map(({ event }) => event),
    ["first", "second"],
  );
  if (process.platform !== "win32") assert.equal(fs.statSync(place.path).mode & 0o777, 0o600);
});

test("a disk that takes nothing does not end the program; the next line tells how many are lost", () => {
  using place = temp();
  const rotation = { bytesMax: 200, filesMax: 2 };
  using log = openLogFile({ path: place.path, level: "info", rotation });
  log.info("one", { text: "x".repeat(150) });
  // Rotation finds a directory in its way: as unwritable as a full disk, without one.
  fs.mkdirSync(`${place.path}.1/full`, { recursive: true });
  log.info("two");
  log.info("three");
  fs.rmSync(`${place.path}.1`, { recursive: true });
  log.info("four");
  const [line] = place.lines();
  assert.deepEqual([line?.event, line?.lines_lost_before], ["four", 2]);
});
