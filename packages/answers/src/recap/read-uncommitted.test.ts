import assert from "node:assert/strict";
import { test } from "node:test";
import { type AbsPath, encodeUtf8 } from "@unf/core/base";
import { parseStatus, readUncommitted } from "./read-uncommitted.ts";

test("paths of git's status, with the new name of a renamed file", () => {
  const status = " M a.txt\0R  new name\0old name\0?? -x\n\0 C to\0from\0D  gone\0";
  assert.deepEqual(parseStatus(encodeUtf8(status)), ["a.txt", "new name", "-x\n", "to", "gone"]);
  assert.deepEqual(parseStatus(encodeUtf8("")), []);
});

function answering(answers: Readonly<Record<string, string | undefined>>) {
  return {
    askProgram: async (argv: readonly string[]) => {
      const key = argv.includes("status") ? "status" : "prefix";
      const text = answers[key];
      return text === undefined ? undefined : encodeUtf8(text);
    },
  };
}

test("of a checkout around the project only what lies in it counts, by its paths there", async () => {
  const world = answering({ status: " M sub/a.txt\0 M b.txt\0", prefix: "sub/\n" });
  assert.deepEqual(await readUncommitted(world, "/p/sub" as AbsPath), ["a.txt"]);
});

test("where git says nothing, nothing is said", async () => {
  assert.equal(await readUncommitted(answering({ prefix: "\n" }), "/p" as AbsPath), undefined);
  assert.equal(await readUncommitted(answering({ status: "" }), "/p" as AbsPath), undefined);
  const clean = answering({ status: "", prefix: "\n" });
  assert.deepEqual(await readUncommitted(clean, "/p" as AbsPath), []);
});
