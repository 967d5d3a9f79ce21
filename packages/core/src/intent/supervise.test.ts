import assert from "node:assert/strict";
import { test } from "node:test";
import type { MonoMs, ProjectId, WallMs } from "../base/brand.ts";
import { limits } from "../config/limits.ts";
import type { ChosenIntent } from "./choose-intent.ts";
import { addProject, emptyIntent, type Intent, quarantineProject, setRunning } from "./intent.ts";
import { judgeSilence } from "./judge-silence.ts";
import { stepSupervision } from "./supervise.ts";
import {
  freshSupervision,
  type LastWords,
  type SeenDaemon,
  type Supervision,
} from "./supervision.ts";

const shop = "3c1e00000000000f" as ProjectId;
const api = "aaaa00000000000f" as ProjectId;
const running: Intent = [shop, api].reduce(
  (intent, id, index) =>
    addProject(intent, {
      id,
      root: `/p${index}` as never,
      addedAt: 0 as WallMs,
      options: {},
    }),
  setRunning(emptyIntent, true),
);
const wanted: ChosenIntent = { kind: "known", intent: running };
const notWanted: ChosenIntent = { kind: "known", intent: setRunning(running, false) };

const absent: SeenDaemon = { kind: "absent" };
const answering = (pid: number): SeenDaemon => ({ kind: "answering", pid });
const silent = (pid: number): SeenDaemon => ({ kind: "silent", pid });
const occupied: SeenDaemon = { kind: "occupied", pid: 99 };

/** A sentinel in a played world: each `look` is one round at the given second. */
class Sentinel {
  state: Supervision = freshSupervision;
  intent: ChosenIntent = wanted;

  look(atSecond: number, daemon: SeenDaemon, lastWords?: LastWords, code?: number): string {
    const now = (atSecond * 1000) as MonoMs;
    const more = {
      ...(lastWords === undefined ? {} : { lastWords }),
      ...(code === undefined ? {} : { exit: { code } }),
    };
    const { state, action } = stepSupervision(this.state, {
      now,
      intent: this.intent,
      daemon,
      ...more,
    });
    this.state = state;
    switch (action.kind) {
      case "none":
        return `none ${action.reason}`;
      case "wait":
        return `wait ${action.reason} ${action.until / 1000}`;
      case "start":
        return ["start", ...(action.safe ? ["safe"] : []), ...action.quarantine].join(" ");
      case "signal":
        return `${action.signal} ${action.pid} ${action.reason}`;
    }
  }

  /** Lets the daemon crash `times` times, each at once after its start; the seconds of the starts. */
  crashAgain(times: number, from: number, words: LastWords = { cause: "crash" }): number[] {
    const starts: number[] = [];
    let at = from;
    for (let index = 0; index < times; index += 1) {
      assert.match(this.look(at, absent), /^start/);
      starts.push(at);
      const next = this.look(at, absent, words);
      at = Number(/\d+$/.exec(next)?.[0]);
    }
    return starts;
  }
}

test("a wanted daemon that is not there is started at once, and left alone when it answers", () => {
  const sentinel = new Sentinel();
  assert.equal(sentinel.look(0, absent), "start");
  assert.equal(sentinel.look(1, silent(7)), "wait starting 30");
  assert.equal(sentinel.look(2, answering(7)), "none healthy");
  assert.equal(sentinel.look(17, answering(7)), "none healthy");
});

test("a daemon that someone else started is watched like an own one", () => {
  const sentinel = new Sentinel();
  assert.equal(sentinel.look(0, answering(7)), "none healthy");
  assert.equal(sentinel.look(15, absent, { cause: "crash" }), "wait back_off 16");
  assert.equal(sentinel.look(16, absent), "start");
});

test("each crash doubles the wait, up to five, which are a crash loop", () => {
  const sentinel = new Sentinel();
  assert.deepEqual(sentinel.crashAgain(5, 0), [0, 1, 3, 7, 15]);
  assert.equal(sentinel.state.safe, true);
  assert.equal(sentinel.look(20, absent), "wait safe_mode 315");
  assert.equal(sentinel.look(315, absent), "start safe");
  assert.equal(sentinel.look(316, absent), "wait safe_mode 616");
});

