import assert from "node:assert/strict";
import { test } from "node:test";
import { finish, type RelPath, type SnapshotId, type WallMs } from "@unf/core/base";
import type { SnapshotQuery } from "@unf/core/ports";
import { unknownAuthor } from "@unf/core/timeline";
import type { Connection } from "../file/driver.ts";
import { createReader } from "../read/reader.ts";
import { openTimelineCheck } from "../repair/check.ts";
import { createAt, openScratch, recording } from "../testing/scratch.ts";
import { createWriter } from "../write/writer.ts";
import { outlineIds } from "./outline.ts";

const start = 1_700_000_000_000;
const none = { inbox: [], recordings: [], restats: [], settlements: [] };

/** Three outlines that are kept, and the rows behind them; every kind of fact is in each. */
function fill(connection: Connection): void {
  const codex = { ...unknownAuthor, agent: "codex", confidence: "hook", session: "s-1" } as const;
  const recordings = Array.from({ length: 5 * outlineIds }, (_, n) =>
    recording(`d${n % 7}/f${n % 50}`, {
      at: (start + 1000 * n) as WallMs,
      event: n < 50 ? "create" : "modify",
      settled: n % 3 !== 0,
      cause: n % 11 === 0 ? "sweep" : "event",
      operation: n % 13 === 0 ? 1 : null,
      ...(n % 5 === 0 ? { author: n % 10 === 0 ? codex : { ...codex, agent: "pi" } } : {}),
      ...(n % 17 === 0 ? { author: { ...codex, turn: 3 } } : {}),
    }),
  );
  createWriter(connection).commit({ ...none, recordings });
}

const queries: Partial<SnapshotQuery>[] = [
  {},
  { within: ["d1"] as RelPath[], interim: true },
  { author: "human" },
  { author: { agent: "pi" }, order: "oldest" },
  { author: ["human", { agent: "codex" }] },
  { origins: ["turn", "operation"] },
  { events: ["create"] },
  { among: [{ isPath: (path) => path.endsWith("4") }], since: (start + 2_000_000) as WallMs },
  { turn: 3, within: ["d2", "d3/f3"] as RelPath[] },
];

function ask(connection: Connection): unknown[] {
  const reader = createReader(connection);
  const edges = [0, 900, 2000, 9000].map((seconds) => (start + 1000 * seconds) as WallMs);
  return queries.map((one) => {
    const query: SnapshotQuery = { within: [], interim: false, order: "newest", ...one };
    return [[...reader.find(query)].map(({ id }) => id), finish(reader.density(query, edges))];
  });
}

const kept = (connection: Connection) =>
  connection.statement("SELECT id FROM outlines ORDER BY id").all().flat();

test("rows are found and counted by outlines as they are without", () => {
  using scratch = openScratch();
  using connection = createAt(scratch.path);
  fill(connection);
  assert.deepEqual(kept(connection), [0, 1, 2, 3]);
  const byOutlines = ask(connection);
  connection.script("DELETE FROM outlines");
  assert.deepEqual(ask(connection), byOutlines);
  // Blobs that do not fit each other are no outline.
  while (createWriter(connection).outline());
  connection.script("UPDATE outlines SET paths = zeroblob(3)");
  assert.deepEqual(ask(connection), byOutlines);
});

test("whatever changes a row takes its outline away, and only its own; idle work keeps it again", () => {
  using scratch = openScratch();
  using connection = createAt(scratch.path);
  fill(connection);
  const timeline = createWriter(connection);
  const second = (outlineIds + 9) as SnapshotId;
  const changes: readonly (() => void)[] = [
    () => timeline.commit({ ...none, settlements: [{ id: second }] }),
    () =>
      timeline.commit({
        ...none,
        attributions: [
          { id: second, author: { ...unknownAuthor, agent: "pi", confidence: "hook" } },
        ],
      }),
    () =>
      timeline.deleteSnapshots({ ids: [second], cause: "asked", at: start as WallMs, argv: [] }),
    () => connection.script(`UPDATE versions SET path = 2 WHERE id = ${second + 1}`),
    () => connection.script(`UPDATE versions SET operation = 4 WHERE id = ${second + 2}`),
  ];
  for (const change of changes) {
    change();
    assert.deepEqual(kept(connection), [0, 2, 3], String(change));
    const withoutIt = ask(connection);
    assert.equal(timeline.outline(), false);
    assert.deepEqual(kept(connection), [0, 1, 2, 3]);
    assert.deepEqual(ask(connection), withoutIt);
  }
});

test("an outline that says something else than its rows is a disagreement", () => {
  using scratch = openScratch();
  {
    using connection = createAt(scratch.path);
    fill(connection);
    connection.script("UPDATE outlines SET paths = zeroblob(length(paths)) WHERE id = 2");
  }
  using check = openTimelineCheck(scratch.path);
  assert.deepEqual(check.disagreements(), ["outlines differ from their rows (1)"]);
});

test("rows that lie years apart fit in one outline", () => {
  using scratch = openScratch();
  using connection = createAt(scratch.path);
  const year = 365 * 86_400_000;
  const at = (n: number) => (start + Math.floor((n * 3 * year) / (3 * outlineIds))) as WallMs;
  const recordings = Array.from({ length: 3 * outlineIds }, (_, n) =>
    recording("a", { at: at(n) }),
  );
  createWriter(connection).commit({ ...none, recordings });
  assert.deepEqual(kept(connection), [0, 1]);
  const query: SnapshotQuery = { within: [], interim: false, order: "newest" };
  const edges = [at(0), at(100), at(1500), at(4000)];
  assert.deepEqual(finish(createReader(connection).density(query, edges)).total, [100, 1400, 1572]);
});
