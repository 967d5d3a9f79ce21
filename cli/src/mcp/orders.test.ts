import assert from "node:assert/strict";
import { readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { checkDocument } from "@unf/answers/schemas";
import type { AbsPath, WallMs } from "@unf/core/base";
import type { Answered } from "@unf/mcp";
import { openPastWorld, type PastWorld } from "../../../test/conformance/past-world.ts";
import { type TempHome, testEnvironment } from "../../../test/kit/index.ts";
import { runHere, worldOf } from "../testing/run-here.ts";
import { openHost } from "./open-host.ts";

// Orders and commands are carried out in this process, over a real store that nobody else records into.

const placeOf = (home: TempHome) => ({
  env: testEnvironment(home),
  directory: home.project as AbsPath,
});

const now = "2026-11-20T13:32:07.000Z";

/** Twelve lines, so that the first and the last are hunks of their own. */
const lines = (first: string, last: string) => `${first}\n${"same\n".repeat(10)}${last}\n`;

/** The value, which is as `schema` declares it. */
function answerOf<T extends object>(answered: Answered<T>, schema: string): T {
  assert.ok(answered.kind === "answered", JSON.stringify(answered));
  const { value } = answered;
  assert.deepEqual(checkDocument({ schema, generated_at: now, ...value }), []);
  return value;
}

/** A command's document without the fields that every document has. */
async function documentOf({ unf }: PastWorld, ...argv: readonly string[]): Promise<object> {
  const { stdout, stderr } = await unf(...argv, "--json");
  assert.notEqual(stdout, "", stderr);
  const { schema: _schema, generated_at: _at, ...document } = JSON.parse(stdout);
  return document;
}

test("an order by its name is planned as its command plans it, and carried out as planned", async () => {
  const hourAgo = (Date.now() - 3_600_000) as WallMs;
  await using world = openPastWorld(
    [
      { at: hourAgo, path: "cart.ts", text: lines("one", "twelve") },
      { at: hourAgo, path: "old.ts", text: "old\n" },
    ],
    (words, home) => runHere(words, placeOf(home)),
  );
  const root = world.home.project as AbsPath;
  const silent = { write: () => undefined };
  const host = openHost(
    { world: worldOf(placeOf(world.home), { stdout: silent, stderr: silent }) },
    root,
  );
  const at = (path: string) => join(root, path);
  const terms = (plan?: string) => ({ said: ["test"], ...(plan === undefined ? {} : { plan }) });

  const named = { label: "start", message: undefined, payload: undefined, pinned: false };
  assert.deepEqual(
    answerOf(await host.plan("checkpoint", root, named), "unf.checkpoint/1"),
    await documentOf(world, "checkpoint", "start", "-n"),
  );
  const set = await host.carryOut("checkpoint", root, named, terms());
  assert.equal(answerOf(set, "unf.checkpoint/1").created, true);
  const pin = { word: "start", change: "pin" } as const;
  assert.deepEqual(
    answerOf(await host.plan("checkpointChange", root, pin), "unf.checkpoint/1"),
    await documentOf(world, "checkpoint", "--pin", "start", "-n"),
  );
  const pinned = await host.carryOut("checkpointChange", root, pin, terms());
  assert.deepEqual(answerOf(pinned, "unf.checkpoint/1").pinned, true);

  writeFileSync(at("cart.ts"), lines("ONE", "TWELVE"));
  unlinkSync(at("old.ts"));
  const common = { version: undefined, turn: undefined, session: undefined } as const;
  const globs = { include: [], exclude: [], deletions: "keep", overwrite: "if-changed" } as const;
  const asked = { paths: [at("cart.ts")], at: "cp:start", ...common, ...globs };
  const words = ["restore", "cart.ts", "--at", "cp:start", "-n"];
  const listed = answerOf(await host.plan("restorePart", root, asked), "unf.restore/1");
  assert.deepEqual(listed, await documentOf(world, ...words, "-p"));
  assert.equal(listed.hunks?.length, 2);
  const part = { ...asked, hunks: [2] };
  const second = answerOf(await host.plan("restorePart", root, part), "unf.restore/1");
  assert.deepEqual(second, await documentOf(world, ...words, "--hunks", "2"));
  const stale = await host.carryOut("restorePart", root, part, terms("pl-00"));
  assert.ok(stale.kind === "failed" && stale.code === "conflict");
  const none = await host.carryOut("restorePart", root, { ...asked, hunks: [3] }, terms());
  assert.ok(none.kind === "failed" && none.code === "not_found");
  const some = await host.carryOut("restorePart", root, part, terms(second.plan));
  assert.equal(answerOf(some, "unf.restore/1").operation, "op-1");
  assert.equal(readFileSync(at("cart.ts"), "utf8"), lines("ONE", "twelve"));

  const whole = answerOf(await host.plan("restore", root, asked), "unf.restore/1");
  assert.deepEqual(whole, await documentOf(world, ...words));
  const all = await host.carryOut("restore", root, asked, terms(whole.plan));
  assert.equal(answerOf(all, "unf.restore/1").summary.written, 1);
  assert.equal(readFileSync(at("cart.ts"), "utf8"), lines("one", "twelve"));
  const nothing = await host.carryOut("restore", root, asked, terms());
  assert.equal(answerOf(nothing, "unf.restore/1").operation, null);

  for (const [kind, content] of [
    ["undo", lines("ONE", "twelve")],
    ["redo", lines("one", "twelve")],
  ] as const) {
    const back = { kind, operation: undefined };
    const planned = answerOf(await host.plan("undo", root, back), "unf.undo/1");
    assert.deepEqual(planned, await documentOf(world, kind, "-n"));
    const late = await host.carryOut("undo", root, back, terms("pl-00"));
    assert.ok(late.kind === "failed" && late.code === "conflict");
    const done = await host.carryOut("undo", root, back, terms(planned.plan));
    assert.equal(answerOf(done, "unf.undo/1").summary.written, 1);
    assert.equal(readFileSync(at("cart.ts"), "utf8"), content, kind);
  }

  const { files } = JSON.parse((await world.unf("deleted", "--json")).stdout);
  const gone = { paths: [], since: undefined, deletions: [files[0].deletion] };
  assert.deepEqual(
    answerOf(await host.plan("bringBack", root, gone), "unf.deleted/1"),
    await documentOf(world, "deleted", "--restore", "1", "-n"),
  );
  const strange = await host.plan("bringBack", root, { ...gone, deletions: ["v1"] });
  assert.ok(strange.kind === "failed" && strange.code === "not_found");
  const brought = await host.carryOut("bringBack", root, gone, terms());
  assert.equal(answerOf(brought, "unf.deleted/1").restores[0]?.summary.written, 1);
  assert.equal(readFileSync(at("old.ts"), "utf8"), "old\n");
  assert.deepEqual(
    ((await documentOf(world, "deleted")) as { readonly files: unknown[] }).files,
    [],
  );

  writeFileSync(at("old.ts"), "new\n");
  // The state on disk is recorded before it is named.
  await host.carryOut("checkpoint", root, { ...named, label: "new" }, terms());
  const burst = { kind: "burst" } as const;
  const planned = answerOf(await host.plan("oops", root, burst), "unf.oops/1");
  assert.deepEqual(planned, await documentOf(world, "oops", "--burst", "-n"));
  const taken = await host.carryOut("oops", root, burst, terms(planned.plan));
  assert.match(answerOf(taken, "unf.oops/1").undo ?? "", /^unf undo op-6 --project /);
  const { operations } = JSON.parse((await world.unf("ops", "--json")).stdout);
  assert.deepEqual(operations[0].argv, ["mcp", "test"]);
});
