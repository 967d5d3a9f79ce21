import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { judgeTree, mayHaveRun } from "@unf/core/attribution";
import type { ProcessMark, ProcessTrees, TreeReading } from "@unf/core/ports";
import { startTicks } from "../process/process-facts.ts";
import { systemClock } from "../time/clock.ts";
import { openProcessTrees } from "./process-tree.ts";

const trees = openProcessTrees(systemClock, {
  identify: () => undefined,
  agentOf: () => undefined,
  hasHooks: () => false,
}) as ProcessTrees;
const onLinux = { skip: trees === undefined ? "needs /proc" : false };

/** Runs a program of this shell on each line, and waits for it. */
const parent = `while read -r line; do eval "$line"; echo done; done`;

/** Waits until the last child is called so: until then it is the shell's own copy. */
const isCalled = (word: string): string =>
  `child=$!; until grep -q ${word} /proc/$child/cmdline; do :; done`;

class Shell implements AsyncDisposable {
  readonly child: ChildProcess = spawn("sh", ["-c", parent], {
    stdio: ["pipe", "pipe", "ignore"],
    detached: true,
  });

  get mark(): ProcessMark {
    const pid = this.child.pid ?? 0;
    return { pid, startTicks: startTicks(pid) ?? 0 };
  }

  async run(line: string): Promise<void> {
    const done = once(this.child.stdout as NonNullable<ChildProcess["stdout"]>, "data");
    this.child.stdin?.write(`${line}\n`);
    await done;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = once(this.child, "close");
    // With all that it has started, which would keep its output open.
    process.kill(-this.mark.pid, "SIGKILL");
    await closed;
  }
}

function read(mark: ProcessMark): TreeReading {
  const reading = trees.read(mark);
  assert.ok(reading !== undefined);
  return reading;
}

test(
  "what runs below a process is seen, and what came and went in between shows",
  onLinux,
  async () => {
    await using shell = new Shell();
    const since = systemClock.wall();
    const before = read(shell.mark);
    assert.deepEqual(before.below, []);
    assert.equal(mayHaveRun(since, before, read(shell.mark)), false);
    await shell.run("/bin/true");
    const after = read(shell.mark);
    assert.deepEqual(after.below, []);
    assert.equal(mayHaveRun(since, before, after), true);
    assert.equal(mayHaveRun(since, after, read(shell.mark)), false);
    await shell.run(`sleep 600 & ${isCalled("sleep")}`);
    const [sleeping, ...others] = read(shell.mark).below;
    assert.deepEqual([sleeping?.name, sleeping?.hasEnded, others], ["sleep", false, []]);
    assert.ok(
      (sleeping?.bornAt ?? 0) >= since - 50 && (sleeping?.bornAt ?? 0) <= systemClock.wall(),
    );
    assert.equal(mayHaveRun(since, after, read(shell.mark)), true);
    await shell.run("kill -9 $child; wait $child");
    assert.deepEqual(read(shell.mark).below, []);
  },
);

test("hooks that a process calls are not its commands", onLinux, async () => {
  await using shell = new Shell();
  const waits = `'${process.execPath}' -e 'setInterval(() => {}, 1000)' hook run codex`;
  await shell.run(`${waits} & ${isCalled("hook")}`);
  assert.deepEqual(read(shell.mark).below, []);
  await shell.run("kill -9 $child; wait $child");
});

test(
  "what was written below a process stays in its sum, whoever has ended since",
  onLinux,
  async () => {
    const directory = mkdtempSync(join(tmpdir(), "unf-ledger-"));
    try {
      await using shell = new Shell();
      const file = join(directory, "big");
      const price = { bytes: 12_345, charges: "all" } as const;
      const before = read(shell.mark);
      await shell.run("/bin/true");
      assert.equal(judgeTree(before, read(shell.mark), price), "cannot");
      await shell.run(`sh -c "head -c 12345 /dev/zero > '${file}'"`);
      assert.equal(judgeTree(before, read(shell.mark), price), "can");
      const since = read(shell.mark);
      writeFileSync(file, "x".repeat(12_345));
      await shell.run("/bin/true");
      assert.equal(judgeTree(since, read(shell.mark), price), "cannot");
    } finally {
      rmSync(directory, { recursive: true });
    }
  },
);

test(
  "what has lost its parent is seen as long as it is known, and with what it starts",
  onLinux,
  async () => {
    await using shell = new Shell();
    const hasChild =
      'kid=; until [ -n "$kid" ]; do read -r kid < /proc/$child/task/$child/children; done';
    await shell.run(`sh -c 'sleep 600 & wait' & child=$!; ${hasChild}`);
    const before = read(shell.mark).below;
    const [parent, child] = before;
    assert.equal(before.length, 2);
    await shell.run("kill -9 $child; wait $child");
    assert.deepEqual(read(shell.mark).below, []);
    const after = trees.read(shell.mark, before)?.below ?? [];
    assert.deepEqual(
      after.map(({ pid }) => pid),
      [child?.pid],
    );
    assert.notEqual(parent?.pid, child?.pid);
  },
);

test("a process that has ended, or another with its number, is not read", onLinux, async () => {
  const shell = new Shell();
  const { mark } = shell;
  assert.equal(trees.isAlive(mark), true);
  assert.equal(trees.read({ ...mark, startTicks: mark.startTicks + 1 }), undefined);
  await shell[Symbol.asyncDispose]();
  assert.deepEqual([trees.isAlive(mark), trees.read(mark)], [false, undefined]);
});
