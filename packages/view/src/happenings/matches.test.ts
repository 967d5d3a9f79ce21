import assert from "node:assert/strict";
import { test } from "node:test";
import type { Entry } from "./entry.ts";
import { matches } from "./matches.ts";

const entry: Entry = {
  id: "h1",
  kind: "turn",
  project: { id: "p-1", root: "/p" },
  from: "2026-03-04T14:05:00.000Z",
  to: "2026-03-04T14:05:00.000Z",
  author: { type: "agent", name: "claude-code" },
  title: "Make it robust",
  files: 1,
  added: 1,
  removed: 0,
  paths: [
    { path: "src/Total.ts", kind: "modify", version: "v2", before: "v1", added: 1, removed: 0 },
  ],
};

test("an entry is shown when kind, authors and words all fit", () => {
  const shown = (filter: object) => matches(entry, { kinds: [], authors: [], text: "", ...filter });
  assert.ok(shown({}));
  assert.ok(shown({ kinds: ["gap", "turn"] }));
  assert.ok(!shown({ kinds: ["gap"] }));
  assert.ok(shown({ text: "total" }), "the name of a file, in any case");
  assert.ok(!shown({ text: "totals" }));
  assert.ok(shown({ authors: ["human", "claude"] }));
  assert.ok(!shown({ authors: ["human", "codex"] }));
  assert.ok(shown({ authors: ["codex"] }), "one author is the question's");
});
