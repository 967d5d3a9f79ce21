import assert from "node:assert/strict";
import { test } from "node:test";
import type { BlobId, WallMs } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { RetentionPolicy } from "@unf/core/retention";
import type { HomeSize } from "@unf/core/storage";
import { type CapBounds, CapWatch } from "@unf/engine";
import { commit, recording } from "../conformance/timeline-rows.ts";
import { FakeClock } from "../kit/fake-clock.ts";
import { Stage } from "./stage.ts";

const hour = 3600_000;
const now = Date.UTC(2026, 10, 20, 12);
const policy: RetentionPolicy = {
  keepAllMs: 24 * hour,
  hourlyMs: 7 * 24 * hour,
  dailyMs: 30 * 24 * hour,
  weeklyMs: null,
  bringsBack: true,
};
const bytes = 1000;
const empty = { files: 0, bytes: 0 };

interface RecordMore {
  readonly settled?: boolean;
  readonly size?: number;
  /** When the last is recorded; a later call must not be for earlier times. */
  readonly end?: number;
}

/** A project of which each content takes its size, and a watch over it that is asked by hand. */
class Cap implements AsyncDisposable {
  readonly stage = new Stage({ clock: new FakeClock({ start: now }) });
  readonly watch: CapWatch;
  readonly logged: string[] = [];
  bounds: CapBounds = { capBytes: 100 * bytes, projectCapBytes: 0, policy, isAutomatic: true };
  agesFrom: WallMs | undefined;
  collected = 0;
  /** Bytes that were asked to be given back from the trash. */
  readonly emptied: number[] = [];
  onMeasure: () => void = () => undefined;
  /** Bytes that do not thin: rescues, damage, logs. */
  untouchable = 0;
  /** All other bytes. */
  rest = 0;
  #count = 0;

  constructor() {
    const note = (event: string) => void this.logged.push(event);
    this.watch = new CapWatch({
      clock: this.stage.clock,
      log: { debug: note, info: note, warn: note, error: note },
      bounds: () => this.bounds,
      agesFrom: () => this.agesFrom ?? this.stage.clock.wall(),
      measure: async () => this.#measure(),
      eachProject: (work) => work(this.stage.project),
      readSizes: async () => (_, size) => size,
      collect: async () => {
        this.collected += 1;
      },
      emptyOldest: async (wanted) => void this.emptied.push(wanted),
    });
  }

  /** Versions of a file, one each so many ms up to now. */
  record(path: string, count: number, everyMs: number, more: RecordMore = {}): void {
    const { settled = true, size = bytes, end = now } = more;
    const rows = Array.from({ length: count }, (_, index) => {
      this.#count += 1;
      const hash = this.#count.toString(16).padStart(8, "0").repeat(8) as BlobId;
      const at = (end - (count - 1 - index) * everyMs) as WallMs;
      return recording(path, { hash, bytes: size, at, settled });
    });
    commit(this.stage.timeline, ...rows);
  }

  async look(isLow = false, missingBytes = 0): Promise<void> {
    this.watch.look({ isLow, missingBytes });
    await this.watch.idle;
  }

  get versions(): number {
    return this.stage.timeline.facts().snapshots;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.watch.idle;
    await this.stage[Symbol.asyncDispose]();
  }

  #measure(): HomeSize {
    this.onMeasure();
    const { contentBytes } = this.stage.timeline.facts();
    return {
      objects: { files: 1, bytes: contentBytes },
      packs: { files: 1, bytes: this.rest },
      trash: { files: 1, bytes: this.untouchable },
      timelines: empty,
      backups: { files: 1, bytes: this.untouchable },
      rescues: { files: 1, bytes: this.untouchable },
      logs: { files: 1, bytes: this.untouchable },
      other: { files: 1, bytes: this.untouchable },
      projectBytes: new Map(),
    };
  }
}

test("below the cap nothing is thinned, and a person is warned from 80 % on", async () => {
  await using cap = new Cap();
  cap.record("a", 79, 24 * hour);
  await cap.look();
  assert.deepEqual([cap.watch.facts.level, cap.versions, cap.collected], ["good", 79, 0]);
  cap.untouchable = 50 * bytes;
  cap.rest = 5 * bytes;
  await cap.stage.clock.advance(limits.cap.measureMs);
  await cap.look();
  assert.deepEqual(
    [cap.watch.facts.level, cap.versions],
    ["near", 79],
    "what cannot thin is no history",
  );
  assert.equal(cap.watch.facts.usedBytes, 84 * bytes);
});

