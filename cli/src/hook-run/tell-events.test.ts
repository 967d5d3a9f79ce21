import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { type AbsPath, UnfError, type WallMs } from "@unf/core/base";
import type { AgentEvent } from "@unf/core/sessions";
import type { Client } from "@unf/protocol";
import { systemClock } from "@unf/system";
import { tellEvents } from "./tell-events.ts";

const stop: AgentEvent = {
  agent: "claude-code",
  session: "7f3a",
  at: 1 as WallMs,
  cwd: null,
  what: { kind: "stop" },
};

/** How many events a daemon took, and how many wait on disk, when the time for its greeting is over. */
async function tell(events: number, reached: Promise<Client | undefined>, takes = events) {
  const home = mkdtempSync(join(tmpdir(), "unf-tell-")) as AbsPath;
  try {
    taken = 0;
    takesMax = takes;
    await tellEvents(home, Array(events).fill(stop), systemClock.mono(), { reached, held });
    const spool = join(home, "spool");
    return { taken, spooled: existsSync(spool) ? readdirSync(spool).length : 0 };
  } finally {
    rmSync(home, { recursive: true });
  }
}

let taken = 0;
let takesMax = 0;
let isCurious = false;
const held = () => ({ ...stop, what: { kind: "session_start" as const, holds: ["p1"] } });

/** A daemon that takes so many events and then is gone. */
const daemon = {
  call: async () => {
    if (taken === takesMax) throw new UnfError("daemon_unavailable", "gone");
    taken += 1;
    return isCurious ? { wants: "holds" } : {};
  },
  [Symbol.dispose]: () => undefined,
} as unknown as Client;

test("a daemon that has greeted is told, though the payload took all the time", async () => {
  assert.deepEqual(await tell(2, Promise.resolve(daemon)), { taken: 2, spooled: 0 });
});

test("one that does not greet is not waited for: everything waits on disk", async () => {
  const { promise } = Promise.withResolvers<undefined>();
  assert.deepEqual(await tell(2, promise), { taken: 0, spooled: 2 });
  assert.deepEqual(await tell(1, Promise.resolve(undefined)), { taken: 0, spooled: 1 });
});

test("a daemon that wants to know what the conversation holds is told", async () => {
  isCurious = true;
  try {
    assert.deepEqual(await tell(1, Promise.resolve(daemon), 2), { taken: 2, spooled: 0 });
    // It asks again at the next event: this one need not wait on disk.
    assert.deepEqual(await tell(1, Promise.resolve(daemon), 1), { taken: 1, spooled: 0 });
  } finally {
    isCurious = false;
  }
});

test("what a daemon that goes away did not take waits on disk", async () => {
  assert.deepEqual(await tell(3, Promise.resolve(daemon), 1), { taken: 1, spooled: 2 });
});
