import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import type { AbsPath, MonoMs, WallMs } from "@unf/core/base";
import { isWrapper } from "../process/agent-process.ts";
import { readStat, startTicks } from "../process/process-facts.ts";
import { systemClock } from "../time/clock.ts";
import { openWriterProbe } from "./writer-probe.ts";

const onLinux = { skip: process.platform === "linux" ? false : "needs /proc" };
const nobody = () => undefined;
/** Includes processes that were quiet for ever. */
const everybody = -1 as WallMs;
const unbounded = { workMs: 60_000, perSecond: 1e6, atOnce: 1000 };

function temporary(t: TestContext): string {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "unf-writers-")));
  t.after(() => rmSync(directory, { recursive: true }));
  return directory;
}

/** A shell that holds these files open until it is told to end; resolves once it does. */
async function holding(t: TestContext, redirections: string, env: NodeJS.ProcessEnv = {}) {
  const child = spawn("sh", ["-c", `exec ${redirections}; echo open; read line`], {
    env: { ...process.env, ...env },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = once(child, "close");
  t.after(async () => {
    child.stdin.end();
    await ended;
  });
  await once(child.stdout, "data");
  return child.pid as number;
}

/** More processes than one look sees at least, all newer than what was started before. */
async function others(t: TestContext): Promise<void> {
  await Promise.all(Array.from({ length: 14 }, () => holding(t, "3</dev/null")));
}

test("who has a file open for writing is found, with what is above it", onLinux, async (t) => {
  const directory = temporary(t);
  const [written, read] = ["w", "r"].map((name) => join(directory, name) as AbsPath);
  assert.ok(written !== undefined && read !== undefined);
  closeSync(openSync(read, "w"));
  const pid = await holding(t, `3>>'${written}' 4<'${read}'`, { UNF_SESSION: "s of mine" });
  const probe = openWriterProbe(systemClock, nobody, unbounded);
  const found = probe?.writersOf([written, read], [], everybody) ?? [];
  assert.deepEqual(
    found.map(({ path, session }) => [path, session]),
    [[written, "s of mine"]],
  );
  const [own, parent] = found[0]?.lineage ?? [];
  assert.deepEqual(own, { pid, startTicks: startTicks(pid) });
  assert.deepEqual(parent, { pid: process.pid, startTicks: startTicks(process.pid) });
});

test(
  "the session that an agent itself names is told, and whether a person may type",
  onLinux,
  async (t) => {
    const path = join(temporary(t), "w") as AbsPath;
    await holding(t, `3>>'${path}'`, { UNF_SESSION: "", CODEX_THREAD_ID: "t-1" });
    const probe = openWriterProbe(systemClock, nobody, unbounded);
    const [found] = probe?.writersOf([path], [], everybody) ?? [];
    assert.deepEqual([found?.session, found?.isInteractive], ["t-1", startedInTerminal()]);
  },
);

function startedInTerminal(): boolean {
  return readStat(process.pid)?.terminal !== 0;
}

test("looks that stop for time go on with the next, until all were seen", onLinux, async (t) => {
  const path = join(temporary(t), "w") as AbsPath;
  await holding(t, `3>>'${path}'`);
  // Each look has time for the least that it sees.
  let now = 0;
  const clock = { ...systemClock, mono: () => now++ as MonoMs };
  const probe = openWriterProbe(clock, nobody, { ...unbounded, workMs: 0 });
  // Newer processes than that which writes, so that one look does not reach it.
  await others(t);
  let looks = 0;
  while ((probe?.writersOf([path], [], everybody) ?? []).length === 0) {
    looks += 1;
    assert.ok(looks < 10_000, "some process is never looked at");
  }
  assert.ok(looks > 0);
});

test("descendants of the likely processes are looked at first", onLinux, async (t) => {
  const path = join(temporary(t), "w") as AbsPath;
  const pid = await holding(t, `3>>'${path}'`);
  await others(t);
  const probe = openWriterProbe(systemClock, nobody, { ...unbounded, workMs: 0 });
  const found = probe?.writersOf([path], [pid], everybody) ?? [];
  assert.equal(found[0]?.lineage[0]?.pid, pid);
});

test(
  "who was seen to write nothing since then is not looked at, until it writes",
  onLinux,
  async (t) => {
    const path = join(temporary(t), "w") as AbsPath;
    const script = `exec 3>>'${path}'; echo open; while read line; do echo "$line" >&3; echo wrote; done`;
    const child = spawn("sh", ["-c", script], { stdio: ["pipe", "pipe", "inherit"] });
    const ended = once(child, "close");
    t.after(async () => {
      child.stdin.end();
      await ended;
    });
    await once(child.stdout, "data");
    let now = 1000;
    const clock = { ...systemClock, wall: () => now as WallMs };
    const probe = openWriterProbe(clock, nobody, unbounded);
    const count = (since: number) => probe?.writersOf([path], [], since as WallMs).length;
    assert.deepEqual(
      [count(1000), count(999), count(1000)],
      [1, 1, 0],
      "the first look is the first word",
    );
    now = 2000;
    child.stdin.write("a line\n");
    await once(child.stdout, "data");
    assert.deepEqual([count(1000), count(1000), count(2000)], [1, 1, 0]);
  },
);

test("more looks than may be made find nobody", onLinux, async (t) => {
  const path = join(temporary(t), "w") as AbsPath;
  await holding(t, `3>>'${path}'`);
  let now = 0;
  const clock = { ...systemClock, mono: () => now as MonoMs };
  const probe = openWriterProbe(clock, nobody, { ...unbounded, perSecond: 10, atOnce: 2 });
  const count = () => probe?.writersOf([path], [], everybody).length;
  assert.deepEqual([count(), count(), count()], [1, 1, 0]);
  now = 100;
  assert.deepEqual([count(), count()], [1, 0]);
});

test("launchers and shells of the hook's own command are not the agent", () => {
  assert.ok(isWrapper(["node", "/x/unf.js", "hook", "run", "codex"]));
  assert.ok(isWrapper(["/bin/sh", "-c", "command -v unf && unf hook run codex || true"]));
  assert.ok(!isWrapper(["claude", "-p", "explain unf hook run"]));
  assert.ok(!isWrapper(["bash", "-l"]));
  assert.ok(!isWrapper([]));
});
