import assert from "node:assert/strict";
import { test } from "node:test";
import { followVersions, readAuthors, type Selection } from "@unf/answers";
import type { AbsPath } from "@unf/core/base";
import type { Snapshot } from "@unf/core/timeline";
import type { SnapshotNotice } from "@unf/protocol";
import { fakeTimeline, row } from "../testing/fake-timeline.ts";

const root = "/srv/p" as AbsPath;

/** Follows over rows that tests change while it runs; ends when the notices do. */
async function follow(
  rows: Snapshot[],
  notices: (settle: (id: number) => void) => AsyncGenerator<number>,
  more: { interim?: boolean; begin?: number } = {},
): Promise<number[]> {
  const source = {
    project: { id: "1", root, watched: true, addedAt: null },
    timeline: fakeTimeline({ rows }),
  } as never as Selection["sources"][number];
  const selection = {
    sources: [source],
    isGlobal: false,
    query: { within: [], interim: more.interim ?? false, order: "newest" },
    trace: [],
    matches: () => true,
  } as never as Selection;
  const settle = (id: number) => {
    const at = rows.findIndex((one) => one.id === id);
    const settled = rows[at];
    if (settled !== undefined) rows[at] = { ...settled, settled: true };
  };
  async function* heard(): AsyncGenerator<SnapshotNotice> {
    for await (const id of notices(settle)) {
      const path = rows.find((one) => one.id === id)?.path ?? "";
      yield { root, id, path, event: "modify", settled: false, at: "", bytes: 0 };
    }
    // The connection stays open while what was told may still settle.
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }
  const told: number[] = [];
  const ports = {
    wiring: { follow: heard },
    home: root,
    now: () => 0 as never,
    pause: () => new Promise<void>((resolve) => setImmediate(resolve)),
    readBegin: async () =>
      rows.slice(0, more.begin ?? 0).map((snapshot) => ({
        kind: "version" as const,
        source,
        snapshot,
        authors: readAuthors(source.timeline),
      })),
  };
  for await (const { snapshot } of followVersions(ports, selection)) told.push(snapshot.id);
  return told;
}

test("a version is told when it has settled, not when it is recorded", async () => {
  const rows = [row({ id: 1, path: "a", at: 1, settled: false })];
  const told = await follow(rows, async function* (settle) {
    yield 1;
    settle(1);
  });
  assert.deepEqual(told, [1]);
});

test("an interim version whose place another took is never told", async () => {
  const rows = [
    row({ id: 1, path: "a", at: 1, settled: false }),
    row({ id: 2, path: "a", at: 2, settled: false }),
  ];
  const told = await follow(rows, async function* (settle) {
    yield 1;
    yield 2;
    settle(2);
  });
  assert.deepEqual(told, [2]);
  assert.deepEqual(
    await follow(
      rows,
      async function* () {
        yield 1;
        yield 2;
      },
      { interim: true },
    ),
    [1, 2],
  );
});

test("what the beginning told is not told again", async () => {
  const rows = [row({ id: 1, path: "a", at: 1 }), row({ id: 2, path: "b", at: 2 })];
  const told = await follow(
    rows,
    async function* () {
      yield 1;
      yield 2;
    },
    { begin: 1 },
  );
  assert.deepEqual(told, [1, 2]);
});

test("a file that was told as created is told again when it turns out to be renamed", async () => {
  const rows = [
    row({ id: 1, path: "new/a", at: 1, event: "create" }),
    row({ id: 2, path: "a", at: 2, event: "delete", hash: null, settled: false }),
  ];
  const told = await follow(rows, async function* (settle) {
    yield 1;
    await new Promise((resolve) => setImmediate(resolve));
    // The deletion settles, and with that its file is known under the new name.
    rows[0] = row({ id: 1, path: "new/a", at: 1, event: "rename", renamedFrom: "a" as never });
    rows[1] = row({ id: 2, path: "a", at: 2, event: "delete", hash: null, cause: "renamed" });
    settle(2);
    yield 2;
  });
  assert.deepEqual(told, [1, 1]);
});
