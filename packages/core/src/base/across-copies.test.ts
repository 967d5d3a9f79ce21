import assert from "node:assert/strict";
import { test } from "node:test";
import { knowAcrossCopies } from "./across-copies.ts";

/** A class as each copy of a module declares it, and one below it. */
function declareCopy() {
  class Failure extends Error {
    static {
      knowAcrossCopies(Failure, "TestFailure");
    }
  }
  class Special extends Failure {}
  return { Failure, Special };
}

test("a class knows the instances of its other copies, and those of their subclasses", () => {
  const [one, other] = [declareCopy(), declareCopy()];
  assert.ok(new other.Failure("") instanceof one.Failure);
  assert.ok(new other.Special("") instanceof one.Failure);
  assert.ok(!(new Error("") instanceof one.Failure));
  for (const value of [null, undefined, "text", 1, {}])
    assert.ok(!((value as unknown) instanceof one.Failure));
});

test("a subclass that says nothing of the kind is told from its siblings as always", () => {
  const { Failure, Special } = declareCopy();
  assert.ok(new Special("") instanceof Special);
  assert.ok(!(new Failure("") instanceof Special));
  assert.ok(!(new (declareCopy().Special)("") instanceof Special));
});
