import assert from "node:assert/strict";
import { test } from "node:test";
import type { AbsPath } from "@unf/core/base";
import { inTurn } from "./in-turn.ts";

const home = "/a" as AbsPath;

test("work of one home is done in the order it was asked for, whether or not it fails", async () => {
  const log: string[] = [];
  const first = Promise.withResolvers<void>();
  const one = inTurn(home, async () => {
    log.push("one begins");
    await first.promise;
    log.push("one ends");
    throw new Error("one");
  });
  const two = inTurn(home, async () => log.push("two"));
  const other = inTurn("/b" as AbsPath, async () => log.push("another home"));
  await other;
  assert.deepEqual(log, ["one begins", "another home"]);
  first.resolve();
  await assert.rejects(one, { message: "one" });
  await two;
  assert.deepEqual(log, ["one begins", "another home", "one ends", "two"]);
});
