import { chooseFirstRename, chooseLast, chooseLastRename } from "../row/choose-calls.ts";
import { cutOperation } from "../row/cut-operation.ts";
import { failOperation } from "../row/fail-operation.ts";
import { type KillOperation, killOperation } from "../row/kill-operation.ts";
import { saveMeanwhile } from "../row/save-meanwhile.ts";
import type { Mutant } from "./mutants.ts";

const change = "packages/engine/src/change";

/** A row that kills a restore. */
const kill =
  (how: Pick<KillOperation, "choose" | "chooseFailing">): Mutant["row"] =>
  async (tree, interposer) => {
    const { measures } = await killOperation({ interposer, operation: "restore", ...how, tree });
    return measures;
  };

/** Ways to break operations. */
export const operationMutants: readonly Mutant[] = [
  {
    name: "new contents are written over the old ones",
    replacements: [
      {
        file: `${change}/stage/swap.ts`,
        text: "  const own = fs.lstat(aside);",
        by: `  const own = fs.lstat(aside);
  const read = fs.read(aside, 1000);
  if (read.kind !== "content") return false;
  fs.remove(place);
  if (read.stat.kind === "link") fs.symlink(place, read.bytes);
  else fs.writeNew(place, read.bytes, { mode: read.stat.mode & 0o777, sync: true });
  fs.remove(aside);
  onPlaced?.();
  if (own !== undefined) return true;`,
      },
    ],
    caughtBy: ["halfTrees"],
    row: async (tree, interposer) => {
      const row = { interposer, operation: "restore", actions: ["EIO"], tree } as const;
      return (await failOperation({ ...row, span: "once", choose: "placing" })).measures;
    },
  },
  {
    name: "the tree is changed before the operation is decided",
    replacements: [
      {
        file: `${change}/run/run-operation.ts`,
        text: `    await this.#commit();
    this.#order.atWork.enter("applying", this.#steps.length);
    try {
      await this.#apply(this.#steps);`,
        by: `    this.#order.atWork.enter("applying", this.#steps.length);
    try {
      await this.#apply(this.#steps);
      await this.#commit();`,
      },
    ],
    caughtBy: ["halfTrees"],
    row: kill({ choose: chooseLastRename }),
  },
  {
    name: "an operation is taken back after it was done",
    replacements: [
      {
        file: `${change}/run/run-operation.ts`,
        text: "    await this.#finish();\n",
        by: `    const { timeline, clock } = this.#site.ports;
    timeline.finishOperation(this.#id, { at: clock.wall(), state: "done" });
    try {
      await this.#finish();
    } catch (thrown) {
      await this.#takeBack(thrown);
    }
`,
      },
    ],
    caughtBy: ["halfTrees"],
    row: kill({ chooseFailing: chooseLast, choose: chooseLastRename }),
  },
  {
    name: "what stands at a path is not recorded before it is replaced",
    replacements: [
      {
        file: `${change}/stage/secure.ts`,
        text: "  // An equal stat proves nothing",
        by: `  if (address !== "") return { kind: "recorded", seen: { stat: site.context.fs.lstat(address) } };\n  // An equal stat proves nothing`,
      },
    ],
    caughtBy: ["contentLost"],
    row: (tree, interposer) => saveMeanwhile({ interposer, operation: "restore", tree }),
  },
  {
    name: "an operation is decided before what it staged is durable",
    replacements: [
      {
        file: `${change}/stage/stage.ts`,
        text: "{ mode: to.mode & 0o777, sync }",
        by: "{ mode: to.mode & 0o777, sync: sync && false }",
      },
    ],
    caughtBy: ["halfTrees"],
    row: (tree, interposer) =>
      cutOperation({ interposer, operation: "restore", cuts: ["answered"], tree }),
  },
  {
    name: "a recovery leaves what was staged",
    replacements: [
      {
        file: `${change}/run/recover-operations.ts`,
        text: "    if (!(await clearStaged(worktree, { id, steps, breathe }, keep))) noteStagedLeft(site, id);",
        by: "    void [clearStaged, keep];",
      },
    ],
    caughtBy: ["leftovers"],
    row: kill({ choose: chooseFirstRename }),
  },
];
