import assert from "node:assert/strict";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { AbsPath, WallMs } from "@unf/core/base";
import type { Log } from "@unf/core/ports";
import type { AgentEvent } from "@unf/core/sessions";
import { fromAgentEvent, renderSpooledEvent } from "@unf/protocol";
import { listSpool, nameSpooled, writeSpooled } from "@unf/system";
import { openSpool } from "./spool.ts";

function temp(): {
  readonly home: AbsPath;
  readonly logged: string[];
  readonly log: Log;
  readonly lost: number[];
} & Disposable {
  const home = fs.mkdtempSync(join(tmpdir(), "unf-spool-")) as AbsPath;
  const logged: string[] = [];
  const write = (event: string) => void logged.push(event);
  return {
    home,
    logged,
    lost: [],
    log: { debug: write, info: write, warn: write, error: write },
    [Symbol.dispose]: () => fs.rmSync(home, { recursive: true, force: true }),
  };
}

function write(home: AbsPath, text?: string): string {
  const name = nameSpooled(5 as WallMs);
  const event: AgentEvent = {
    agent: "codex",
    session: "s",
    at: 5 as WallMs,
    cwd: null,
    what: { kind: "stop" },
  };
  writeSpooled(home, name, text ?? renderSpooledEvent(fromAgentEvent(event, name)));
  return name;
}

test("events come in order, and each is gone when the next one comes", () => {
  using place = temp();
  const names = [write(place.home), write(place.home), write(place.home)];
  const taken: string[] = [];
  for (const { key } of openSpool(
    place.home,
    place.log,
    (lost) => void place.lost.push(lost),
  ).take()) {
    taken.push(key);
    assert.deepEqual(listSpool(place.home), names.slice(taken.length));
  }
  assert.deepEqual(taken, names);
});

test("what is no event is set aside, named in the log, and stops nothing", () => {
  using place = temp();
  const bad = write(place.home, "{");
  const good = write(place.home);
  const spool = openSpool(place.home, place.log, (lost) => void place.lost.push(lost));
  assert.deepEqual(
    [...spool.take()].map(({ key }) => key),
    [good],
  );
  assert.deepEqual(place.logged, ["spool.unreadable"]);
  assert.ok(fs.existsSync(join(place.home, "lost+found/spool", bad)));
  assert.deepEqual([...spool.take()], []);
  assert.deepEqual(place.logged, ["spool.unreadable"], "and is not looked at again");
});

test("a disk that fails is told once, and tried again", () => {
  using place = temp();
  fs.writeFileSync(join(place.home, "lost+found"), "in the way");
  write(place.home, "{");
  const spool = openSpool(place.home, place.log, (lost) => void place.lost.push(lost));
  assert.deepEqual([...spool.take(), ...spool.take()], []);
  assert.deepEqual(place.logged, ["spool.failed"]);
  fs.rmSync(join(place.home, "lost+found"));
  assert.deepEqual([...spool.take()], []);
  assert.deepEqual(place.logged, ["spool.failed", "spool.unreadable"]);
});

test("events that the full spool could not keep are counted once, and so is what is no event", () => {
  using place = temp();
  write(place.home, "{");
  fs.writeFileSync(join(place.home, "spool/dropped"), "+++");
  const spool = openSpool(place.home, place.log, (lost) => void place.lost.push(lost));
  assert.deepEqual([[...spool.take()], [...spool.take()]], [[], []]);
  assert.deepEqual(place.lost, [3, 1]);
});
