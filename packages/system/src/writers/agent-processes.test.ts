import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { type TestContext, test } from "node:test";
import type { AbsPath } from "@unf/core/base";
import { type AgentSigns, keyOfProcess } from "@unf/core/ports";
import { lacksTerminals, TerminalShell } from "../../../../test/kit/terminal.ts";
import { readStat, startTicks } from "../process/process-facts.ts";
import { systemClock } from "../time/clock.ts";
import { openAgentProcesses } from "./agent-processes.ts";

const onLinux = { skip: process.platform === "linux" ? false : "needs /proc" };

/** Agents are links to Node called `agent-…`, whatever is above this process. */
const signs: AgentSigns = {
  identify: ({ command }) => /\/(agent-[a-z]+)$/.exec(command[0] ?? "")?.[1],
  agentOf: () => undefined,
  hasHooks: () => false,
};

const echoes = `process.stdin.on("data", (bytes) => { process.getBuiltinModule("node:vm").runInThisContext(String(bytes)); console.log("done"); });
  console.log("here");`;

interface Setup {
  readonly cwd?: string;
  readonly program?: string;
  readonly args?: readonly string[];
}

/** A program that runs the lines that it reads; `name`: what it is called. */
async function start(
  t: TestContext,
  name: string,
  { cwd, program = process.execPath, args = ["-e", echoes] }: Setup = {},
): Promise<ChildProcess> {
  const directory = cwd ?? realpathSync(mkdtempSync(join(tmpdir(), "unf-agents-")));
  const bin = join(directory, "bin");
  mkdirSync(bin, { recursive: true });
  const path = join(bin, name);
  symlinkSync(program, path);
  const child = spawn(path, args, {
    ...{ cwd: directory, stdio: ["pipe", "pipe", "inherit"] },
  });
  t.after(async () => {
    await endOf(child);
    rmSync(directory, { recursive: true, force: true });
  });
  await once(child.stdout as NonNullable<ChildProcess["stdout"]>, "data");
  return child;
}

async function tell(child: ChildProcess, line: string): Promise<void> {
  const done = once(child.stdout as NonNullable<ChildProcess["stdout"]>, "data");
  child.stdin?.write(line);
  await done;
}

test(
  "agents are found with where they work, and known again by their names",
  onLinux,
  async (t) => {
    const child = await start(t, "agent-one");
    const other = await start(t, "sleeper");
    const agents = openAgentProcesses(systemClock, signs);
    const found = agents.list().find(({ pid }) => pid === child.pid);
    assert.ok(found !== undefined);
    assert.equal(found.agent, "agent-one");
    assert.deepEqual(agents.named(found.name), { pid: found.pid, startTicks: found.startTicks });
    assert.equal(agents.named("process 00000000 1 1"), undefined, "of another run of the machine");
    assert.ok(found.above.some(({ pid }) => pid === process.pid));
    assert.ok(agents.list().every(({ pid }) => pid !== other.pid));
  },
);

test(
  "what an agent and its commands write is in its tree, and another agent's is apart",
  onLinux,
  async (t) => {
    const child = await start(t, "agent-one");
    const inner = `const { spawn } = process.getBuiltinModule("node:child_process");
    const { symlinkSync } = process.getBuiltinModule("node:fs");
    symlinkSync(process.execPath, "bin/agent-two");
    globalThis.two = spawn(process.cwd() + "/bin/agent-two", ["-e", "setInterval(() => 0, 1000)"]);`;
    await tell(child, inner.replaceAll("\n", " "));
    const agents = openAgentProcesses(systemClock, signs);
    const found = agents.list().filter(({ above }) => above.some(({ pid }) => pid === process.pid));
    assert.deepEqual(found.map(({ agent }) => agent).sort(), ["agent-one", "agent-two"]);
    const two = found.find(({ agent }) => agent === "agent-two");
    t.after(() => two === undefined || process.kill(two.pid, "SIGKILL"));
    const [one] = found.filter(({ agent }) => agent === "agent-one");
    assert.ok(one !== undefined);
    const before = agents.read(found);
    await tell(
      child,
      `process.getBuiltinModule("node:fs").writeFileSync("own", "x".repeat(50000));`,
    );
    await tell(
      child,
      `process.getBuiltinModule("node:child_process").execSync("head -c 70000 /dev/zero > below");`,
    );
    const after = agents.read([...found].reverse());
    const handed = (reading: typeof before): number =>
      (reading.trees.get(keyOfProcess(one))?.below ?? []).reduce(
        (sum, { bytes }) => sum + (bytes?.handed ?? 0),
        0,
      );
    assert.ok(handed(after) - handed(before) >= 120_000);
    const pids = (key: (typeof found)[number]) =>
      after.trees.get(keyOfProcess(key))?.below.map(({ pid }) => pid);
    for (const each of found) assert.deepEqual(pids(each), [each.pid]);
    const beside = after.others.map(({ pid }) => pid);
    assert.ok(found.every(({ pid }) => !beside.includes(pid)));
  },
);

