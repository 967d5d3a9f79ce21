import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { AbsPath, ProjectId, WallMs } from "../base/brand.ts";
import {
  addProject,
  emptyIntent,
  type IntendedProject,
  type Intent,
  quarantineProject,
  relinkProject,
  removeProject,
  setRunning,
} from "./intent.ts";
import { parseIntent, renderIntent } from "./intent-file.ts";

const shop: IntendedProject = {
  id: "3c1e5a0f9b7d2468" as ProjectId,
  root: "/home/a/src/shop" as AbsPath,
  addedAt: 1 as WallMs,
  options: {},
};
const quarantine = { since: 5 as WallMs, reason: "crashed" };

test("adding a project counts the generation up, adding it again changes nothing", () => {
  const once = addProject(emptyIntent, shop);
  assert.deepEqual(once, { generation: 1, running: false, projects: [shop] });
  assert.equal(addProject(once, { ...shop, addedAt: 9 as WallMs }), once);
});

test("a project added with other options keeps its place and its first instant", () => {
  const other = { ...shop, id: "00000000000000ff" as ProjectId, root: "/b" as AbsPath };
  const both = addProject(addProject(emptyIntent, shop), other);
  const options = { maxFileBytes: 5, includeIgnored: ["a"] };
  const changed = addProject(both, { ...shop, addedAt: 9 as WallMs, options });
  assert.deepEqual(changed.projects, [{ ...shop, options }, other]);
  assert.equal(changed.generation, 3);
  assert.notEqual(
    addProject(changed, { ...shop, options: { ...options, includeIgnored: ["b"] } }),
    changed,
  );
});

test("a project that was left out is recorded again when someone adds it", () => {
  const out = quarantineProject(addProject(emptyIntent, shop), shop.id, quarantine);
  assert.deepEqual(out.projects, [{ ...shop, quarantined: quarantine }]);
  assert.equal(quarantineProject(out, shop.id, { ...quarantine, reason: "again" }), out);
  assert.deepEqual(addProject(out, shop).projects, [shop]);
});

test("removing, stopping and leaving out what is not there change nothing", () => {
  assert.equal(removeProject(emptyIntent, shop.id), emptyIntent);
  assert.equal(setRunning(emptyIntent, false), emptyIntent);
  assert.equal(quarantineProject(emptyIntent, shop.id, quarantine), emptyIntent);
  assert.deepEqual(removeProject(addProject(emptyIntent, shop), shop.id).projects, []);
});

test("a project that moved keeps its id, place, options and first instant", () => {
  const other = { ...shop, id: "00000000000000ff" as ProjectId, root: "/b" as AbsPath };
  const options = { maxFileBytes: 5 };
  const both = addProject(addProject(emptyIntent, { ...shop, options }), other);
  const root = "/elsewhere" as AbsPath;
  const moved = relinkProject(both, { ...shop, root, addedAt: 9 as WallMs });
  assert.deepEqual(moved.projects, [{ ...shop, root, options }, other]);
  assert.equal(moved.generation, both.generation + 1);
  const renewed = relinkProject(both, { ...shop, root, options: { maxFileBytes: 7 } });
  assert.deepEqual(renewed.projects[0]?.options, { maxFileBytes: 7 });
});

test("a project that moved to the root of another takes its place; a former one comes back", () => {
  const other = { ...shop, id: "00000000000000ff" as ProjectId, root: "/b" as AbsPath };
  const both = addProject(addProject(emptyIntent, shop), other);
  assert.deepEqual(relinkProject(both, { ...shop, root: other.root }).projects, [
    { ...shop, root: other.root },
  ]);
  assert.deepEqual(relinkProject(addProject(emptyIntent, other), shop).projects, [other, shop]);
});

test("whatever is done, no project is listed twice and the file can be read back", () => {
  const id = fc.constantFrom("a", "b", "c").map((letter) => letter.repeat(16) as ProjectId);
  const root = fc.constantFrom("/a", "/b", "/a/b").map((path) => path as AbsPath);
  const edit = fc.oneof(
    fc.tuple(id, root).map(
      ([id, root]) =>
        (intent: Intent) =>
          addProject(intent, { ...shop, id, root }),
    ),
    fc.tuple(id, root).map(
      ([id, root]) =>
        (intent: Intent) =>
          relinkProject(intent, { ...shop, id, root }),
    ),
    id.map((id) => (intent: Intent) => removeProject(intent, id)),
    id.map((id) => (intent: Intent) => quarantineProject(intent, id, quarantine)),
    fc.boolean().map((running) => (intent: Intent) => setRunning(intent, running)),
  );
  fc.assert(
    fc.property(fc.array(edit, { maxLength: 20 }), (edits) => {
      let intent = emptyIntent;
      for (const apply of edits) {
        const next = apply(intent);
        assert.equal(next.generation, intent.generation + (next === intent ? 0 : 1));
        intent = next;
      }
      assert.deepEqual(parseIntent(renderIntent(intent)), { kind: "ok", intent });
    }),
  );
});
