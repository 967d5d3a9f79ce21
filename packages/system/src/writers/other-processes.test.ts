import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { type TestContext, test } from "node:test";
import type { AbsPath } from "@unf/core/base";
import type { OtherProcess, ProcessMark } from "@unf/core/ports";
import { lacksTerminals, TerminalShell } from "../../../../test/kit/terminal.ts";
import { until } from "../../../../test/kit/until.ts";
import { startTicks } from "../process/process-facts.ts";
import { systemClock } from "../time/clock.ts";
import { openOtherProcesses } from "./other-processes.ts";

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
    await shell.type("cd in");
    assert.ok(read()?.isNear, "in a directory of the project");
    await shell.type("cd /");
    assert.ok(read()?.isNear, "above the project");
    await shell.type("cd /usr");
    assert.equal(read()?.isNear, false, "elsewhere");
    assert.equal(read(), read(), "what has not changed is the same object");
    await shell.type(`exec 9> ${root}/in/.a.swp`);
    assert.ok(others.openFiles(after).includes(join(root, "in/.a.swp")));
    assert.deepEqual(others.openFiles({ ...after, startTicks: 1 }), []);
    // Its open files are asked anew only now and then.
    const anew = openOtherProcesses(systemClock, 0);
    const readAnew = (): OtherProcess | undefined =>
      anew.read(root, [], []).processes.find((one) => one.pid === pid);
    await until("it has a file of the project open", () => readAnew()?.isNear === true);
    const ran = readAnew()?.ranNs ?? 0;
    assert.ok(ran > 0);
    await shell.type(":");
    const typed = readAnew();
    assert.ok((typed?.ranNs ?? 0) > ran);
    await shell.type("ls / > /dev/null");
    assert.ok(
      (readAnew()?.endings ?? 0) > (typed?.endings ?? 0),
      "a program that it started has ended",
    );
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

/** A program without a terminal. It says when it is there. */
async function startProgram(t: TestContext, source: string, ...args: string[]): Promise<number> {
  const child: ChildProcess = spawn(
    process.execPath,
    ["-e", `${source}; console.log(1)`, ...args],
    {
      ...{ cwd: "/", stdio: ["pipe", "pipe", "inherit"], env: {} },
    },
  );
  t.after(async () => {
    child.kill("SIGKILL");
    await once(child, "close");
  });
  await once(child.stdout as NonNullable<ChildProcess["stdout"]>, "data");
  return child.pid ?? 0;
}

const waits = 'process.stdin.on("end", () => undefined).resume()';

test("a program without a terminal is seen, and whether it has to do with the project", {
  skip: process.platform !== "linux",
}, async (t) => {
  const root = project(t);
  const plain = await startProgram(t, waits);
  const told = await startProgram(t, waits, join(root, "in"));
  const watching = await startProgram(
    t,
    `process.getBuiltinModule("fs").watch(process.argv[1].slice(1), () => undefined); ${waits}`,
    `=${root}`,
  );
  const standing = await startProgram(
    t,
    `process.chdir(process.argv[1].slice(1)); ${waits}`,
    `=${root}`,
  );
  const others = openOtherProcesses(systemClock, 0);
  const nearOf = (): readonly unknown[] => {
    const seen = others.read(root, [], []).processes;
    return [plain, told, watching, standing].map(
      (pid) => seen.find((one) => one.pid === pid)?.isNear,
    );
  };
  // In one look only so many are asked for it.
  await until("all were asked", () => !nearOf().includes(undefined));
  assert.deepEqual(nearOf(), [false, true, true, true]);
});