test("crashes that lie further apart than the window are no crash loop", () => {
  const sentinel = new Sentinel();
  for (let index = 0; index < 8; index += 1) {
    const at = index * 200;
    assert.match(sentinel.look(at, absent), /^start$/);
    assert.equal(sentinel.look(at + 10, answering(index + 1)), "none healthy");
    assert.match(sentinel.look(at + 11, absent, { cause: "crash" }), /^wait back_off/);
  }
});

test("ten healthy minutes make earlier crashes history, and end safe mode with the next start", () => {
  const sentinel = new Sentinel();
  sentinel.crashAgain(5, 0);
  assert.equal(sentinel.look(315, absent), "start safe");
  assert.equal(sentinel.look(316, answering(7)), "none healthy");
  assert.equal(sentinel.look(915, answering(7)), "none healthy");
  assert.equal(sentinel.state.safe, true);
  assert.equal(sentinel.look(916, answering(7)), "none healthy");
  assert.equal(sentinel.state.safe, false);
  assert.equal(sentinel.look(930, absent, { cause: "crash" }), "wait back_off 931");
  assert.equal(sentinel.look(931, absent), "start");
});

test("a daemon that stops answering is asked to end, then killed, then started again", () => {
  const sentinel = new Sentinel();
  sentinel.look(0, answering(7));
  assert.equal(sentinel.look(18, silent(7)), "wait missed 18");
  assert.equal(sentinel.look(21, silent(7)), "SIGTERM 7 hung");
  assert.equal(sentinel.look(22, silent(7)), "wait stopping 26");
  assert.equal(sentinel.look(26, silent(7)), "SIGKILL 7 hung");
  assert.equal(sentinel.look(27, silent(7)), "wait stopping 31");
  assert.equal(sentinel.look(31, silent(7)), "SIGKILL 7 hung");
  assert.equal(sentinel.look(32, absent), "wait back_off 33");
  assert.equal(sentinel.look(33, absent), "start");
});

test("a single missed answer is forgiven", () => {
  const sentinel = new Sentinel();
  sentinel.look(0, answering(7));
  for (const at of [20, 40, 60]) {
    assert.equal(sentinel.look(at, silent(7)), `wait missed ${at}`);
    assert.equal(sentinel.look(at + 3, answering(7)), "none healthy");
  }
});

test("a daemon that never answers after its start is hung when its time is over", () => {
  const sentinel = new Sentinel();
  sentinel.look(0, absent);
  assert.equal(sentinel.look(29.9, silent(7)), "wait starting 30");
  assert.equal(sentinel.look(30, silent(7)), "wait missed 30");
  assert.equal(sentinel.look(33, silent(7)), "SIGTERM 7 hung");
});

test("a restart that a person asked for is no failure", () => {
  const sentinel = new Sentinel();
  sentinel.crashAgain(4, 0);
  assert.equal(sentinel.look(15, absent), "start");
  sentinel.look(16, answering(7));
  assert.equal(sentinel.look(40, absent, { cause: "restart" }), "start");
  assert.equal(sentinel.state.failures, 0);
  assert.equal(sentinel.look(40.2, absent, { cause: "restart" }), "wait back_off 41");
});

test("an end that someone else ordered is answered with back-off but never with safe mode", () => {
  const sentinel = new Sentinel();
  const starts = sentinel.crashAgain(12, 0, { cause: "stop" });
  assert.deepEqual(starts, [0, 1, 3, 7, 15, 31, 63, 127, 255, 511, 811, 1111]);
  assert.equal(sentinel.state.safe, false);
});

test("what is not wanted is ended with time to drain, and not started", () => {
  const sentinel = new Sentinel();
  sentinel.look(0, answering(7));
  sentinel.intent = notWanted;
  assert.equal(sentinel.look(15, answering(7)), "SIGTERM 7 not_wanted");
  assert.equal(sentinel.look(21, answering(7)), "wait stopping 25");
  assert.equal(sentinel.look(25, answering(7)), "SIGKILL 7 not_wanted");
  assert.equal(sentinel.look(26, absent), "none not_wanted");
  sentinel.intent = wanted;
  assert.equal(sentinel.look(27, absent), "start");
});

