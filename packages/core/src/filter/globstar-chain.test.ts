import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { GlobstarChain, isGlobstarChain } from "./globstar-chain.ts";
import { PathMatcher } from "./path-matcher.ts";

const segment = fc.constantFrom("**", "**", "a", "b", "*", "a*", "?", "[ab]");
const pattern = fc
  .array(segment, { minLength: 4, maxLength: 9 })
  .map((segments) => `/${segments.join("/")}`)
  .filter(isGlobstarChain);
const path = fc
  .array(fc.constantFrom("a", "b", "ab"), { minLength: 1, maxLength: 8 })
  .map((names) => names.join("/"));

test("a chain of globstars matches what its regular expression matches", () => {
  fc.assert(
    fc.property(pattern, fc.array(path, { minLength: 10, maxLength: 30 }), (text, paths) => {
      const options = { ignoreCase: false };
      const chain = new GlobstarChain(text, options);
      const whole = new PathMatcher([text], options);
      for (const one of paths) {
        assert.equal(chain.matches(one), whole.matches(one), `${text} on ${one}`);
      }
    }),
    { numRuns: 1000 },
  );
});

test("a chain is done with a deep path that it does not match", () => {
  // As one regular expression this takes longer than anybody waits.
  const chain = new GlobstarChain(`/x${"/**/a".repeat(12)}/b`, { ignoreCase: false });
  assert.equal(chain.matches(`x${"/a".repeat(2000)}`), false);
  assert.equal(chain.matches(`x${"/a".repeat(2000)}/b`), true);
});
