import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readlinkSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { type TestContext, test } from "node:test";
import type { MonoMs } from "@unf/core/base";
import { hooklessLimits } from "@unf/core/config";
import type { AgentSigns, Clock } from "@unf/core/ports";
import { systemClock } from "../time/clock.ts";
import { AgentFinder } from "./agent-finder.ts";

const onLinux = { skip: process.platform === "linux" ? false : "needs /proc" };

/** A clock that stands until it is moved. */
function standing(): Clock & { advance: (ms: number) => void } {
  let at = 1000;
  return {
    ...systemClock,
    mono: () => at as MonoMs,
    advance: (ms) => {
      at += ms;
    },
  };
}

/** An agent is what is called `agent-…`; `asked`: how often it was asked about that process. */
function counting(): AgentSigns & { readonly asked: (of: string) => number } {
  const called: string[] = [];
  return {
    identify: ({ command: [program = ""] }) => {
      called.push(program);
      return /\/(agent-[a-z]+)$/.exec(program)?.[1];
    },
    agentOf: () => undefined,
    hasHooks: () => false,
    asked: (of) => called.filter((program) => program === of).length,
  };
}

async function start(t: TestContext, name: string): Promise<ChildProcess> {
  const directory = mkdtempSync(join(tmpdir(), "unf-finder-"));
  symlinkSync(process.execPath, join(directory, name));
  const child = spawn(join(directory, name), ["-e", "console.log(1); setInterval(() => 0, 1e6)"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  t.after(async () => {
    await end(child);
    rmSync(directory, { recursive: true, force: true });
  });
  await once(child.stdout as NonNullable<ChildProcess["stdout"]>, "data");
  return child;
}

test("who begins is found at the next list, earlier where a file changed", onLinux, async (t) => {
  const [clock, signs] = [standing(), counting()];
  const finder = new AgentFinder(clock, signs);
  const pids = (isPressing: boolean) => finder.list(isPressing).map(({ pid }) => pid);
  pids(false);
  const child = await start(t, "agent-one");
  const pid = child.pid ?? 0;
  assert.ok(!pids(true).includes(pid), "just asked");
  clock.advance(hooklessLimits.listEveryMs);
  assert.ok(pids(true).includes(pid));
  const another = await start(t, "agent-two");
  clock.advance(hooklessLimits.listRestMsMax);
  assert.ok(pids(false).includes(another.pid ?? 0));
});

test("an agent is made out once, and again when it runs another program", onLinux, async (t) => {
  const [clock, signs] = [standing(), counting()];
  const finder = new AgentFinder(clock, signs);
  const argv0 = `/of/${process.pid}/agent-shell`;
  const child = spawn("sh", ["-c", "read line; exec sleep 600"], {
    ...{ argv0, stdio: ["pipe", "ignore", "inherit"] },
  });
  t.after(() => end(child));
  await once(child, "spawn");
  const isListed = () => finder.list(true).some(({ pid }) => pid === child.pid);
  const executable = (): string => readlinkSync(`/proc/${child.pid}/exe`);
  const shell = executable();
  assert.ok(isListed());
  clock.advance(hooklessLimits.reviewEveryMs);
  assert.ok(isListed());
  assert.equal(signs.asked(argv0), 1);
  child.stdin.end("\n");
  while (executable() === shell) await new Promise((resolve) => setImmediate(resolve));
  clock.advance(hooklessLimits.listEveryMs);
  assert.ok(isListed(), "nobody looks so soon");
  clock.advance(hooklessLimits.reviewEveryMs);
  assert.ok(!isListed());
});

async function end(child: ChildProcess): Promise<void> {
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
}