test("what lost its parent is the agent's if it was seen below it before", onLinux, async (t) => {
  const child = await start(t, "agent-one");
  const agents = openAgentProcesses(systemClock, signs);
  const [one] = agents.list().filter(({ pid }) => pid === child.pid);
  assert.ok(one !== undefined);
  const line = `globalThis.sh = process.getBuiltinModule("node:child_process").spawn("sh", ["-c", "sleep 600 & wait"], { stdio: "ignore" });`;
  await tell(child, line);
  const below = (
    reading: ReturnType<typeof agents.read>,
  ): readonly { name: string; pid: number }[] =>
    (reading.trees.get(keyOfProcess(one))?.below ?? []).filter(({ name }) => name === "sleep");
  let seen: readonly { pid: number }[] = [];
  while (seen.length === 0) {
    await new Promise((resolve) => setImmediate(resolve));
    seen = below(agents.read([one]));
  }
  const [sleeper] = seen;
  assert.ok(sleeper !== undefined);
  t.after(() => process.kill(sleeper.pid, "SIGKILL"));
  const ended = `globalThis.sh.once("exit", () => console.log("gone")); globalThis.sh.kill("SIGKILL");`;
  await tell(child, ended);
  // Its shell is gone once it was waited for.
  while (
    agents
      .above({ ...one, pid: sleeper.pid, startTicks: startOf(sleeper) })
      .some(({ pid }) => pid === one.pid)
  )
    await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(
    below(agents.read([one, one])).map(({ pid }) => pid),
    [sleeper.pid],
  );
});

test(
  "an editor that an agent has opened is not of its tree, nor what runs in it",
  onLinux,
  async (t) => {
    const child = await start(t, "agent-one");
    const agents = openAgentProcesses(systemClock, signs);
    const [one] = agents.list().filter(({ pid }) => pid === child.pid);
    assert.ok(one !== undefined);
    const opens = `const { spawn } = process.getBuiltinModule("node:child_process");
    process.getBuiltinModule("node:fs").symlinkSync("/bin/sh", "bin/code");
    globalThis.code = spawn(process.cwd() + "/bin/code", ["-c", "sleep 600 & wait"], { stdio: "ignore" });`;
    await tell(child, opens.replaceAll("\n", " "));
    const named = (name: string, parent: number): number | undefined =>
      agents.read([one]).others.find((other) => other.parent === parent && nameOf(other) === name)
        ?.pid;
    const seen = async (name: string, parent: number): Promise<number> => {
      for (;;) {
        const pid = named(name, parent);
        if (pid !== undefined) return pid;
        // For a while the last answer is given again.
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    const code = await seen("code", one.pid);
    const sleeper = await seen("sleep", code);
    t.after(() => {
      for (const pid of [sleeper, code]) process.kill(pid, "SIGKILL");
    });
    const below = agents.read([one]).trees.get(keyOfProcess(one))?.below;
    assert.deepEqual(
      below?.map(({ pid }) => pid),
      [one.pid],
    );
    const mayEdit = (pid: number) =>
      agents.mayEdit({ pid, startTicks: startTicks(pid) ?? 0 }, "/a/project" as AbsPath);
    assert.ok(mayEdit(code));
  },
);

test("who has ended shows in who waits for all that have lost their parent", onLinux, async (t) => {
  const shell = 'echo here; while read -r line; do eval "$line"; echo done; done';
  const waits = await start(t, "tini", { program: "/bin/sh", args: ["-c", shell] });
  const pid = waits.pid ?? 0;
  const mark = { pid, startTicks: startTicks(pid) ?? 0 };
  const look = () => openAgentProcesses(systemClock, signs).read([]);
  const waited = () => look().hidden.find((one) => one.pid === pid)?.activity;
  const before = waited();
  assert.ok(before !== undefined);
  await tell(waits, "n=0; while [ $n -lt 9999 ]; do n=$((n + 1)); done\n");
  assert.equal(waited(), before, "it has its own business");
  await tell(waits, "sh -c exit\n");
  assert.notEqual(waited(), before);
  const agents = openAgentProcesses(systemClock, signs);
  assert.ok(agents.mayEdit(mark, "/a/project" as AbsPath), "he may have been anybody");
  assert.ok(look().hidden.some((one) => one.pid === 1));
});

test("another user at a terminal hides what he writes", {
  skip: lacksTerminals() || (process.geteuid?.() === 0 ? false : "needs root"),
}, async (t) => {
  const script = spawn("script", ["-qfec", "echo $$; exec sleep 600", "/dev/null"], {
    ...{ cwd: "/", uid: 65_534, stdio: ["ignore", "pipe", "ignore"] },
  });
  t.after(() => endOf(script));
  const [said] = await once(script.stdout, "data");
  const pid = Number(String(said));
  const { hidden, others } = openAgentProcesses(systemClock, signs).read([]);
  assert.ok(hidden.some((one) => one.pid === pid));
  assert.ok(others.every((one) => one.pid !== pid));
});

test("a person at a terminal may edit files anywhere, a program elsewhere without one only its own", {
  skip: lacksTerminals(),
}, async (t) => {
  const elsewhere = realpathSync(mkdtempSync(join(tmpdir(), "unf-agents-")));
  t.after(() => rmSync(elsewhere, { recursive: true, force: true }));
  await using shell = new TerminalShell(elsewhere);
  const pid = Number(await shell.type(":", "$$"));
  const sleeper = await start(t, "sleeper", { cwd: join(elsewhere, "of-program") });
  const agents = openAgentProcesses(systemClock, signs);
  const mayEdit = (of: number): boolean =>
    agents.mayEdit({ pid: of, startTicks: startTicks(of) ?? 0 }, "/a/project" as AbsPath);
  assert.equal(mayEdit(pid), true);
  assert.equal(mayEdit(sleeper.pid ?? 0), false);
  assert.equal(
    agents.mayEdit({ pid, startTicks: 1 }, "/a/project" as AbsPath),
    true,
    "it has gone",
  );
});

async function endOf(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, "exit");
  child.kill("SIGKILL");
  await closed;
}

function nameOf({ pid }: { readonly pid: number }): string | undefined {
  return readStat(pid)?.name;
}

function startOf(one: object): number {
  return (one as { startTicks: number }).startTicks;
}
