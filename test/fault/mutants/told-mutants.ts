import { noFindings } from "../checker/measures.ts";
import type { Mutant } from "./mutants.ts";
import { playTest } from "./play-test.ts";

const project = "packages/engine/src/project";
const knowledge = `${project}/knowledge.ts`;

/** Plays what a flush records that looks at nothing but what hints told of. */
const told =
  (file: string): Mutant["row"] =>
  async (tree) => {
    const measures = noFindings();
    measures.finalMissed.push(...playTest(tree, file));
    return measures;
  };

const inEngine = told("test/engine/told.test.ts");
const inSweeps = told("test/engine/known-directories.test.ts");

/** A flush that relies on hints, and a sweep that relies on stats, where they do not tell everything. */
export const toldMutants: readonly Mutant[] = [
  {
    name: "a barrier answers before earlier events are handed over",
    replacements: [
      {
        file: "packages/watch/src/inotify/inotify-instance.ts",
        text: "    this.#barriers.set(watch, done);\n",
        by: '    done("reached");\n',
      },
    ],
    caughtBy: ["finalMissed"],
    row: told("test/conformance/watcher-inotify.test.ts"),
  },
  {
    name: "a flush relies on hints while a gap is open",
    replacements: [{ file: knowledge, text: "gaps.count === 0", by: "gaps.count >= 0" }],
    caughtBy: ["finalMissed"],
    row: inEngine,
  },
  {
    name: "a flush relies on the hints of a watch under which nothing was swept",
    replacements: [
      { file: knowledge, text: " && attachment.epoch === epoch", by: " && epoch >= 0" },
    ],
    caughtBy: ["finalMissed"],
    row: inEngine,
  },
  {
    name: "a flush relies on the hints of a watch that does not tell all",
    replacements: [{ file: knowledge, text: "attachment.tellsAll && ", by: "" }],
    caughtBy: ["finalMissed"],
    row: inEngine,
  },
  {
    name: "a second name of a file puts nothing in doubt",
    replacements: [
      {
        file: "packages/engine/src/capture/hard-links.ts",
        text: "      if (!isKnown) this.#onNew();\n",
        by: "",
      },
    ],
    caughtBy: ["finalMissed"],
    row: inEngine,
  },
  {
    name: "a sweep that failed is forgotten",
    replacements: [{ file: knowledge, text: "    this.#doubts += 1;\n", by: "" }],
    caughtBy: ["finalMissed"],
    row: inEngine,
  },
  {
    name: "verdicts are kept when rules change in a directory that is not watched",
    replacements: [{ file: knowledge, text: " && isSame(swept.rules, this.#readRules())", by: "" }],
    caughtBy: ["finalMissed"],
    row: inEngine,
  },
  {
    name: "a flush does not wait for directories to be watched again",
    replacements: [{ file: knowledge, text: " && !rules.isRewatching", by: "" }],
    caughtBy: ["finalMissed"],
    row: inEngine,
  },
  {
    name: "a flush relies on hints in the middle of a mass change",
    replacements: [{ file: knowledge, text: "mass.pace === undefined && ", by: "" }],
    caughtBy: ["finalMissed"],
    row: inEngine,
  },
  {
    name: "a flush takes a sweep that waits behind it for done",
    replacements: [
      { file: `${project}/sweep-requests.ts`, text: "    this.#underWay = tops;\n", by: "" },
    ],
    caughtBy: ["finalMissed"],
    row: inEngine,
  },
  {
    name: "a flush leaves known hard links alone",
    replacements: [
      {
        file: `${project}/project.ts`,
        text: "    this.context.hardLinks.look(",
        by: "    this.context.hardLinks.lookWhenDue(",
      },
    ],
    caughtBy: ["finalMissed"],
    row: inEngine,
  },
  {
    name: "a verdict is kept although a rule above it changed",
    replacements: [
      {
        file: "packages/engine/src/sweep/survey.ts",
        text: "rules !== undefined && known?.rules === rules",
        by: "known !== undefined",
      },
    ],
    caughtBy: ["finalMissed"],
    row: inSweeps,
  },
  {
    name: "a directory counts as known although something in it could not be recorded",
    replacements: [
      {
        file: "packages/engine/src/sweep/survey.ts",
        text: "stamp: isDue ? undefined : level.stamp",
        by: "stamp: isDue ? level.stamp : level.stamp",
      },
    ],
    caughtBy: ["finalMissed"],
    row: inSweeps,
  },
  {
    name: "a sweep passes over what is gone before a directory that is known",
    replacements: [
      {
        file: "packages/engine/src/sweep/survey.ts",
        text: "if (above?.isKnown === false) {",
        by: "if (above === null) {",
      },
    ],
    caughtBy: ["finalMissed"],
    row: inSweeps,
  },
  {
    name: "a sweep keeps verdicts by rules that stand in no directory it lists",
    replacements: [
      {
        file: "packages/engine/src/sweep/known-directories.ts",
        text: "    if (outside !== this.#outside) this.clear();\n",
        by: "",
      },
    ],
    caughtBy: ["finalMissed"],
    row: inSweeps,
  },
];