test("at the cap the oldest of what takes most goes, until there is room, and the prunings say why", async () => {
  await using cap = new Cap();
  // A version a day, and those of the last hours.
  cap.record("a", 120, 24 * hour);
  cap.record("b", 20, 1000);
  await cap.look();
  const { level, usedBytes = 0, isHelpless } = cap.watch.facts;
  assert.notEqual(level, "full");
  assert.equal(isHelpless, false);
  assert.ok(usedBytes <= 90 * bytes && usedBytes > 20 * bytes, String(usedBytes));
  assert.ok(cap.collected >= 1);
  const left = cap.stage.rows();
  assert.equal(left.filter(({ path }) => path === "b").length, 20, "the young stay");
  assert.equal(left.findLast(({ path }) => path === "a")?.at, now, "the newest stays");
  assert.deepEqual([...new Set(cap.stage.timeline.prunings().map(({ cause }) => cause))], ["cap"]);
  assert.ok(cap.logged.indexOf("cap.plan") >= 0, "it is said before");
  assert.ok(cap.logged.indexOf("cap.plan") < cap.logged.indexOf("cap.thinned"));
  assert.equal(cap.watch.facts.relieved?.charged[0]?.path, "a");
});

test("younger versions go earlier when that is not enough, but never those of the last hour", async () => {
  await using cap = new Cap();
  cap.record("a", 60, 20 * 60_000);
  cap.record("b", 60, 60_000);
  cap.rest = 20 * bytes;
  await cap.look();
  assert.ok((cap.watch.facts.usedBytes ?? 0) < 100 * bytes, String(cap.watch.facts.usedBytes));
  const young = cap.stage.rows("b").filter(({ at }) => at > now - hour);
  assert.equal(young.length, 60);
});

test("by a clock that is years ahead nothing is older at the cap than ages are counted", async () => {
  await using cap = new Cap();
  cap.record("a", 60, 20 * 60_000);
  cap.record("b", 60, 60_000);
  cap.agesFrom = now as WallMs;
  cap.stage.clock.jump(10 * 365 * 24 * hour);
  await cap.look();
  assert.equal(cap.stage.rows("b").filter(({ at }) => at > now - hour).length, 60);
});

test("where nothing can go, recording goes on, loudly, and it is tried again an hour later", async () => {
  await using cap = new Cap();
  for (let n = 0; n < 120; n += 1) cap.record(`file-${n}`, 1, hour);
  await cap.look();
  assert.deepEqual(
    [cap.watch.facts.level, cap.watch.facts.isHelpless, cap.versions],
    ["full", true, 120],
  );
  const tries = () => cap.logged.filter((event) => event === "cap.exceeded").length;
  assert.equal(tries(), 1);
  const { measuredAt } = cap.watch.facts;
  await cap.stage.clock.advance(limits.cap.hurriedMs);
  await cap.look();
  assert.equal(cap.watch.facts.measuredAt, measuredAt, "nor is the store walked every minute");
  await cap.stage.clock.advance(limits.cap.measureMs);
  await cap.look();
  assert.equal(tries(), 1, "not again at once");
  await cap.stage.clock.advance(limits.cap.retryMs);
  await cap.look();
  assert.equal(tries(), 2);
  cap.bounds = { ...cap.bounds, capBytes: 1000 * bytes };
  await cap.stage.clock.advance(limits.cap.measureMs);
  await cap.look();
  assert.deepEqual([cap.watch.facts.level, cap.watch.facts.isHelpless], ["good", false]);
});

test("history is not touched when that cannot cover the excess, and what takes most is named", async () => {
  await using cap = new Cap();
  cap.record("innocent", 48, 24 * hour, { end: now - hour });
  cap.record("hot.log", 60, 1000);
  cap.rest = 60 * bytes;
  await cap.look();
  const { isHelpless, culprits } = cap.watch.facts;
  assert.deepEqual([isHelpless, cap.versions, cap.collected], [true, 108, 0]);
  assert.deepEqual(
    culprits.map(({ path, bytes: size }) => [path, size]),
    [
      ["hot.log", 60 * bytes],
      ["innocent", 48 * bytes],
    ],
  );
  assert.ok(cap.logged.includes("cap.exceeded"));
});

