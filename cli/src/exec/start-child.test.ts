import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { startChild } from "./start-child.ts";

const onUnix = { skip: process.platform === "win32" ? "needs signals" : false };

test(
  "a program that is not there, and one that may not be run, end as in a shell",
  onUnix,
  async () => {
    assert.deepEqual(await startChild(["/nowhere/x"], {}), {
      pid: undefined,
      exit: 127,
      why: "/nowhere/x: no such program",
    });
    const directory = await startChild(["/"], {});
    assert.equal(directory.pid === undefined && directory.exit, 126);
  },
);

test("the exit code and the variables are the program's", async () => {
  const script = "process.exit(process.env.UNF_SESSION === 's-1' ? 7 : 1)";
  const child = await startChild([process.execPath, "-e", script], { UNF_SESSION: "s-1" });
  assert.ok(child.pid !== undefined);
  assert.deepEqual(await child.ended, { code: 7 });
});

test("a signal to this process is the program's, and afterwards nobody's", onUnix, async () => {
  // The test runner's would end this process.
  const runners = process.listeners("SIGTERM");
  process.removeAllListeners("SIGTERM");
  const child = await startChild([process.execPath, "-e", "setInterval(() => 0, 1000)"], {});
  assert.ok(child.pid !== undefined);
  const told = once(process, "SIGTERM");
  process.kill(process.pid, "SIGTERM");
  await told;
  assert.deepEqual(await child.ended, { signal: "SIGTERM" });
  assert.equal(process.listenerCount("SIGTERM"), 0);
  for (const listener of runners) process.on("SIGTERM", listener);
});
