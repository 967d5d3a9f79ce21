import assert from "node:assert/strict";
import { test } from "node:test";
import { ToldRows } from "./told-rows.ts";

const project = (id: string, version: string) => ({ id, root: `/${id}`, version });

test("whoever comes back is told of each project that changed meanwhile, and of no other", () => {
  const told = new ToldRows(7);
  const begin = told.cursor;
  told.tell(project("a", "v1"));
  const heard = told.cursor;
  assert.deepEqual(told.since(heard), []);
  told.tell(project("b", "v2"));
  told.tell(project("b", "v3"));
  assert.deepEqual(told.since(heard), [project("b", "v3")]);
  assert.deepEqual(told.since(begin)?.length, 2);
});

test("a cursor of another run, of before a silence, of too long ago or of nobody says nothing", () => {
  const told = new ToldRows(7);
  told.tell(project("a", "v1"));
  const heard = told.cursor;
  for (const cursor of ["6.1", "7.2", "7.-1", "7", "", "x.y", "7.x"])
    assert.equal(told.since(cursor), undefined, cursor);
  for (let n = 0; n < 1001; n += 1) told.tell(project("a", `v${n}`));
  assert.equal(told.since(heard), undefined);
  const near = told.cursor;
  told.begin();
  assert.equal(told.since(near), undefined);
});
