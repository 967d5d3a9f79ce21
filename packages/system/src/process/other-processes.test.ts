import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { type TestContext, test } from "node:test";
import type { AbsPath, OtherProcess, ProcessMark } from "@unf/core";
import { lacksTerminals, TerminalShell } from "../../../../test/kit/terminal.ts";
import { systemClock } from "../time/clock.ts";
import { openOtherProcesses } from "./other-processes.ts";
import { startTicks } from "./process-facts.ts";

const inTerminals = { skip: lacksTerminals() };

function project(t: TestContext): AbsPath {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "unf-others-")));
  t.after(() => rmSync(directory, { recursive: true }));
  mkdirSync(join(directory, "in"));
  return directory as AbsPath;
}

function markOf(pid: number): ProcessMark {
  return { pid, startTicks: startTicks(pid) ?? 0 };
}

test(
  "a shell with a terminal is seen with what it and its children wrote",
  inTerminals,
  async (t) => {
    const root = project(t);
    await using shell = new TerminalShell(root);
    const pid = Number(await shell.type(":", "$$"));
    // Of a system of its own: who is below this process is none of those that it looks for.
    const others = openOtherProcesses(systemClock, 0);
    const read = (agents: readonly ProcessMark[] = []): OtherProcess | undefined =>
      others.read(root, agents, []).processes.find((one) => one.pid === pid);
    const before = read();
    await shell.type("head -c 9999 /dev/zero > own");
    const after = read();
    assert.ok(before !== undefined && after !== undefined);
    const handed = after.bytes.handed - before.bytes.handed;
    assert.ok(handed >= 9999 && handed < 99_999, String(handed));
    assert.equal(after.startTicks, startTicks(pid));
    await shell.type("cd in; exec 9> .a.swp");
    assert.ok(read() !== undefined, "in a directory of the project");
    assert.ok(others.openFiles(after).includes(join(root, "in/.a.swp")));
    assert.deepEqual(others.openFiles({ ...after, startTicks: 1 }), []);
    await shell.type("cd /");
    assert.ok(read() !== undefined, "above the project");
    await shell.type("cd /usr");
    assert.equal(read(), undefined, "elsewhere");
  },
);

test("what an agent started is nobody else's, also with a terminal", inTerminals, async (t) => {
  const root = project(t);
  await using shell = new TerminalShell(root);
  await using own = new TerminalShell(root);
  const [agent, other] = [await shell.type(":", "$$"), await own.type(":", "$$")].map(Number);
  assert.ok(agent !== undefined && other !== undefined);
  const seen = (...agents: readonly number[]): readonly number[] =>
    openOtherProcesses(systemClock, 0)
      .read(root, agents.map(markOf), [])
      .processes.map(({ pid }) => pid)
      .filter((pid) => pid === agent || pid === other);
  assert.deepEqual(seen().toSorted(), [agent, other].toSorted());
  assert.deepEqual(seen(agent), [other]);
  assert.deepEqual(seen(process.pid), []);
  // Left behind in the agent's terminal, without a parent.
  const orphan = Number(await shell.type("(sleep 60 & echo $! > pid)", "$(cat pid)"));
  const left = openOtherProcesses(systemClock, 0).read(root, [markOf(agent)], []).processes;
  process.kill(orphan, "SIGKILL");
  assert.ok(!left.some(({ pid }) => pid === orphan));
  // One that was below it before has lost its parent.
  const lost = openOtherProcesses(systemClock, 0).read(root, [], [markOf(other)]).processes;
  assert.ok(!lost.some(({ pid }) => pid === other));
});
