import assert from "node:assert/strict";
import { test } from "node:test";
import type { ListedVersion } from "../log/listing.ts";
import { gatherStory } from "./gather.ts";

/** A version as far as gathering looks at it. */
function version(id: number, turn: string | null, project = "p-1"): ListedVersion {
  const type = turn === null ? "human" : "agent";
  return {
    kind: "version",
    source: { project: { id: project } },
    snapshot: {
      ...{ id, at: id * 1000, path: `f${id}`, operation: null, cause: "event" },
      author: { turn: turn === null ? null : Number(turn.slice(2)) },
    },
    authors: { of: () => ({ type, name: null, session: null, turn, candidates: [] }) },
  } as unknown as ListedVersion;
}

test("a turn is one deed in the place of its newest version, whatever others saved meanwhile", () => {
  const story = [
    version(6, "t-1"),
    version(5, null),
    version(4, "t-2"),
    version(3, "t-1"),
    version(2, "t-1", "p-2"),
    version(1, null),
  ];
  const gathered = gatherStory(story).map((one) =>
    one.kind === "mark" ? one.kind : one.versions.map(({ snapshot }) => snapshot.id),
  );
  assert.deepEqual(gathered, [[6, 3], [5], [4], [2], [1]]);
});
