import assert from "node:assert/strict";
import { test } from "node:test";
import { failing } from "../checker/measures.ts";
import { openInterposer } from "../native/interposer.ts";
import { isLong, openStage } from "../stage.ts";
import { agentMutants } from "./agent-mutants.ts";
import { collectMutants } from "./collect-mutants.ts";
import { copyTree } from "./copy-tree.ts";
import { forgetMutants } from "./forget-mutants.ts";
import { migrationMutants } from "./migration-mutants.ts";
import { mutants } from "./mutants.ts";
import { operationMutants } from "./operation-mutants.ts";
import { packMutants } from "./pack-mutants.ts";
import { pruneMutants } from "./prune-mutants.ts";
import { screenMutants } from "./screen-mutants.ts";
import { simulatedMutants } from "./simulated-mutants.ts";
import { toldMutants } from "./told-mutants.ts";
import { treeMutants } from "./tree-mutants.ts";

const all = [
  ...mutants,
  ...agentMutants,
  ...operationMutants,
  ...packMutants,
  ...forgetMutants,
  ...migrationMutants,
  ...collectMutants,
  ...pruneMutants,
  ...simulatedMutants,
  ...toldMutants,
  ...treeMutants,
  ...screenMutants,
];

test("each way to break the program is caught by the row that is there for it", async (t) => {
  using interposer = openInterposerOr();
  if (typeof interposer.opened === "string") {
    t.skip(interposer.opened);
    return;
  }
  using stage = openStage("disk");
  const tree = copyTree(stage.directory);
  let tried = 0;
  const missed: string[] = [];
  for (const [nth, { name, replacements, caughtBy, row }] of all.entries()) {
    // The texts to be replaced are looked up in any case: it fails where the program has changed there.
    tree.apply(replacements);
    const isPlayed = isLong || nth % 9 === 0;
    const found = isPlayed ? await row(tree.root, interposer.opened) : "only in the long form";
    tree.restore();
    if (typeof found === "string") {
      t.diagnostic(`not tried, ${found}: ${name}`);
      continue;
    }
    tried += 1;
    const counts = failing(found);
    const by = caughtBy.filter((measure) => counts[measure] !== undefined);
    if (by.length === 0) missed.push(name);
    t.diagnostic(`${by.length > 0 ? "caught" : "NOT CAUGHT"} ${JSON.stringify(counts)}: ${name}`);
  }
  console.log(`${tried - missed.length}/${tried} mutants caught`);
  assert.deepEqual(missed, []);
});

function openInterposerOr() {
  const opened = openInterposer();
  return {
    opened,
    [Symbol.dispose]: () => {
      if (typeof opened !== "string") opened[Symbol.dispose]();
    },
  };
}
