import { cutAtCalls } from "../row/cut-calls.ts";
import { killAtEveryCall } from "../row/kill-calls.ts";
import type { Mutant } from "./mutants.ts";

/** Ways to break packing. */
export const packMutants: readonly Mutant[] = [
  {
    name: "objects go before their pack is durable",
    replacements: [
      {
        file: "packages/store/src/packs/pack-writer.ts",
        text: "    fs.syncFile(this.#temporary);\n    await this.#verify",
        by: "    await this.#verify",
      },
    ],
    caughtBy: ["rowsWithoutBlob", "rowsBadBlob", "contentLost"],
    row: async (tree, interposer) => {
      // When the fourth pack is in its place: what the third one has is no object any more.
      const choose = (calls: readonly string[]): number[] =>
        calls.flatMap((call, at) => (/^rename .*\/packs\//.test(call) ? at + 3 : [])).slice(3, 4);
      const row = await cutAtCalls({ interposer, scenario: "packing", choose, tree });
      return typeof row === "string" ? row : row.measures;
    },
  },
  {
    name: "objects go as they are read",
    replacements: [
      {
        file: "packages/engine/src/keep/packing/cold-chains.ts",
        text: "    yield { hash, bytes };",
        by: "    onPacked(hash);\n    yield { hash, bytes };",
      },
    ],
    caughtBy: ["rowsWithoutBlob", "contentLost"],
    row: async (tree, interposer) => {
      // The one before the last is not merged out of other packs.
      const choose = (calls: readonly string[]): number[] =>
        calls.flatMap((call, at) => (/^rename .*\/packs\//.test(call) ? at : [])).slice(-2, -1);
      const row = { interposer, scenario: "packing", choose, tree } as const;
      return (await killAtEveryCall(row)).measures;
    },
  },
];
