import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import type { ErrorCode, RelPath, SnapshotId, UnfError } from "@unf/core/base";
import type { ActionOutcome, RestoreOutcome, UndoOutcome } from "@unf/core/orders";
import * as offered from "./index.ts";
import type * as Declared from "./public.ts";

/** `true` where every value of `A` is one of `B`, and the other way round. */
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

/** The same without the brands, which a program that imports `unf` does not know. */
type Plain<T> = {
  [K in keyof T]: T[K] extends RelPath
    ? string
    : T[K] extends SnapshotId | null
      ? number | null
      : T[K];
};

/** The part of an order's file that every face tells: the library's part of it. */
type Told<O extends ActionOutcome, More extends keyof ActionOutcome> = Plain<
  Pick<O, "path" | "action" | "why" | "rescued" | More>
> & { readonly failed: boolean };

// Checked by the compiler: what is offered is what is declared, no more and no less.
offered satisfies typeof Declared;
true satisfies Same<keyof typeof offered, keyof typeof Declared>;
true satisfies Same<Told<RestoreOutcome, "from" | "to">, Declared.RestoreAction>;
true satisfies Same<Told<UndoOutcome, "merged">, Declared.InvertAction>;
true satisfies Same<ErrorCode, Declared.ErrorCode>;
true satisfies UnfError extends Declared.UnfError ? true : false;

test("the library offers openProject, openTree and nothing else", () => {
  assert.deepEqual(Object.keys(offered), ["openProject", "openTree"]);
});

test("the public types stand alone: they import nothing", () => {
  const text = readFileSync(new URL("./public.ts", import.meta.url), "utf8");
  assert.doesNotMatch(text, /^\s*(?:import|export .* from)\b|\bimport\(/m);
});