test("a daemon that was wanted again while it ended is started without penalty", () => {
  const sentinel = new Sentinel();
  sentinel.look(0, answering(7));
  sentinel.intent = notWanted;
  sentinel.look(15, answering(7));
  sentinel.intent = wanted;
  assert.equal(sentinel.look(16, answering(7)), "wait stopping 25");
  assert.equal(sentinel.look(17, absent), "start");
});

test("an intent nobody can read keeps recording going", () => {
  const sentinel = new Sentinel();
  sentinel.intent = { kind: "unknown", why: "damaged" };
  assert.equal(sentinel.look(0, absent), "start");
  assert.equal(sentinel.look(1, answering(7)), "none healthy");
});

test("an intent of a later version is left to that version", () => {
  const sentinel = new Sentinel();
  sentinel.intent = { kind: "newer", format: 2 };
  for (const daemon of [absent, silent(7), answering(7)]) {
    assert.equal(sentinel.look(0, daemon), "none newer_intent");
  }
});

test("a project that three crashes name is left out from then on, the others are not", () => {
  const sentinel = new Sentinel();
  sentinel.crashAgain(1, 0, { cause: "crash", project: api });
  sentinel.crashAgain(2, 1, { cause: "crash", project: shop });
  assert.equal(sentinel.look(7, absent), "start");
  sentinel.look(7, absent, { cause: "crash", project: shop });
  assert.equal(sentinel.look(15, absent), `start ${shop}`);
  const quarantined = quarantineProject(running, shop, { since: 0 as WallMs, reason: "crashed" });
  sentinel.intent = { kind: "known", intent: quarantined };
  sentinel.look(16, answering(7));
  assert.equal(sentinel.look(20, absent, { cause: "restart" }), "start");
});

test("a project that was taken back in is left out again after one crash that names it", () => {
  const sentinel = new Sentinel();
  const projects = running.projects.map((one) =>
    one.id === shop ? { ...one, trial: { since: 0 as WallMs, count: 1 } } : one,
  );
  sentinel.intent = { kind: "known", intent: { ...running, projects } };
  sentinel.crashAgain(1, 0, { cause: "crash", project: api });
  assert.equal(sentinel.look(1, absent), "start");
  sentinel.look(2, absent, { cause: "crash", project: shop });
  assert.equal(sentinel.look(10, absent), `start ${shop}`);
});

test("a daemon that works by an older intent is told once to read it again", () => {
  const sentinel = new Sentinel();
  const old: SeenDaemon = { kind: "answering", pid: 7, generation: running.generation - 1 };
  const current: SeenDaemon = { kind: "answering", pid: 7, generation: running.generation };
  assert.equal(sentinel.look(0, old), "SIGHUP 7 intent_changed");
  assert.equal(sentinel.look(15, old), "none healthy");
  assert.equal(sentinel.look(30, current), "none healthy");
  sentinel.intent = { kind: "known", intent: { ...running, generation: running.generation + 1 } };
  assert.equal(sentinel.look(45, current), "SIGHUP 7 intent_changed");
  assert.equal(sentinel.look(60, { ...old, pid: 8 }), "SIGHUP 8 intent_changed");
});

test("a daemon that another replaced is judged by what it left behind", () => {
  const sentinel = new Sentinel();
  sentinel.look(0, answering(7));
  assert.equal(sentinel.look(15, answering(8)), "none healthy");
  assert.equal(sentinel.state.failures, 0);
  assert.equal(sentinel.look(30, answering(9), { cause: "crash" }), "none healthy");
  assert.equal(sentinel.state.failures, 1);
  assert.equal(sentinel.look(45, silent(10)), "wait starting 75");
});

test("a command that has the daemon's place is waited for, and the daemon is started at once after it", () => {
  const sentinel = new Sentinel();
  sentinel.look(0, answering(7));
  // The daemon was killed, and that is one crash; what follows is none.
  assert.equal(sentinel.look(15, occupied), "wait occupied 15.5");
  for (let at = 16; at < 3600; at += 1) {
    assert.equal(sentinel.look(at, occupied), `wait occupied ${at + 0.5}`);
  }
  assert.equal(sentinel.state.failures, 1);
  assert.equal(sentinel.look(3600, absent), "start");
  assert.equal(sentinel.state.safe, false);
});

