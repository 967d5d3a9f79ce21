import assert from "node:assert/strict";
import { test } from "node:test";
import { faultNamed, faults } from "./faults.ts";
import { listViolations, renderTable } from "./report.ts";
import type { Played } from "./soak.ts";

const fault = faultNamed("kill -9 of the daemon");
const kept: Played = {
  fault,
  span: { ms: 4000, sayings: { asked: 3, said: 1, words: "not recording" } },
  missed: [],
  lost: [],
  failures: [],
};

test("every promise that is not kept is a violation, and stands in the table", () => {
  assert.deepEqual(listViolations([kept]), []);
  const broken: readonly Played[] = [
    { ...kept, span: { ...kept.span, ms: 20_001 } },
    { ...kept, span: { ...kept.span, ms: undefined } },
    { ...kept, span: { ...kept.span, sayings: { asked: 3, said: 0, words: undefined } } },
    { ...kept, missed: ["first: missed a"] },
    { ...kept, lost: ["first v1: gone"] },
    { ...kept, failures: ["unf flush: exit 6"] },
  ];
  for (const one of broken)
    assert.equal(listViolations([kept, one]).length, 1, JSON.stringify(one));
  const row = renderTable(faults, [kept, ...broken])
    .split("\n")
    .find((line) => line.includes(fault.name));
  assert.equal(row, `| ${fault.name} | 7 | never | 20.0 s from the kill | 6 of 7 | 1 | 1 |`);
});

test("where recording goes on nobody has to be told", () => {
  const gentle = faultNamed("kill -9 of the sentinel");
  const sayings = { asked: 2, said: 0, words: undefined };
  assert.deepEqual(listViolations([{ ...kept, fault: gentle, span: { ms: 300, sayings } }]), []);
});
