import { noFindings } from "../checker/measures.ts";
import type { Mutant } from "./mutants.ts";
import { playTest } from "./play-test.ts";

const view = "packages/view/src";
const step = `${view}/screen/step.ts`;

/** Plays what the terminal's screen decides, which needs no terminal. */
const screen =
  (file: string): Mutant["row"] =>
  async (tree) => {
    const measures = noFindings();
    measures.finalMissed.push(...playTest(tree, file));
    return measures;
  };

const inPlan = screen(`${view}/screen/plan.test.ts`);
const inDialog = screen(`${view}/screen/dialog.test.ts`);
const inList = screen(`${view}/screen/list.test.ts`);
const inDrawing = screen(`${view}/screen/draw.test.ts`);
const inPages = screen(`${view}/happenings/listed.test.ts`);

/** A screen that lies about the history, or does what nobody said yes to. */
export const screenMutants: readonly Mutant[] = [
  {
    name: "Enter carries out a plan whose default is Cancel",
    replacements: [
      {
        file: `${view}/screen/dialog.ts`,
        text: "return dialog.isYes ? carryOut(state, dialog) : cancel(state);",
        by: "return carryOut(state, dialog);",
      },
    ],
    caughtBy: ["finalMissed"],
    row: inPlan,
  },
  {
    name: "a screen that is for looking only changes files",
    replacements: [
      {
        file: `${view}/screen/keys.ts`,
        text: "  if (state.readOnly !== undefined) return same(say(state, state.readOnly, true));\n",
        by: "",
      },
    ],
    caughtBy: ["finalMissed"],
    row: inPlan,
  },
  {
    name: "the letters of a pasted text are keys",
    replacements: [
      {
        file: "packages/tui/src/pasted.ts",
        text: "    if (this.#text.length < pastedMax) this.#text += text;\n    return true;\n",
        by: "    if (this.#text.length < pastedMax) this.#text += text;\n    return false;\n",
      },
    ],
    caughtBy: ["finalMissed"],
    row: screen("packages/tui/src/pasted.test.ts"),
  },
  {
    name: "the answer to an older question is listed",
    replacements: [
      {
        file: step,
        text: "      if (event.number !== state.asked.list) return same(state);\n",
        by: "",
      },
    ],
    caughtBy: ["finalMissed"],
    row: inList,
  },
  {
    name: "a page of a list that was left is put to another",
    replacements: [
      {
        file: step,
        text: "      if (event.number !== state.asked.older) return same(state);\n",
        by: "",
      },
    ],
    caughtBy: ["finalMissed"],
    row: inList,
  },
  {
    name: "versions of a list that was left are counted in another",
    replacements: [
      {
        file: step,
        text: "      if (event.number !== state.asked.count) return same(state);\n",
        by: "",
      },
    ],
    caughtBy: ["finalMissed"],
    row: screen(`${view}/screen/activity.test.ts`),
  },
  {
    name: "files of a happening are put to a list that was left",
    replacements: [
      {
        file: step,
        text: "      if (event.number !== state.asked.whole) return same(state);\n",
        by: "",
      },
    ],
    caughtBy: ["finalMissed"],
    row: inList,
  },
  {
    name: "happenings between a first page and older ones are left out without a word",
    replacements: [
      {
        file: `${view}/happenings/listed.ts`,
        text: "if (page.next === null || reach === -1) return page;",
        by: "if (page.next === null) return page;",
      },
    ],
    caughtBy: ["finalMissed"],
    row: inPages,
  },
  {
    name: "files of a happening of which some are not known go back without the others",
    replacements: [
      {
        file: `${view}/screen/orders.ts`,
        text: "const isWhole = (listing.more_paths ?? 0) === 0 && paths.length <= namedMax;",
        by: "const isWhole = paths.length <= namedMax;",
      },
    ],
    caughtBy: ["finalMissed"],
    row: inDialog,
  },
  {
    name: "other characters are written to a terminal that knows ASCII",
    replacements: [
      {
        file: `${view}/screen/draw.ts`,
        text: "viewing.isAscii ? asciiOnly(span.text) : span.text",
        by: "viewing.isAscii ? span.text : span.text",
      },
    ],
    caughtBy: ["finalMissed"],
    row: inDrawing,
  },
];
