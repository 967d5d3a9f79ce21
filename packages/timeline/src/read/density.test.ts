import assert from "node:assert/strict";
import { test } from "node:test";
import { decideAuthorType } from "@unf/core/attribution";
import { finish, type WallMs } from "@unf/core/base";
import type { SnapshotQuery } from "@unf/core/ports";
import { type Author, unknownAuthor } from "@unf/core/timeline";
import { createAt, openScratch, recording } from "../testing/scratch.ts";
import { createWriter } from "../write/writer.ts";

const start = 1_700_000_000_000;
const at = (seconds: number) => (start + 1000 * seconds) as WallMs;
const codex: Author = { ...unknownAuthor, agent: "codex", confidence: "hook", session: "s-1" };
const several: Author = { ...codex, confidence: "ambiguous", session: null };
const of = (...sessions: string[]) =>
  sessions.map((session) => ({ session, turn: null, toolCall: null }));

test("rows are counted for whom a listing names: one that somebody else may have written for nobody", () => {
  using scratch = openScratch();
  using connection = createAt(scratch.path);
  const timeline = createWriter(connection);
  const rows = [
    { author: codex },
    { author: { ...several, session: "s-1" }, candidates: of("s-1", "s-1") },
    { author: several, candidates: of("s-1", "s-2") },
    { author: { ...several, agent: null }, candidates: of("s-1", "s-3") },
    { author: unknownAuthor },
    { author: unknownAuthor, cause: "sweep" as const },
    { author: codex, operation: 1 },
    // An agent is about at the last one.
    { author: unknownAuthor, at: at(500) },
  ];
  timeline.commit({
    ...{ inbox: [], restats: [], settlements: [] },
    recordings: rows.map(({ candidates, ...row }, n) => ({
      ...recording(`f${n}`, { at: at(n), ...row }),
      ...(candidates === undefined ? {} : { candidates }),
    })),
  });
  timeline.openSession({
    ...{ id: "s-1", agent: "codex", agentSession: "x", cwd: null, parent: null },
    ...{ label: null, startedAt: at(400) },
  });
  const query: SnapshotQuery = { within: [], interim: true, order: "oldest" };
  const listed = [...timeline.find(query)].map((row) => {
    const type = decideAuthorType(row, () => row.at >= at(400), timeline.candidates(row.id));
    return type === "agent" ? (row.author.agent ?? "one") : type;
  });
  const names = ["codex", "unknown", "codex", "one", "human", "unknown", "unf", "unknown"];
  assert.deepEqual(listed, names);
  const count = (author?: SnapshotQuery["author"]) => {
    const asked = author === undefined ? query : { ...query, author };
    const { total, human, agents } = finish(timeline.density(asked, [at(0), at(1000)]));
    return [total[0], human[0], agents.get("codex")?.[0] ?? 0];
  };
  assert.deepEqual(count(), [8, 1, 2]);
  assert.deepEqual(count({ agent: "codex" }), [2, 0, 2]);
  assert.deepEqual(count("any-agent"), [3, 0, 2]);
  assert.deepEqual(count("human"), [1, 1, 0]);
  assert.deepEqual(count(["human", { agent: "codex" }]), [3, 1, 2]);
});
