import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type IgnoreRule, parseIgnoreLine } from "./ignore-rule.ts";
import { PatternSet } from "./pattern-set.ts";

const lines = [
  ..."a ab abc a* ab* *.a *.b.a a/b /a /a/b a/* ?b [ab]* * *b ** a/** **/b a\\* \\a b/ ab*/ *.a/".split(
    " ",
  ),
];
const line = fc
  .tuple(fc.constantFrom("", "!"), fc.constantFrom(...lines))
  .map((parts) => parts.join(""));
const path = fc
  .array(fc.constantFrom("a", "b", "ab", "abc", "x.a", "x.b.a", "A", "a*"), {
    minLength: 1,
    maxLength: 3,
  })
  .map((names) => ({ name: names.at(-1) ?? "", path: names.join("/") }));

function rulesOf(texts: readonly string[]): IgnoreRule[] {
  return texts.flatMap((text, index) => parseIgnoreLine(text, index + 1) ?? []);
}

test("many rules together answer like each by itself, and the last one decides", () => {
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 12, size: "max" }),
      fc.array(path, { minLength: 1, maxLength: 8 }),
      fc.boolean(),
      fc.boolean(),
      (texts, paths, directory, ignoreCase) => {
        const rules = rulesOf(texts);
        const set = new PatternSet(rules, { ignoreCase });
        for (const one of paths) {
          const expected = rules.findLast(
            (rule) =>
              new PatternSet([rule], { ignoreCase }).last(one.name, one.path, directory) === rule,
          );
          assert.equal(set.last(one.name, one.path, directory), expected);
        }
      },
    ),
    { numRuns: 500 },
  );
});

test("a set answers the same after thousands of paths", () => {
  const set = new PatternSet(rulesOf(["x[0-9]*.ts", "/a/**/[b]"]), { ignoreCase: false });
  for (let i = 0; i < 2000; i += 1) {
    assert.equal(set.last(`x${i}.ts`, `q/x${i}.ts`, false)?.line, 1);
    assert.equal(set.last("b", `a/${i}/b`, false)?.line, 2);
    assert.equal(set.last("c", `a/${i}/c`, false), undefined);
  }
});

test("however many there are, names, endings and beginnings are looked up, and the last one decides", () => {
  const many = Array.from({ length: 2500 }, (_, i) => [`*x${i}*`, `name${i}`, `y${i}z*`]).flat();
  const set = new PatternSet(rulesOf(many), { ignoreCase: false });
  const line = (name: string) => set.last(name, name, false)?.line;
  assert.equal(line("ax1999b"), 1 + 1999 * 3);
  assert.equal(line("ax2499b"), 1 + 2499 * 3);
  assert.equal(line("name2499"), 2 + 2499 * 3);
  assert.equal(line("y2499z"), 3 + 2499 * 3);
});

test("no path takes more steps than the work a set announces", () => {
  const hostile = [
    ...Array.from({ length: 300 }, (_, i) => `/**/*b*/**/*c${i}*`),
    ...Array.from({ length: 300 }, (_, i) => `*a*a*a*${i}`),
    ...Array.from({ length: 100 }, (_, i) => `/**/*a/[!b]/*/**/x${i}`),
  ];
  const set = new PatternSet(rulesOf(hostile), { ignoreCase: false });
  for (const name of ["a", "b", "aaaaaaab", "c"]) {
    const path = `${name}/`.repeat(4000 / (name.length + 1));
    const tally = { steps: 0 };
    assert.equal(set.last("a".repeat(255), path + "a".repeat(95), false, tally), undefined);
    assert.ok(tally.steps > 10_000, "the steps are counted");
    assert.ok(tally.steps <= set.work, `${tally.steps} of ${set.work}`);
  }
});
