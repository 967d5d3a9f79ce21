import assert from "node:assert/strict";
import { test } from "node:test";
import { Interrupted } from "../failure/interrupted.ts";
import type { World } from "../world/world.ts";
import { reading, type WaitWords } from "./wait-words.ts";
import { whileStepping, whileWaiting } from "./waiting.ts";

const words: WaitWords = {
  ...{ verb: "Doing", things: "things" },
  left: ({ isDaemons, after = "at once" }) => ({
    said: `interrupted ${after}${isDaemons ? "; the daemon goes on" : ""}`,
    hint: "again",
  }),
};

/** A world in which a signal comes when the test says so. */
function stage(running: "daemon" | "silent" | "nobody" = "nobody", servesAgent = false) {
  let tell: ((signal: "SIGINT") => void) | undefined;
  const daemon = running === "daemon" ? {} : undefined;
  const world = {
    ...{ servesAgent, env: {}, now: () => Date.now() },
    every: () => ({ [Symbol.dispose]: () => undefined }),
    // A turn of others comes at once, the end of a wait never.
    pause: (ms: number) => new Promise((resolve) => ms < 1000 && setImmediate(resolve)),
    stderr: { write: () => undefined },
    wiring: async () => ({
      homeDirectory: () => "/h",
      inspectRunning: () =>
        running === "silent" ? new Promise(() => undefined) : Promise.resolve({ daemon }),
    }),
    onEndAsked: (heard: typeof tell) => {
      tell = heard;
      return {
        [Symbol.dispose]: () => {
          tell = undefined;
        },
      };
    },
  } as unknown as World;
  return {
    call: { world, terminal: { mayAnimate: false } as never },
    interrupt: () => tell?.("SIGINT"),
    isHeard: () => tell !== undefined,
  };
}

const unanswered =
  "interrupted; the daemon gives no answer, so whether it does the work is not known";

const told = { phase: "scanning", files: 1200, recorded: 0, total: 5000 } as const;

test("a wait that comes to its end is what it waited for, and hears no signal any more", async () => {
  const { call, isHeard } = stage();
  const done = whileWaiting(call, words, async () => 3);
  assert.ok(isHeard());
  assert.equal(await done, 3);
  assert.ok(!isHeard());
});

test("a signal ends the wait with how far it was, and who goes on", async () => {
  for (const [running, said] of [
    ["nobody", "interrupted after 1 200 of 5 000 things"],
    ["daemon", "interrupted after 1 200 of 5 000 things; the daemon goes on"],
    ["silent", "interrupted after 1 200 of 5 000 things; the daemon goes on"],
  ] as const) {
    const { call, interrupt, isHeard } = stage(running);
    const waiting = whileWaiting(call, words, (onProgress) => {
      onProgress(told);
      interrupt();
      return new Promise<never>(() => undefined);
    });
    await assert.rejects(waiting, (thrown) => {
      assert.ok(thrown instanceof Interrupted);
      assert.deepEqual([thrown.message, thrown.exit], [said, 130]);
      return true;
    });
    assert.ok(!isHeard());
  }
});

test("of a daemon that never told anything nor answers nobody knows what it does", async () => {
  const { call, interrupt } = stage("silent");
  const waiting = whileWaiting(call, words, () => {
    interrupt();
    return new Promise<never>(() => undefined);
  });
  await assert.rejects(waiting, { message: unanswered });
});

test("work that fails after it was left fails for nobody", async () => {
  const { call, interrupt } = stage();
  const { promise, reject } = Promise.withResolvers<never>();
  const waiting = whileWaiting(call, words, () => {
    interrupt();
    return promise;
  });
  await assert.rejects(waiting, /interrupted at once/);
  reject(new Error("too late"));
  await new Promise((resolve) => setImmediate(resolve));
});

test("a command of an agent is not ended by a signal", async () => {
  const { call, isHeard } = stage("nobody", true);
  await whileWaiting(call, words, async () => assert.ok(!isHeard()));
  await whileStepping(call, words, async () => assert.ok(!isHeard()));
});

test("between steps others have a turn, and a signal ends the work there", async () => {
  const { call, interrupt } = stage();
  let now = 0;
  const world = { ...call.world, now: () => now as never };
  const seen: number[] = [];
  const work = whileStepping({ ...call, world }, words, async (step) => {
    for (let count = 1; ; count += 1) {
      seen.push(count);
      now += 20;
      if (count === 4) interrupt();
      await step(10);
    }
  });
  await assert.rejects(work, /interrupted after 60 things$/);
  assert.deepEqual(seen, [1, 2, 3, 4, 5, 6]);
});

test("a failure after a signal is the signal's doing, any other stays itself", async () => {
  const { call, interrupt } = stage();
  const failing = (isAsked: boolean) =>
    whileStepping(call, reading("Reading", "files", "less"), async () => {
      if (isAsked) interrupt();
      throw new Error("git failed");
    });
  await assert.rejects(failing(true), /interrupted; nothing was changed/);
  await assert.rejects(failing(false), /git failed/);
});
