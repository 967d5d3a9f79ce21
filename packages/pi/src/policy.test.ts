import assert from "node:assert/strict";
import { test } from "node:test";
import { readPolicy } from "./policy.ts";

const all = {
  ...{ footer: true, maxSnapshots: Number.POSITIVE_INFINITY, complaint: undefined },
  ...{ maxAgeDays: Number.POSITIVE_INFINITY, pinLabeledEntries: true },
};

test("without settings everything is kept and shown", () => {
  for (const text of [undefined, "{}", "[]", "null", "{ not json", '{ "rewind": 3 }'])
    assert.deepEqual(readPolicy(text), all);
});

test("what a person sets counts, and what is not understood is said", () => {
  const read = (unf: unknown) => readPolicy(JSON.stringify({ unf }));
  assert.deepEqual(read({ maxSnapshots: 50, footer: false }), {
    ...{ ...all, footer: false, maxSnapshots: 50 },
  });
  assert.deepEqual(read({ maxAgeDays: 0.5, pinLabeledEntries: false }), {
    ...{ ...all, maxAgeDays: 0.5, pinLabeledEntries: false },
  });
  for (const maxAgeDays of [0, -1, "7", null])
    assert.match(
      read({ maxAgeDays, maxSnapshots: 5 }).complaint ?? "",
      /maxAgeDays.* number above 0/,
    );
  assert.equal(read({ maxAgeDays: "7", maxSnapshots: 5 }).maxSnapshots, 5);
  for (const maxSnapshots of [0, -1, 1.5, "50", [], null])
    assert.match(read({ maxSnapshots }).complaint ?? "", /maxSnapshots.*whole number above 0/);
  assert.match(read(7).complaint ?? "", /no object/);
});
