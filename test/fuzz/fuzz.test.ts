import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { suite, test } from "node:test";
import { howMany, testSeed, until } from "../kit/index.ts";
import { followNaively } from "./naive.ts";
import { type BackendName, Recorder } from "./recorder.ts";
import { Writers } from "./writers.ts";

// A seed fixes what every writer does and how the daemon is disturbed, not how processes interleave:
// a failure may need repetitions. As many as there is time for:
// UNF_FUZZ_SEEDS=1000 UNF_FUZZ_OPS=18000 npx node --test test/fuzz/fuzz.test.ts
const seeds = howMany("UNF_FUZZ_SEEDS", { short: 4, long: 40 });
const operations = howMany("UNF_FUZZ_OPS", { short: 3000, long: 5000 });
const onLinux = { skip: process.platform === "linux" ? false : "both backends are Linux's" };
const shownMax = 20;
/** So few that they cannot make the recorder sweep everything. */
const gentleOperations = 60;
/** A bare backend needs no more to go wrong. */
const nakedOperations = 600;

// Of four seeds in a row each kind of disturbance comes once; of eight, once with each backend.
const backends = ["inotify", "directory"] as const;
const disturbances = ["paused", "overflowed", "undisturbed", "killed"] as const;

const firstSeed = testSeed();

suite("random operations", { concurrency: 3 }, () => {
  for (let seed = firstSeed; seed < firstSeed + seeds; seed += 1) {
    const backend = pickBackend(seed);
    const disturbance = disturbances[seed % disturbances.length] ?? "undisturbed";
    const claim = `seed ${seed}: after ${operations} operations timeline and disk are equal`;
    test(`${claim} (${backend}, daemon ${disturbance})`, onLinux, async (context) => {
      await using recorder = await Recorder.start(backend);
      context.diagnostic(await storm(recorder, seed, disturbance));
      await expectCaughtUp(recorder, seed, "after the storm");
      using gentle = new Writers(recorder.base, seed, gentleOperations, "gentle");
      await gentle.end();
      await expectCaughtUp(recorder, seed, "after a few more");
      await recorder.flush();
      await expectEqual(recorder, seed, { pattern: "random operations", when: "after a flush" });
      // Only the kernel itself says it for certain; the other backend has to guess. A daemon that was
      // stopped for so long that the sentinel took it for dead never came to hear of it.
      if (disturbance === "overflowed" && backend === "inotify")
        assert.ok(
          recorder.gaps().some(({ reason }) => reason === "overflow" || reason === "daemon_away"),
          "the queue ran over",
        );
      context.diagnostic(recorder.summary());
    });
  }
});

test(
  "what lay still while the daemon was away is recorded, and the gap is said",
  onLinux,
  async () => {
    const seed = firstSeed;
    await using recorder = await Recorder.start(pickBackend(seed));
    using writers = new Writers(recorder.base, seed, operations);
    await writers.reach(0.5);
    await recorder.kill();
    await writers.end();
    // Nobody but the sentinel starts it again.
    await recorder.flush();
    await expectEqual(recorder, seed, { pattern: "what lay still", when: "after a flush" });
    const gap = await until("the gap is closed", () =>
      recorder.gaps().find(({ reason, closedAt }) => reason === "daemon_away" && closedAt !== null),
    );
    assert.ok(gap.to > gap.from && gap.closedBy === "sweep", JSON.stringify(gap));
  },
);

for (const backend of backends) {
  test(`such operations are too much for a bare ${backend} backend`, onLinux, async (context) => {
    const missed: number[] = [];
    for (let seed = firstSeed; seed < firstSeed + 2; seed += 1) {
      missed.push((await followNaively(backend, seed, nakedOperations)).length);
    }
    context.diagnostic(`differences of a consumer that never sweeps: ${missed.join(", ")}`);
    assert.ok(Math.max(...missed) > 0, "these seeds would not show a miss");
  });
}

async function storm(
  recorder: Recorder,
  seed: number,
  disturbance: (typeof disturbances)[number],
): Promise<string> {
  using writers = new Writers(recorder.base, seed, operations);
  await writers.reach(0.3);
  if (disturbance === "paused") await recorder.pausedWhile(() => writers.reach(0.4));
  if (disturbance === "overflowed") {
    await recorder.pausedWhile(async () => {
      await writers.reach(0.5);
      floodQueue(recorder.root);
      await writers.reach(1);
    });
  }
  if (disturbance === "killed") {
    await recorder.kill();
    await recorder.startAgain();
  }
  return await writers.end();
}

/** The kernel keeps 16,384 events for a process that does not read. Each of these files makes three. */
const floodFiles = 6000;

/** Fills the queue of a stopped daemon: whatever is done after that, it is never told of. */
function floodQueue(root: string): void {
  const flood = join(root, "flood");
  for (let n = 0; n < floodFiles; n += 1) {
    writeFileSync(`${flood}-${n}`, "");
    rmSync(`${flood}-${n}`);
  }
}

/** Nobody asks the daemon for anything: events, and the sweeps they lead to, must be enough. */
async function expectCaughtUp(recorder: Recorder, seed: number, when: string): Promise<void> {
  if (await recorder.catchUp()) return;
  await expectEqual(recorder, seed, { pattern: "random operations", when: `${when}, unasked` });
}

function pickBackend(seed: number): BackendName {
  return backends[(seed + 1 + Math.floor(seed / 4)) % backends.length] ?? "inotify";
}

async function expectEqual(
  recorder: Recorder,
  seed: number,
  { pattern, when }: { readonly pattern: string; readonly when: string },
): Promise<void> {
  const differences = await recorder.differences();
  if (differences.length === 0) return;
  const more = differences.length - shownMax;
  const shown = [...differences.slice(0, shownMax), ...(more > 0 ? [`and ${more} more`] : [])];
  const variables = `UNF_TEST_SEED=${seed} UNF_FUZZ_SEEDS=1 UNF_FUZZ_OPS=${operations}`;
  assert.fail(
    `${differences.length} differences ${when} (${recorder.summary()}):\n  ${shown.join("\n  ")}\n` +
      `again: ${variables} npx node --test --test-name-pattern="${pattern}" test/fuzz/fuzz.test.ts`,
  );
}
