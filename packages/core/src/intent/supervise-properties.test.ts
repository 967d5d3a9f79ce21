import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { MonoMs, ProjectId } from "../base/brand.ts";
import { limits } from "../config/limits.ts";
import type { ChosenIntent } from "./choose-intent.ts";
import { backOffAfter } from "./daemon-end.ts";
import { emptyIntent, setRunning } from "./intent.ts";
import { stepSupervision } from "./supervise.ts";
import {
  freshSupervision,
  type LastWords,
  type SeenDaemon,
  type SupervisionAction,
} from "./supervision.ts";

const { backOffMs, backOffMsMax, termMsMax } = limits.sentinel;

const intents: readonly ChosenIntent[] = [
  { kind: "known", intent: setRunning(emptyIntent, true) },
  { kind: "known", intent: setRunning(emptyIntent, true) },
  { kind: "known", intent: emptyIntent },
  { kind: "unknown", why: "damaged" },
  { kind: "newer", format: 2 },
];

interface Round {
  readonly now: MonoMs;
  readonly intent: ChosenIntent;
  readonly daemon: SeenDaemon;
  readonly action: SupervisionAction;
  readonly safe: boolean;
}

const pid = fc.integer({ min: 1, max: 3 });
const daemons: fc.Arbitrary<SeenDaemon> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<SeenDaemon>({ kind: "absent" }) },
  { weight: 2, arbitrary: pid.map((pid): SeenDaemon => ({ kind: "silent", pid })) },
  { weight: 1, arbitrary: fc.constant<SeenDaemon>({ kind: "occupied", pid: 9 }) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(pid, fc.constantFrom("blocked", "announced"))
      .map(([pid, work]): SeenDaemon => ({ kind: "silent", pid, work })),
  },
  {
    weight: 2,
    arbitrary: pid.map((pid): SeenDaemon => ({ kind: "answering", pid, generation: pid })),
  },
);
const words = fc.option(
  fc.record({
    cause: fc.constantFrom<LastWords["cause"]>("crash", "crash", "stop", "restart"),
    project: fc.constantFrom("a", "b").map((id) => id.repeat(16) as ProjectId),
  }),
  { nil: undefined },
);
const looks = fc.array(
  fc.record({
    afterMs: fc.oneof(fc.integer({ min: 0, max: 3000 }), fc.integer({ min: 0, max: 400_000 })),
    intent: fc.constantFrom(...intents),
    daemon: daemons,
    words,
    exit: fc.option(fc.record({ code: fc.constantFrom(0, 1, 6, 70, null) }), { nil: undefined }),
  }),
  { maxLength: 60 },
);

/** Any world whatever, also one that no daemon could make. */
const histories = looks.map((list) => {
  const rounds: Round[] = [];
  let state = freshSupervision;
  let now = 0 as MonoMs;
  for (const { afterMs, intent, daemon, words, exit } of list) {
    now = (now + afterMs) as MonoMs;
    const more = {
      ...(words === undefined ? {} : { lastWords: words }),
      ...(exit === undefined ? {} : { exit }),
    };
    const step = stepSupervision(state, { now, intent, daemon, ...more });
    state = step.state;
    rounds.push({ now, intent, daemon, action: step.action, safe: state.safe });
  }
  return rounds;
});

function check(claim: (rounds: readonly Round[]) => void): void {
  fc.assert(fc.property(histories, claim), { numRuns: 500 });
}

test("two starts are never closer than the shortest back-off", () => {
  check((rounds) => {
    const starts = rounds.filter(({ action }) => action.kind === "start").map(({ now }) => now);
    for (const [index, at] of starts.entries()) {
      if (index > 0) assert.ok(at - (starts[index - 1] ?? 0) >= backOffMs);
    }
  });
});

test("no wait is longer than the longest back-off, or already over and without end", () => {
  check((rounds) => {
    for (const { now, action } of rounds) {
      if (action.kind !== "wait") continue;
      assert.ok(action.until - now <= backOffMsMax);
      assert.ok(action.reason === "missed" ? action.until === now : action.until > now);
    }
  });
});

