import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { WallMs } from "../base/brand.ts";
import type { TreeProcess, TreeReading, WrittenBytes } from "../ports/process-tree.ts";
import { judgeTree, type TreeVerdict } from "./tree-ledger.ts";

const born = { startTicks: 1, bornAt: 10 as WallMs, name: "sh", hasEnded: false, endings: 0 };

function written(handed: number, paged = 0): WrittenBytes {
  return { handed, paged };
}

function one(pid: number, more: Partial<TreeProcess> = {}): TreeProcess {
  return { pid, ...born, ranNs: 1000, bytes: written(0), ...more };
}

function look(below: readonly TreeProcess[], more: Partial<TreeReading> = {}): TreeReading {
  const times = { from: 1 as WallMs, to: 2 as WallMs, endingsBefore: 0, endingsAfter: 0 };
  const reaped = { least: written(0), most: written(0) };
  return { ...times, below, reaped, isSteady: true, ...more };
}

/** After it was waited for, its parent has its faults and its bytes. */
function reaped(handed: number, paged = 0): Partial<TreeReading> {
  const bytes = written(handed, paged);
  return { endingsBefore: 40, endingsAfter: 40, reaped: { least: bytes, most: bytes } };
}

const shell = one(7);
const ran = (handed: number, paged = 0) => one(7, { ranNs: 2000, bytes: written(handed, paged) });
const { bytes: _, ...closed } = shell;
const ended: TreeProcess = { ...closed, hasEnded: true };

type Case = readonly [string, TreeVerdict, TreeReading, TreeReading];

/** Of a change that needs 100 bytes. */
const cases: readonly Case[] = [
  ["nothing lives", "idle", look([]), look([])],
  ["all sleep", "idle", look([shell]), look([shell])],
  ["one has run and written nothing", "cannot", look([shell]), look([ran(0)])],
  ["one has written less", "cannot", look([shell]), look([ran(99)])],
  ["one has written enough", "can", look([shell]), look([ran(100)])],
  ["pages were changed without writing", "hardly", look([shell]), look([ran(0, 4096)])],
  ["who is born in between counts whole", "can", look([]), look([ran(100)])],
  ["a short one came and went", "can", look([]), look([], reaped(100))],
  ["a short one wrote less", "cannot", look([]), look([], reaped(99))],
  ["what it had written before counts again", "can", look([ran(100)]), look([], reaped(100))],
  ["one has ended, and nobody has its bytes yet", "unknown", look([shell]), look([ended])],
  ["one had ended before", "cannot", look([ended, one(8)]), look([ended, one(8, { ranNs: 2000 })])],
  ["a look met a change", "unknown", look([shell]), look([ran(0)], { isSteady: false })],
  ["the look before met one", "unknown", look([shell], { isSteady: false }), look([ran(0)])],
  ["one is closed", "unknown", look([closed]), look([{ ...closed, ranNs: 2000 }])],
  ["one is closed and sleeps", "idle", look([closed]), look([closed])],
  [
    "the system does not count",
    "cannot",
    look([one(7, { ranNs: 0 })]),
    look([one(7, { ranNs: 0 })]),
  ],
];

for (const [title, verdict, before, after] of cases) {
  test(`${title}: ${verdict}`, () => {
    assert.equal(judgeTree(before, after, { bytes: 100, charges: "all" }), verdict);
  });
}

test("where the agent is closed its children tell, as long as none has ended", () => {
  const hidden = ({ reaped: _, ...reading }: TreeReading): TreeReading => reading;
  const price = { bytes: 100, charges: "all" } as const;
  assert.equal(judgeTree(hidden(look([shell])), hidden(look([ran(0)])), price), "cannot");
  const after = look([one(8, { ranNs: 5 })], { endingsBefore: 40, endingsAfter: 40 });
  assert.equal(judgeTree(hidden(look([shell])), hidden(after), price), "unknown");
});

test("what may have cost nothing excludes only who has not run", () => {
  const [before, after] = [look([shell]), look([ran(0)])];
  assert.equal(judgeTree(before, after, { bytes: 0, charges: "all" }), "can");
  assert.equal(judgeTree(before, after, { bytes: 100, charges: "nothing" }), "can");
  assert.equal(judgeTree(before, after, { bytes: 100, charges: "bytes" }), "hardly");
  assert.equal(judgeTree(before, look([shell]), { bytes: 0, charges: "nothing" }), "idle");
});

/** A tree of processes that fork, write and end, as the kernel accounts for it. */
class Tree {
  #next = 1;
  readonly #living: { pid: number; parent: number; bytes: number; ranNs: number }[] = [];
  #reaped = 0;
  #endings = 0;
  /** Bytes that all of them wrote. */
  written = 0;

  fork(at: number): void {
    const parent = this.#living[at % (this.#living.length + 1)]?.pid ?? 0;
    this.#living.push({ pid: this.#next, parent, bytes: 0, ranNs: 1 });
    this.#next += 1;
  }

  write(at: number, bytes: number): void {
    const who = this.#living[at % (this.#living.length || 1)];
    if (who === undefined) return;
    who.bytes += bytes;
    who.ranNs += 1;
    this.written += bytes;
  }

  /** Only who has no children: its parent waits for it. */
  end(at: number): void {
    const leaves = this.#living.filter(({ pid }) => !this.#living.some((p) => p.parent === pid));
    const gone = leaves[at % (leaves.length || 1)];
    if (gone === undefined) return;
    this.#living.splice(this.#living.indexOf(gone), 1);
    const parent = this.#living.find(({ pid }) => pid === gone.parent);
    if (parent === undefined) {
      this.#reaped += gone.bytes;
      this.#endings += 1;
    } else {
      parent.bytes += gone.bytes;
      parent.ranNs += 1;
    }
  }

  look(): TreeReading {
    const bytes = written(this.#reaped);
    const below = this.#living.map(({ pid, bytes, ranNs }) =>
      one(pid, { ranNs, bytes: written(bytes) }),
    );
    const [endingsBefore, endingsAfter] = [this.#endings, this.#endings];
    return look(below, { reaped: { least: bytes, most: bytes }, endingsBefore, endingsAfter });
  }
}

test("whoever of a tree wrote, and whatever became of it, the tree is never said not to have", () => {
  const act = fc.tuple(
    fc.constantFrom("fork", "write", "end"),
    fc.nat(7),
    fc.integer({ min: 1, max: 50 }),
  );
  fc.assert(
    fc.property(
      fc.array(act, { maxLength: 15 }),
      fc.array(act, { maxLength: 15 }),
      (first, then) => {
        const tree = new Tree();
        const play = ([what, at, bytes]: readonly ["fork" | "write" | "end", number, number]) => {
          if (what === "fork") tree.fork(at);
          else if (what === "write") tree.write(at, bytes);
          else tree.end(at);
        };
        for (const each of first) play(each as Parameters<typeof play>[0]);
        const [before, since] = [tree.look(), tree.written];
        for (const each of then) play(each as Parameters<typeof play>[0]);
        const bytes = tree.written - since;
        if (bytes > 0)
          assert.equal(judgeTree(before, tree.look(), { bytes, charges: "all" }), "can");
      },
    ),
  );
});
