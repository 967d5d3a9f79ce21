import assert from "node:assert/strict";
import { test } from "node:test";
import { isLongForm, testSeed } from "../kit/index.ts";
import { scoreOf, type Verdict } from "./judge.ts";
import { type Run, recordRun } from "./record-run.ts";
import { renderScores, renderWrong } from "./render-scores.ts";

// Agents and a person in processes of their own work in one project, say what they did, and what was
// recorded is compared with that. `UNF_ATTRIBUTION=long` plays more of it, and is stricter.
const isLong = isLongForm("UNF_ATTRIBUTION");
const wanted = isLong ? { precision: 0.99, recall: 0.95 } : { precision: 0.85, recall: 0.85 };
const rounds = isLong ? 12 : 4;

const first = testSeed();
const seeds = Array.from({ length: isLong ? 5 : 1 }, (_, index) => first + index);

for (const seed of seeds) {
  test(`agents are named for what they did and for nothing else, seed ${seed}`, async () => {
    const agents = isLong ? 1 + (seed % 4) : 3;
    const run = await recordRun({ seed, rounds, agents, hooks: true });
    console.log(renderScores(run));
    const { precision, recall } = scoreOf(run.verdicts.filter(isTellable));
    const wrong = renderWrong(run);
    if (isLong) console.log(wrong);
    assert.ok(precision >= wanted.precision, `precision ${precision}\n${wrong}`);
    assert.ok(recall >= wanted.recall, `recall ${recall}\n${wrong}`);
    const deletions = run.verdicts.filter(({ deed }) => deed.content === null);
    assert.ok(deletions.length > 0, "nothing was deleted");
    assertClaimsNameNobodyElse(run);
  });
}

test("without hooks nobody is named", async () => {
  const run = await recordRun({ seed: first, rounds: 1, agents: 2, hooks: false });
  assert.ok(run.verdicts.length > 0);
  for (const { row } of run.verdicts) assert.equal(row.confidence, "unknown", row.path);
});

/** False for a person's edit while a command runs: only the process that writes would tell. */
function isTellable({ deed }: Verdict): boolean {
  return deed.means !== "intruder" && deed.means !== "slow intruder";
}

/** A claim names nobody for a file that its agent never was to change. */
function assertClaimsNameNobodyElse(run: Run): void {
  const { verdicts, untold, cast } = run;
  for (const row of [...verdicts.map(({ row }) => row), ...untold]) {
    if (row.confidence !== "hook") continue;
    const named = cast.agents.find(({ name }) => name === row.agent);
    const why = `${row.agent} never touched ${row.path}`;
    if (named?.meantToChange(row.path) !== true) assert.fail(`${why}\n${tellOf(run, row.path)}`);
  }
}

/** The deeds and rows in the directory of the path. */
function tellOf({ verdicts, untold, cast }: Run, path: string): string {
  const beside = path.slice(0, path.lastIndexOf("/") + 1);
  const rows = [...verdicts.map(({ row }) => row), ...untold];
  const near = [...rows, ...cast.deeds].filter((one) => one.path.startsWith(beside));
  return near.map((one) => JSON.stringify(one)).join("\n");
}
