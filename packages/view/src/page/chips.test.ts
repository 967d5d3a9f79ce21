import assert from "node:assert/strict";
import { test } from "node:test";
import { parseAddress } from "./address.ts";
import {
  addChip,
  chipsOf,
  completeAuthor,
  parseChip,
  removeChip,
  renderChip,
  suggest,
} from "./chips.ts";

const start = parseAddress("");

test("a typed word is a glob, an author, a kind or text", () => {
  assert.deepEqual(parseChip(" src/** "), { field: "include", value: "src/**" });
  assert.deepEqual(parseChip("-dist/**"), { field: "exclude", value: "dist/**" });
  assert.deepEqual(parseChip("by:claude-code"), { field: "authors", value: "claude-code" });
  assert.deepEqual(parseChip("is:turn"), { field: "kinds", value: "turn" });
  assert.deepEqual(parseChip("why is a/b so?"), { field: "text", value: "why is a/b so?" });
  assert.deepEqual(parseChip("is:tern"), { field: "text", value: "is:tern" }, "no kind");
  assert.equal(parseChip("  "), undefined);
  assert.equal(parseChip("-"), undefined);
});

test("an author is known by the beginning of a name that one alone has, and by you", () => {
  const offered = ["by:human", "by:claude-code", "by:codex", "is:turn"].flatMap(
    (typed) => parseChip(typed) ?? [],
  );
  const authorOf = (typed: string) => {
    const chip = parseChip(typed);
    assert.ok(chip);
    return renderChip(completeAuthor(chip, offered));
  };
  assert.equal(authorOf("by:claude"), "by:claude-code");
  assert.equal(authorOf("by:c"), "by:c", "two begin so");
  assert.equal(authorOf("by:codex"), "by:codex");
  assert.equal(authorOf("by:gemini"), "by:gemini");
  assert.equal(authorOf("by:you"), "by:human");
  assert.equal(authorOf("turn"), "turn");
});

test("chips are added once and taken away alone", () => {
  const chips = ["src/**", "-dist/**", "by:pi", "is:gap", "words"];
  const filter = chips.reduce((state, typed) => {
    const chip = parseChip(typed);
    assert.ok(chip);
    return addChip(addChip(state, chip), chip);
  }, start);
  assert.deepEqual(chipsOf(filter).map(renderChip), chips);
  assert.deepEqual(chipsOf(filter).reduce(removeChip, filter), start);
});

test("suggestions that begin as typed stand before those that contain it", () => {
  const offered = ["by:declan", "by:cl", "claw/**"].map((typed) => parseChip(typed));
  const chips = offered.flatMap((chip) => chip ?? []);
  assert.deepEqual(suggest("CL", chips).map(renderChip), ["claw/**", "by:declan", "by:cl"]);
  assert.deepEqual(suggest(" ", chips), []);
});
