import assert from "node:assert/strict";
import { test } from "node:test";
import type { Counted } from "./state.ts";
import { day, Played, saved } from "./testing/played.ts";

const dayMs = 24 * 3_600_000;

/** A quiet year with one busy day, counted on the day that tests play on. */
const year: Counted = {
  from: day - 365 * dayMs,
  to: day,
  parts: [
    { from: day - 365 * dayMs, to: day - 364 * dayMs, weight: 10_000 },
    { from: day - dayMs, to: day - 1, weight: 4 },
  ],
};

const barsOf = (played: Played): string => {
  const row = played.text.split("\n")[1] ?? "";
  return row.slice(row.indexOf(" ", 1) + 1, row.lastIndexOf(" "));
};

const counts = (played: Played): number =>
  played.asked.filter(({ kind }) => kind === "count").length;

test("the row of activity goes from the first version on, also where only the newest are listed", () => {
  const played = new Played([saved(-3, "b.ts"), saved(-4, "a.ts")]);
  assert.match(played.text.split("\n")[1] ?? "", /^ 26-11-26 .* 26-11-26$/, "what is listed");
  played.tell({ kind: "counted", number: played.last("count").number, counted: year });
  assert.match(played.text.split("\n")[1] ?? "", /^ 25-11-27 .* 00:00:00$/);
  assert.match(barsOf(played), /^█ +▁$/, "what is little beside the rest is seen");
});

test("it is counted after the newest are there, anew when another list is, and not with each row", () => {
  const played = new Played([]).press("d", "d");
  const before = counts(played);
  played.list([saved(3, "c.ts")], "c-1");
  assert.equal(counts(played), before, "some of the newest come first");
  played.list([saved(3, "c.ts")], "c-1");
  const { number } = played.last("count");
  assert.equal(counts(played), before + 1);
  played.tell({ kind: "news" }).list([saved(4, "d.ts")]);
  assert.equal(counts(played), before + 1, "it is on its way");
  played.tell({ kind: "counted", number, counted: year }).tell({ kind: "news" });
  played.list([saved(5, "e.ts")]);
  assert.equal(counts(played), before + 1, "a moment is no column of a year");
  assert.match(barsOf(played), /▁$/);
  played.list([saved(60_000, "late.ts")]);
  assert.equal(counts(played), before + 2, "a week is");
  played.press("a").list([saved(5, "e.ts")]);
  assert.equal(played.last("count").question.only.author?.word, "human");
  played.tell({ kind: "counted", number, counted: year });
  assert.equal(played.state.counted, undefined, "of a list that was left");
  played.tell({ kind: "failed", of: "count", number: played.last("count").number, text: "no" });
  assert.equal(played.state.message, undefined);
});
