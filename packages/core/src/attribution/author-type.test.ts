import assert from "node:assert/strict";
import { test } from "node:test";
import type { WallMs } from "../base/brand.ts";
import { type Author, unknownAuthor } from "../timeline/author.ts";
import { decideAuthorType } from "./author-type.ts";
import { planPresence } from "./presence.ts";

const agent: Author = { ...unknownAuthor, agent: "codex", confidence: "window" };
const row = { author: unknownAuthor, operation: null, cause: "event" } as const;
const alone = () => false;

test("only what was seen to change while no agent was about is a person's", () => {
  assert.equal(decideAuthorType(row, alone), "human");
  assert.equal(
    decideAuthorType(row, () => true),
    "unknown",
  );
  for (const cause of ["sweep", "baseline", "excluded"] as const) {
    assert.equal(decideAuthorType({ ...row, cause }, alone), "unknown", cause);
  }
  assert.equal(decideAuthorType({ ...row, author: agent }, alone), "agent");
  const ambiguous = { ...unknownAuthor, confidence: "ambiguous" } as const;
  assert.equal(decideAuthorType({ ...row, author: ambiguous }, alone), "agent");
  const [one, two] = [{ session: "s-1" }, { session: "s-2" }];
  const typeOf = (candidates: readonly { session: string }[]) =>
    decideAuthorType({ ...row, author: ambiguous }, alone, candidates);
  assert.equal(typeOf([one, two]), "agent");
  assert.equal(typeOf([one, one]), "unknown");
  assert.equal(decideAuthorType({ ...row, operation: 3, cause: "operation" }, alone), "unf");
});

test("an agent is about from the start of its session until what it wrote last is recorded", () => {
  const at = (ms: number) => ms as WallMs;
  const isAbout = planPresence([
    { startedAt: at(90_000), endedAt: null },
    { startedAt: at(20_000), endedAt: at(30_000) },
    { startedAt: at(10_000), endedAt: at(40_000) },
    { startedAt: at(60_000), endedAt: at(61_000) },
  ]);
  const about = [9_999, 10_000, 35_000, 43_000, 43_001, 60_000, 64_001, 90_000, 1e12].map((ms) =>
    isAbout(at(ms)),
  );
  assert.deepEqual(about, [false, true, true, true, false, true, false, true, true]);
  assert.equal(planPresence([])(at(5)), false);
});

test("while a session rested that was taken up again, its agent was not about", () => {
  const at = (ms: number) => ms as WallMs;
  const pauses = [
    { from: at(10_000), to: at(50_000), by: "session_end" },
    { from: at(60_000), to: at(90_000), by: "timeout" },
  ] as const;
  const isAbout = planPresence([{ startedAt: at(5_000), endedAt: null, pauses }]);
  assert.deepEqual(
    [5_000, 13_000, 13_001, 49_999, 50_000, 63_000, 89_999, 90_000, 1e12].map((ms) =>
      isAbout(at(ms)),
    ),
    [true, true, false, false, true, true, false, true, true],
  );
});
