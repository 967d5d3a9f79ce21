import { type OpenHome, resolveScope } from "@unf/answers";
import type { VerifyReport } from "@unf/wiring";
import type { FlagTable } from "../frame/argv/flag.ts";
import { type Call, defineCommand } from "../frame/call/command.ts";
import { openProgress } from "../frame/call/progress.ts";
import type { Answer } from "../frame/print/answer.ts";
import { type Repair, repairAll } from "./repair.ts";
import { verifyJson } from "./report-json.ts";
import { renderVerify } from "./report-text.ts";

const flags = {
  "read-data": { kind: "switch", help: "Read every object and compare its digest" },
  repair: { kind: "switch", help: "Heal what can be healed; keep what was damaged in lost+found" },
  "dry-run": { kind: "switch", short: "n", help: "With --repair: only say what is damaged" },
  yes: { kind: "switch", short: "y", help: "Accepted for scripts; nothing is asked" },
} as const satisfies FlagTable;

export const verify = defineCommand({
  usage: ["verify [dir] [--read-data] [--repair]"],
  about: [
    "Checks that everything recorded is still there: every version has its content, the timelines are whole and agree with themselves. With a directory: only its project. Recording goes on meanwhile.",
    "--repair puts damaged contents again from files on disk that still hold them, rebuilds timelines from every row that can be read, and deletes nothing: what was damaged is kept in lost+found in unf's home. What is found nowhere is named, version by version.",
  ],
  flags,
  examples: [
    { line: "unf verify", does: "is every version's content there?" },
    { line: "unf verify --read-data", does: "the same, reading every byte" },
    { line: "unf verify --repair", does: "after a crash of the disk" },
  ],
  exits: {
    3: "the directory is not watched",
    6: "with --repair: a daemon runs and does not answer",
    7: "something is damaged or lost",
  },
  args: { min: 0, max: 1 },
  run: runVerify,
});

async function runVerify(call: Call<typeof flags>): Promise<Answer> {
  const home = await call.asker.openHome();
  const check = () => runCheck(call, home);
  let report = await check();
  let repairs: Repair[] | undefined;
  if (call.flags.repair && !call.flags["dry-run"]) {
    repairs = [];
    // What a rebuilt timeline refers to is only known afterwards.
    for (let round = 0; round < roundsMax && isRepairable(report); round += 1) {
      const done = await repairOnce(home, report);
      repairs.push(...done);
      report = await check();
      if (!done.some(({ outcome }) => outcome !== "failed")) break;
    }
  }
  const readData = call.flags["read-data"];
  const shown = { readData, repairs, userHome: call.world.env.HOME };
  const isBad =
    report.errors.length > 0 || (repairs ?? []).some(({ outcome }) => outcome === "lost");
  const final = report;
  return {
    kind: "document",
    schema: "unf.verify/1",
    document: () => verifyJson(final, shown),
    text: (view) => renderVerify(final, shown, view),
    exit: isBad ? 7 : 0,
  };
}

const roundsMax = 3;

function isRepairable({ errors, leftovers }: VerifyReport): boolean {
  return errors.length > 0 || leftovers > 0;
}

async function repairOnce({ wiring, reader }: OpenHome, report: VerifyReport): Promise<Repair[]> {
  await using writer = await wiring.openWriter(reader.home, "process");
  return await repairAll(writer, report);
}

async function runCheck(
  call: Call<typeof flags>,
  { wiring, reader }: OpenHome,
): Promise<VerifyReport> {
  using progress = openProgress(call, "Checking");
  return await wiring.verifyHome(reader.home, {
    project: findProject(call, reader),
    readData: call.flags["read-data"],
    onProgress: (files) => progress.update({ phase: "scanning", files, recorded: 0, total: null }),
  });
}

function findProject(call: Call<typeof flags>, reader: OpenHome["reader"]) {
  const word = call.args[0] ?? call.asker.projectWord;
  if (word === undefined) return undefined;
  const { project } = resolveScope({
    projects: reader.projects(),
    asker: { ...call.asker, projectWord: word },
    pathWords: [],
  });
  return project.id;
}
