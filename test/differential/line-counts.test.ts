import assert from "node:assert/strict";
import { test } from "node:test";
import { countLines, defaultLineBudget, type LineBudget } from "@unf/core/lines";
import { testSeed } from "../kit/index.ts";
import { countByGit } from "./lines-git.ts";
import { type Pair, perKind, realPairs } from "./lines-pairs.ts";
import { seededRandom } from "./lines-random.ts";
import { shapedPairs } from "./lines-shapes.ts";

const seed = testSeed();

/** Compares every pair and prints how many agree; the pairs that do not, and those over budget. */
function compareWithGit(label: string, pairs: readonly Pair[], budget: LineBudget) {
  const differing: string[] = [];
  const overBudget: string[] = [];
  let binary = 0;
  const byGit = countByGit(pairs);
  pairs.forEach(({ name, before, after }, at) => {
    const git = byGit[at];
    const counts = countLines(before, after, budget);
    if (git === undefined) binary++;
    else if (!counts.exact) overBudget.push(name);
    else if (counts.added !== git.added || counts.removed !== git.removed) {
      differing.push(`${name}: ${counts.added}/${counts.removed}, git ${git.added}/${git.removed}`);
    }
  });
  const compared = pairs.length - binary - overBudget.length;
  const share = ((100 * (compared - differing.length)) / compared).toFixed(2);
  console.log(
    `${label}: ${pairs.length} pairs, ${compared} compared, ${share} % equal to git, ${overBudget.length} over budget`,
  );
  return { differing, overBudget, compared };
}

test("line counts of real files equal git diff --numstat, all within the budget", () => {
  const result = compareWithGit("real files", realPairs(seededRandom(seed)), defaultLineBudget);
  assert.deepEqual(result.differing, []);
  assert.deepEqual(result.overBudget, []);
  assert.ok(result.compared > 2 * perKind, `only ${result.compared} pairs were compared`);
});

test("no count is smaller than that of git diff --minimal", () => {
  // Why the search is git's and not just a shortest one: docs/decision/0003-line-counts.md.
  const pairs = realPairs(seededRandom(seed));
  const shortest = countByGit(pairs, "--minimal");
  let differing = 0;
  pairs.forEach(({ name, before, after }, at) => {
    const least = shortest[at]?.added ?? 0;
    const { added } = countLines(before, after);
    assert.ok(added >= least, `${name}: ${added} added, with --minimal ${least}`);
    if (added !== least) differing++;
  });
  console.log(`real files: ${differing} of ${pairs.length} differ with --minimal`);
});

test("line counts of hard shapes equal git diff --numstat when the budget is unlimited", () => {
  const unlimited = { steps: Number.POSITIVE_INFINITY };
  const pairs = shapedPairs(seededRandom(seed));
  const result = compareWithGit("shapes", pairs, unlimited);
  assert.deepEqual(result.differing, []);
  assert.ok(result.compared > 0.85 * pairs.length, `only ${result.compared} pairs were compared`);
});
