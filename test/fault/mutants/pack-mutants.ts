import { killAtEveryCall } from "../row/kill-calls.ts";
import { cutPower } from "../row/power-cut.ts";
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
    row: (tree) => cutPower({ format: "ext4", cuts: [{ after: "packing" }], tree }),
  },
  {
    name: "objects go as they are read",
    replacements: [
      {
        file: "packages/engine/src/packing/cold-chains.ts",
        text: `if (found.kind === "found" && !found.isTrashed) yield`,
        by: `if (found.kind === "found") onPacked(hash);
    if (found.kind === "found" && !found.isTrashed) yield`,
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