test("the file that grew pays, and a small history beside it keeps every version", async () => {
  await using cap = new Cap();
  cap.record("innocent", 48, 2 * hour, { size: bytes / 50, end: now - 10 * hour });
  cap.record("hot.log", 110, 5 * 60_000);
  await cap.look();
  assert.equal(cap.stage.rows("innocent").length, 48);
  assert.ok(cap.stage.rows("hot.log").length < 95);
  assert.ok((cap.watch.facts.usedBytes ?? 0) <= 90 * bytes);
});

test("an excess that the disk has not given back yet is charged once", async () => {
  await using cap = new Cap();
  cap.record("a", 110, hour);
  // As of packs: what went is on the disk until they are written anew.
  const packed = cap.stage.timeline.facts().contentBytes;
  cap.onMeasure = () => {
    cap.rest = packed - cap.stage.timeline.facts().contentBytes;
  };
  await cap.look();
  const { versions } = cap;
  assert.ok(versions < 110);
  assert.deepEqual([cap.watch.facts.level, cap.watch.facts.isHelpless], ["near", false]);
  await cap.stage.clock.advance(2 * limits.cap.retryMs);
  await cap.look();
  assert.equal(cap.versions, versions);
});

test("where history does not thin by itself, the cap only says so", async () => {
  await using cap = new Cap();
  cap.bounds = { ...cap.bounds, isAutomatic: false };
  cap.record("a", 200, 24 * hour);
  await cap.look();
  assert.deepEqual([cap.versions, cap.watch.facts.isHelpless], [200, true]);
});

test("what was written since is measured soon when there may be no room for it", async () => {
  await using cap = new Cap();
  cap.record("a", 50, hour);
  await cap.look();
  cap.record("b", 60, hour);
  await cap.stage.clock.advance(limits.cap.hurriedMs);
  await cap.look();
  assert.equal(cap.watch.facts.usedBytes, 50 * bytes);
  cap.watch.noteWritten(60 * bytes);
  await cap.look();
  assert.notEqual(cap.watch.facts.usedBytes, 50 * bytes);
});

test("a disk that becomes low has history thinned by the policy once, and again only after it was not", async () => {
  await using cap = new Cap();
  cap.record("a", 30, 12 * hour, { settled: false });
  await cap.look();
  const before = cap.versions;
  await cap.look(true);
  assert.equal(cap.collected, 1);
  assert.ok(cap.versions < before, "interim versions older than the policy keeps them are gone");
  await cap.look(true);
  assert.equal(cap.collected, 1);
  await cap.look(false);
  await cap.look(true);
  assert.equal(cap.collected, 2);
});

test("a disk that is short has the oldest trash go, as much as it needs, and no history", async () => {
  await using cap = new Cap();
  cap.record("a", 30, hour);
  await cap.look(true, 7 * bytes);
  assert.deepEqual(cap.emptied, [7 * bytes]);
  await cap.look(true, 7 * bytes);
  assert.deepEqual(cap.emptied, [7 * bytes], "once for each time");
});

test("a project beyond its own cap is thinned, whatever the store has left", async () => {
  await using cap = new Cap();
  cap.record("a", 90, 24 * hour);
  const { timelineBytes } = cap.stage.timeline.facts();
  cap.bounds = { ...cap.bounds, projectCapBytes: timelineBytes + 60 * bytes };
  await cap.look();
  assert.ok(cap.stage.timeline.facts().contentBytes <= 60 * bytes);
});

test("versions stamped in the future by a clock that was ahead get older like others", async () => {
  await using cap = new Cap();
  const ahead = now + 365 * 24 * hour;
  cap.record("a", 100, 60_000, { end: ahead });
  // Set right: what is recorded now is stamped behind those, with how far the clock was.
  cap.record("b", 1, 1, { end: now - 30 * 24 * hour });
  cap.record("c", 9, 60_000, { end: now - 29 * 24 * hour });
  await cap.look();
  assert.deepEqual([cap.watch.facts.isHelpless, cap.watch.facts.level], [false, "near"]);
  assert.ok(cap.stage.rows("a").length < 100);
});
