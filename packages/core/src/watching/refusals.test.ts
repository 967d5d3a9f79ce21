import assert from "node:assert/strict";
import { test } from "node:test";
import type { AbsPath } from "../base/brand.ts";
import { decideWatch, type WatchFacts } from "./refusals.ts";

const facts = (given: Partial<Record<keyof WatchFacts, unknown>>): WatchFacts =>
  ({
    root: "/home/a/src/shop" as AbsPath,
    found: "directory",
    ownerUid: 1000,
    uid: 1000,
    userHome: "/home/a" as AbsPath,
    unfHome: "/home/a/.unfudged" as AbsPath,
    isConfirmed: false,
    ...given,
  }) as WatchFacts;

const codeOf = (given: Partial<Record<keyof WatchFacts, unknown>>) =>
  decideWatch(facts(given))?.code;

test("a directory of one's own is watched", () => {
  assert.equal(codeOf({}), undefined);
  assert.equal(codeOf({ root: "/srv/shop" }), undefined);
});

test("what is missing or no directory is not found", () => {
  assert.equal(codeOf({ found: "missing" }), "not_found");
  assert.equal(codeOf({ found: "other" }), "not_found");
});

test("the root of the file system is refused, confirmed or not", () => {
  assert.equal(codeOf({ root: "/" }), "refused");
  assert.equal(codeOf({ root: "/", isConfirmed: true, unfHome: "/x" }), "refused");
});

test("the store, what lies in it and what contains it are refused", () => {
  for (const root of ["/home/a/.unfudged", "/home/a/.unfudged/objects", "/home"]) {
    assert.equal(codeOf({ root, isConfirmed: true }), "refused", root);
  }
  assert.equal(codeOf({ unfHome: "/home/a/src/shop/.history" }), "refused");
  // A neighbour with the same beginning is none of them.
  assert.equal(codeOf({ root: "/home/a/.unfudged-notes" }), undefined);
});

test("the home directory needs a yes, although the default store lies in it", () => {
  assert.equal(codeOf({ root: "/home/a" }), "needs_confirmation");
  assert.equal(codeOf({ root: "/home/a", isConfirmed: true }), undefined);
  assert.equal(codeOf({ root: "/home/a", isConfirmed: true, ownerUid: 0 }), "refused");
});

test("another user's directory is refused, also for root", () => {
  assert.equal(codeOf({ ownerUid: 1001 }), "refused");
  assert.equal(codeOf({ ownerUid: 1000, uid: 0 }), "refused");
  assert.equal(codeOf({ ownerUid: undefined, uid: undefined }), undefined);
});
