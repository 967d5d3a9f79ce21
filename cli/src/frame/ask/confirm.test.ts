import assert from "node:assert/strict";
import { test } from "node:test";
import { UnfError } from "@unf/core/base";
import { requireYes } from "./confirm.ts";

const never = (): never => assert.fail("asked although nobody may be");

function answered(answer: string | undefined): boolean {
  try {
    requireYes({ yes: false, mayAsk: true, ask: () => answer }, "Restore?", "add --yes");
    return true;
  } catch (thrown) {
    assert.ok(thrown instanceof UnfError && thrown.code === "needs_confirmation");
    return false;
  }
}

test("--yes is enough, and nothing is asked", () => {
  requireYes({ yes: true, mayAsk: false, ask: never }, "Restore?", "");
});

test("silence is never a yes", () => {
  assert.throws(
    () => requireYes({ yes: false, mayAsk: false, ask: never }, "Restore?", "add --yes"),
    (thrown) =>
      thrown instanceof UnfError &&
      thrown.code === "needs_confirmation" &&
      thrown.hint === "add --yes",
  );
  assert.equal(answered(undefined), false);
  assert.equal(answered(""), false);
});

test("only y and yes are a yes", () => {
  for (const yes of ["y", "Y", "yes", " Yes "]) assert.equal(answered(yes), true, yes);
  for (const no of ["n", "no", "yess", "yes please", "1", "true"])
    assert.equal(answered(no), false, no);
});
