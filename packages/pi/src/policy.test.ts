import assert from "node:assert/strict";
import { test } from "node:test";
import { readPolicy } from "./policy.ts";

const all = { footer: true, maxSnapshots: Number.POSITIVE_INFINITY, complaint: undefined };

test("without settings everything is kept and shown", () => {
  for (const text of [undefined, "{}", "[]", "null", "{ not json", '{ "rewind": 3 }'])
    assert.deepEqual(readPolicy(text), all);
});

test("what a person sets counts, and what is not understood is said", () => {
  const read = (unf: unknown) => readPolicy(JSON.stringify({ unf }));
  assert.deepEqual(read({ maxSnapshots: 50, footer: false }), {
    ...{ footer: false, maxSnapshots: 50, complaint: undefined },
  });
  for (const maxSnapshots of [0, -1, 1.5, "50", [], null])
    assert.match(read({ maxSnapshots }).complaint ?? "", /maxSnapshots.*whole number above 0/);
  assert.match(read(7).complaint ?? "", /no object/);
});