test("nothing is started while a daemon is there, and nothing that is not wanted", () => {
  check((rounds) => {
    for (const { intent, daemon, action } of rounds) {
      if (action.kind !== "start") continue;
      assert.equal(daemon.kind, "absent");
      assert.ok(intent.kind === "unknown" || (intent.kind === "known" && intent.intent.running));
    }
  });
});

test("signals go to the process that was seen, and SIGKILL only after SIGTERM had its time", () => {
  check((rounds) => {
    let asked: { pid: number; at: number } | undefined;
    for (const { now, intent, daemon, action } of rounds) {
      if (daemon.kind === "absent" || daemon.pid !== asked?.pid) {
        // A later version's turn sees nothing and ends nothing, so it does not end the request.
        if (intent.kind !== "newer") asked = undefined;
      }
      if (action.kind !== "signal") continue;
      assert.ok(daemon.kind !== "absent" && daemon.pid === action.pid);
      if (action.signal === "SIGTERM") asked = { pid: action.pid, at: now };
      if (action.signal === "SIGKILL") {
        assert.ok(asked?.pid === action.pid && now - asked.at >= termMsMax);
      }
    }
  });
});

test("while a command has the daemon's place nothing is started and nothing is signalled", () => {
  check((rounds) => {
    for (const { daemon, action } of rounds) {
      if (daemon.kind === "occupied") assert.ok(action.kind === "wait" || action.kind === "none");
    }
  });
});

test("whatever the disk and commands do, ends with notice never make a crash", () => {
  const given = fc.array(
    fc.record({
      afterMs: fc.integer({ min: 0, max: 20_000 }),
      daemon: fc.oneof(
        daemons.filter(({ kind }) => kind !== "silent"),
        fc.constant<SeenDaemon>({ kind: "silent", pid: 1, work: "blocked" }),
      ),
      code: fc.constantFrom(0, 1, 6),
    }),
    { maxLength: 60 },
  );
  const intent: ChosenIntent = { kind: "known", intent: setRunning(emptyIntent, true) };
  fc.assert(
    fc.property(given, (list) => {
      let state = freshSupervision;
      let now = 0 as MonoMs;
      for (const { afterMs, daemon, code } of list) {
        now = (now + afterMs) as MonoMs;
        state = stepSupervision(state, { now, intent, daemon, exit: { code } }).state;
      }
      assert.deepEqual([state.crashes, state.safe], [[], false]);
    }),
    { numRuns: 500 },
  );
});

test("fewer rounds than a crash loop has crashes never lead to safe mode", () => {
  check((rounds) => {
    for (const [index, { safe, daemon }] of rounds.entries()) {
      const before = index > 0 && rounds[index - 1]?.safe === true;
      if (safe && !before) assert.ok(index >= limits.sentinel.crashesMax - 1, daemon.kind);
    }
  });
});

test("from any history a wanted daemon is started within the longest back-off", () => {
  fc.assert(
    fc.property(looks, (list) => {
      let state = freshSupervision;
      let now = 0 as MonoMs;
      for (const { afterMs, intent, daemon } of list) {
        now = (now + afterMs) as MonoMs;
        state = stepSupervision(state, { now, intent, daemon }).state;
      }
      const wanted: ChosenIntent = { kind: "known", intent: setRunning(emptyIntent, true) };
      const first = stepSupervision(state, { now, intent: wanted, daemon: { kind: "absent" } });
      if (first.action.kind === "start") return;
      assert.ok(first.action.kind === "wait");
      const later = {
        now: first.action.until,
        intent: wanted,
        daemon: { kind: "absent" },
      } as const;
      assert.equal(stepSupervision(first.state, later).action.kind, "start");
      assert.ok(later.now - now <= backOffMsMax);
    }),
    { numRuns: 500 },
  );
});

test("the back-off doubles from one second and stays at its bound for ever", () => {
  assert.deepEqual(
    [0, 1, 2, 3, 9, 10].map(backOffAfter),
    [1000, 1000, 2000, 4000, 256_000, 300_000],
  );
  assert.equal(backOffAfter(1e9), backOffMsMax);
});
