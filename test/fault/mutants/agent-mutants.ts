import { noFindings } from "../checker/measures.ts";
import type { Mutant } from "./mutants.ts";
import { playTest } from "./play-test.ts";

const played =
  (file: string): Mutant["row"] =>
  async (tree) => {
    const measures = noFindings();
    measures.finalMissed.push(...playTest(tree, file));
    return measures;
  };

const overMcp = played("packages/mcp/src/take-back.test.ts");

/** Ways to let an agent take back what is not its own. */
export const agentMutants: readonly Mutant[] = [
  {
    name: "a fork has as its own what the session it came from did after it",
    replacements: [
      {
        file: "packages/mcp/src/tool/own-turns.ts",
        text: "until === null || (end !== null && Date.parse(end) <= until)",
        by: "until === null || end !== undefined",
      },
    ],
    caughtBy: ["finalMissed"],
    row: overMcp,
  },
  {
    name: "a clock that was set back gives a fork more of where it comes from",
    replacements: [
      {
        file: "packages/core/src/sessions/lineage.ts",
        text: "Math.min(until, startedAt, ",
        by: "Math.min(startedAt, ",
      },
    ],
    caughtBy: ["finalMissed"],
    row: played("packages/core/src/sessions/lineage.test.ts"),
  },
  {
    name: "a fork from an earlier message has what came after it, too",
    replacements: [
      {
        file: "packages/core/src/sessions/lineage.ts",
        text: ", endOf(timeline, sharedTurn))",
        by: ")",
      },
    ],
    caughtBy: ["finalMissed"],
    row: played("packages/core/src/sessions/lineage.test.ts"),
  },
  {
    name: "a merge took back the work of whoever wrote the file before it",
    replacements: [
      {
        file: "packages/core/src/blame/merged-back.ts",
        text: "blocks.filter((one) => one.oldTo > one.oldFrom)",
        by: "[{ oldFrom: 0, oldTo: 1e9 }]",
      },
    ],
    caughtBy: ["finalMissed"],
    row: played("packages/core/src/blame/merged-back.test.ts"),
  },
  {
    name: "hunks count in a plan that did not number them",
    replacements: [
      {
        file: "packages/mcp/src/tool/take-back.ts",
        text: ' || shown.asked.hunks !== "list"',
        by: "",
      },
    ],
    caughtBy: ["finalMissed"],
    row: overMcp,
  },
  {
    name: "a session that goes on elsewhere stays that of the process before, too",
    replacements: [
      {
        file: "packages/engine/src/sessions/known-session.ts",
        text: "    known.processes = [];\n    known.agentProcess = undefined;\n",
        by: "",
      },
    ],
    caughtBy: ["finalMissed"],
    row: played("test/engine/sessions.test.ts"),
  },
];
