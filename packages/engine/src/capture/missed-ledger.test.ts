import assert from "node:assert/strict";
import { test } from "node:test";
import type { RelPath } from "@unf/core/base";
import type { MissedStates } from "@unf/core/timeline";
import { FakeClock } from "../../../../test/kit/fake-clock.ts";
import { MissedLedger } from "./missed-ledger.ts";

test("however many paths miss states, hardly any of them costs a write, and each is told", () => {
  const writes: (readonly MissedStates[])[] = [];
  let last = 0;
  const timeline = {
    noteMissed: (rows: readonly MissedStates[]) => {
      writes.push(rows);
      return rows.map(() => {
        last += 1;
        return last;
      });
    },
  };
  const ledger = new MissedLedger({ clock: new FakeClock({ start: 0 }), timeline });
  const paths = 3000;
  for (let index = 0; index < paths; index += 1) ledger.note(`f${index}` as RelPath, 500);
  ledger.write();
  assert.ok(writes.length <= 20, `${writes.length} writes`);
  const told = new Set(writes.flat().map(({ path }) => path));
  assert.equal(told.size, paths);
});