test("a daemon that was started and finds its place taken is no crash, however often", () => {
  const sentinel = new Sentinel();
  for (let round = 0; round < 12; round += 1) {
    assert.equal(sentinel.look(round * 10, absent), "start");
    assert.equal(sentinel.look(round * 10 + 1, occupied), `wait occupied ${round * 10 + 1.5}`);
    assert.equal(
      sentinel.look(round * 10 + 5, occupied, undefined, 6),
      `wait occupied ${round * 10 + 5.5}`,
    );
  }
  assert.deepEqual([sentinel.state.failures, sentinel.state.crashes], [0, []]);
});

test("a command in the daemon's place is not ended when nothing is wanted", () => {
  const sentinel = new Sentinel();
  sentinel.intent = notWanted;
  assert.equal(sentinel.look(0, occupied), "none not_wanted");
});

test("an end that the daemon gave notice of never leads to safe mode, nor to a long wait where it says why", () => {
  for (const [code, last] of [
    [0, 300],
    [1, 30],
  ] as const) {
    const sentinel = new Sentinel();
    let at = 0;
    let wait = 0;
    for (let round = 0; round < 12; round += 1) {
      assert.equal(sentinel.look(at, absent), "start");
      const next = sentinel.look(at, absent, undefined, code);
      wait = Number(/[\d.]+$/.exec(next)?.[0]) - at;
      at += wait;
    }
    assert.deepEqual([sentinel.state.safe, sentinel.state.crashes, wait], [false, [], last]);
  }
});

test("an end by a signal, or with the exit code of a bug, is a crash", () => {
  for (const code of [null, 70]) {
    const sentinel = new Sentinel();
    sentinel.look(0, absent);
    sentinel.look(1, answering(7));
    const more = { intent: wanted, daemon: absent, exit: { code } };
    const { state } = stepSupervision(sentinel.state, { now: 2000 as MonoMs, ...more });
    assert.equal(state.crashes.length, 1);
  }
});

test("a daemon that waits for the disk is never ended, one at announced work not for ten minutes", () => {
  const blocked: SeenDaemon = { kind: "silent", pid: 7, work: "blocked" };
  const announced: SeenDaemon = { kind: "silent", pid: 7, work: "announced" };
  const sentinel = new Sentinel();
  sentinel.look(0, answering(7));
  for (let at = 10; at < 7200; at += 15) {
    assert.equal(sentinel.look(at, blocked), `wait working ${at + 15}`);
  }
  sentinel.look(7200, answering(7));
  assert.equal(sentinel.look(7210, announced), "wait working 7225");
  assert.equal(sentinel.look(7809, announced), "wait working 7824");
  assert.equal(sentinel.look(7810, announced), "wait missed 7810");
  assert.equal(sentinel.look(7813, announced), "SIGTERM 7 hung");
});

test("what explains a silence: a wait for the disk, or work that was announced; being stopped does not", () => {
  for (const isAnnounced of [true, false]) {
    for (const isFlushing of [true, false]) {
      const more = { isFlushing, isAnnounced };
      assert.equal(judgeSilence({ state: "D", ...more }), "blocked");
      assert.equal(judgeSilence({ state: "T", ...more }), undefined);
      assert.equal(judgeSilence({ state: "t", ...more }), undefined);
      const other = isFlushing ? "blocked" : isAnnounced ? "announced" : undefined;
      for (const state of ["R", "S", undefined]) {
        assert.equal(judgeSilence({ state, ...more }), other);
      }
    }
  }
});

test("the limits fit together", () => {
  const { tickMs, answerMsMax, missesMax, termMsMax, backOffMs } = limits.sentinel;
  // A hung daemon is back within half a minute of the tick that finds it.
  assert.ok(answerMsMax * missesMax + termMsMax + backOffMs < 2 * tickMs);
  assert.ok(limits.sentinel.drainedMsMax > limits.daemon.drainMsMax);
});
