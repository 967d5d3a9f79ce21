import assert from "node:assert/strict";
import { test } from "node:test";
import type { MonoMs, ProjectId, WallMs } from "../base/brand.ts";
import { limits } from "../config/limits.ts";
import type { ChosenIntent } from "./choose-intent.ts";
import { addProject, emptyIntent, type Intent, quarantineProject, setRunning } from "./intent.ts";
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

/** A sentinel in a played world: each `look` is one round at the given second. */
class Sentinel {
  state: Supervision = freshSupervision;
  intent: ChosenIntent = wanted;

  look(atSecond: number, daemon: SeenDaemon, lastWords?: LastWords): string {
    const now = (atSecond * 1000) as MonoMs;
    const more = lastWords === undefined ? {} : { lastWords };
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

test("the limits fit together", () => {
  const { tickMs, answerMsMax, missesMax, termMsMax, backOffMs } = limits.sentinel;
  // A hung daemon is back within half a minute of the tick that finds it.
  assert.ok(answerMsMax * missesMax + termMsMax + backOffMs < 2 * tickMs);
  assert.ok(limits.sentinel.drainedMsMax > limits.daemon.drainMsMax);
});
