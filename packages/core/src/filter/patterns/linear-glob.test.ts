import assert from "node:assert/strict";
import { test } from "node:test";
import { propertyRuns } from "@unf/test";
import fc from "fast-check";
import { LinearGlob } from "./linear-glob.ts";
import { PathMatcher } from "./package-globs.ts";

// The package `ignore` is the judge of matches here, and git is in
// test/differential/ignore.test.ts.

const char = fc.constantFrom(..."aAbB-]^!.");
const piece = fc.oneof(
  char,
  fc.constantFrom("*", "*", "?", "**", "\\a", "\\*", "\\[", "\\\\", "***"),
  fc.constantFrom(
    "[ab]",
    "[!a]",
    "[^B]",
    "[a-c]",
    "[]a]",
    "[a-]",
    "[\\]a]",
    "[--0]",
    "[c-a]",
    "[a/b]",
  ),
  fc.constantFrom(
    "[[:alpha:]]",
    "[[:upper:]b]",
    "[[:nope:]]",
    "[[:",
    "[a",
    "[A-b]",
    "[[:digit]",
    "[/]",
  ),
);
const segment = fc.oneof(
  fc.constantFrom("**", "**", "*", "a", "***", "*b*"),
  fc.array(piece, { minLength: 1, maxLength: 5 }).map((pieces) => pieces.join("")),
);
const pattern = fc.oneof(
  fc.array(segment, { minLength: 1, maxLength: 6 }).map((names) => `/${names.join("/")}`),
  segment.filter((text) => !text.includes("/")),
);
const name = fc
  .array(fc.constantFrom(..."aaabAB-]*\\^![."), { minLength: 1, maxLength: 5 })
  .map((chars) => chars.join(""))
  .filter((text) => text !== "." && text !== "..");
const path = fc.array(name, { minLength: 1, maxLength: 6 });

test("it matches what the package matches", () => {
  const runs = propertyRuns(3000);
  let matched = 0;
  fc.assert(
    fc.property(
      pattern,
      fc.array(path, { minLength: 5, maxLength: 20 }),
      fc.boolean(),
      (text, paths, ignoreCase) => {
        const linear = new LinearGlob(text, { ignoreCase });
        const whole = new PathMatcher([text], { ignoreCase });
        for (const names of text.startsWith("/") ? paths : paths.flat().map((one) => [one])) {
          const one = names.join("/");
          const asked = (ignoreCase ? one.toLowerCase() : one).split("/");
          const expected = whole.matches(one);
          if (expected) matched += 1;
          assert.equal(linear.matches(asked), expected, `${text} on ${one}`);
        }
      },
    ),
    { numRuns: runs },
  );
  assert.ok(matched > runs / 3, `only ${matched} matches`);
});

test("no path takes more steps than the bound says, whatever the pattern", () => {
  const longPath = fc.array(name, { minLength: 1, maxLength: 8 }).map((names) => {
    const part = `${names.join("/")}/`;
    return part
      .repeat(Math.floor(4095 / part.length))
      .slice(0, -1)
      .split("/");
  });
  const longName = name.map((text) => text.repeat(Math.floor(255 / text.length)));
  fc.assert(
    fc.property(pattern, longPath, longName, fc.boolean(), (text, names, single, ignoreCase) => {
      const glob = new LinearGlob(text, { ignoreCase });
      const tally = { steps: 0 };
      glob.matches(text.startsWith("/") ? names : [single], tally);
      assert.ok(tally.steps <= glob.stepsMax, `${text}: ${tally.steps} of ${glob.stepsMax}`);
    }),
    { numRuns: propertyRuns(500) },
  );
});

test("twice the path takes twice the steps, however many wildcards there are", () => {
  for (const text of [
    "/**/*b*/**/*c1*",
    "/**/a/**/a/**/a/**/b",
    "/a/**/*a*/*a*/**/a*b*c",
    "/**/*a*a*a*a*b/**/x",
    "/**/?/?/?/b/**/x",
    `/${"**/a/".repeat(500)}b`,
  ]) {
    const glob = new LinearGlob(text, { ignoreCase: false });
    const steps = (depth: number) => {
      const tally = { steps: 0 };
      const names = Array.from({ length: depth }, (_, at) => (at % 3 === 2 ? "ba" : "aaaa"));
      assert.equal(glob.matches([...names, "q", "x1"], tally), false);
      return tally.steps;
    };
    assert.ok(steps(4000) <= 2 * steps(2000) + 1000, text);
  }
});
