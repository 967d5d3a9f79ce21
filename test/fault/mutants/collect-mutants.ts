import { raceCollections } from "../row/race-collections.ts";
import type { Replacement } from "./copy-tree.ts";
import type { Mutant } from "./mutants.ts";

const folder = "packages/engine/src/keep/collect";

/** A content that got into the trash by mistake stays there, so that it can be seen. */
const noWayBack: Replacement = {
  file: `${folder}/collect.ts`,
  text: "if (needed.has(one.hash)) this.#restore(one);",
  by: "if (needed.has(one.hash)) continue;",
};

const row: Mutant["row"] = async (tree) =>
  (await raceCollections({ seed: 1, until: { rounds: 12 }, tree })).measures;

/** Ways to take away an object that somebody is about to need. */
export const collectMutants: readonly Mutant[] = [
  {
    name: "objects are collected by what was needed at the beginning, and without grace",
    replacements: [
      noWayBack,
      {
        file: `${folder}/collect.ts`,
        text: "batch.has(hash) && !isUsed(hash) && !this.#needed.isNeeded(hash);",
        by: "hash !== undefined || isUsed(hash);",
      },
      {
        file: `${folder}/collect.ts`,
        text: "changedAt <= this.#startedAt - limits.graceMs;",
        by: "changedAt <= this.#startedAt;",
      },
      {
        file: `${folder}/needed.ts`,
        text: "for (const timeline of this.#timelines) await this.#proveBy(timeline, candidates);",
        by: "void candidates;",
      },
    ],
    caughtBy: ["rowsWithoutBlob"],
    row,
  },
  {
    name: "rows that wait to be committed are not asked what they need",
    replacements: [
      noWayBack,
      {
        file: "packages/engine/src/contents/uses.ts",
        text: "isNoted(hash) || waiting.has(hash) || this.#isHeld(hash);",
        by: "hash === undefined;",
      },
    ],
    caughtBy: ["rowsWithoutBlob"],
    row,
  },
];
