import type { ProjectId } from "@unf/core/base";
import type { VerifyReport } from "@unf/maintenance";
import type { Progress } from "@unf/protocol";
import type { Asker, OpenHome } from "../ports/asker.ts";
import { resolveScope } from "../scope/scope.ts";
import { type Repair, repairAll } from "./repair.ts";

/** The part of the home to examine, and how. */
export interface VerifyQuestion {
  /** A directory: only its project. Without it the project that the asker means, or the whole home. */
  readonly directory: string | undefined;
  /** Reads every object and compares its digest. */
  readonly readData: boolean;
  /** Heals what can be healed. */
  readonly repair: boolean;
}

/** Hears how far one look at the home is, until that is over. */
export interface CheckProgress extends Disposable {
  readonly update: (progress: Progress) => void;
}

/** Findings, and the repairs of them. */
export interface Verified {
  /** After the repair, where there was one. */
  readonly report: VerifyReport;
  /** `undefined` when none was asked for. */
  readonly repairs: readonly Repair[] | undefined;
  readonly readData: boolean;
}

/** Examines the home or one project of it, and repairs what is damaged where that is asked for. */
export async function verify(
  asker: Asker,
  question: VerifyQuestion,
  openProgress: () => CheckProgress,
): Promise<Verified> {
  const home = await asker.openHome();
  const { readData } = question;
  const check = async (): Promise<VerifyReport> => {
    using progress = openProgress();
    const order = {
      project: findProject(asker, question, home),
      readData,
      onProgress: (files: number) =>
        progress.update({ phase: "scanning", files, recorded: 0, total: null }),
    };
    return await home.wiring.verifyHome(home.reader.home, order, asker.breathe);
  };
  let report = await check();
  if (!question.repair) return { report, repairs: undefined, readData };
  const repairs: Repair[] = [];
  // References of a rebuilt timeline are only known afterwards.
  for (let round = 0; round < roundsMax && isRepairable(report); round += 1) {
    const done = await repairOnce(home, report);
    repairs.push(...done);
    report = await check();
    if (!done.some(({ outcome }) => outcome !== "failed")) break;
  }
  return { report, repairs, readData };
}

/** True when something is damaged or lost. */
export function isDamaged({ report, repairs = [] }: Verified): boolean {
  return report.errors.length > 0 || repairs.some(({ outcome }) => outcome === "lost");
}

const roundsMax = 3;

function isRepairable({ errors, leftovers }: VerifyReport): boolean {
  return errors.length > 0 || leftovers > 0;
}

async function repairOnce({ wiring, reader }: OpenHome, report: VerifyReport): Promise<Repair[]> {
  await using writer = await wiring.openWriter(reader.home, "process");
  return await repairAll(writer, report);
}

function findProject(
  asker: Asker,
  { directory }: VerifyQuestion,
  { reader }: OpenHome,
): ProjectId | undefined {
  const word = directory ?? asker.projectWord;
  if (word === undefined) return undefined;
  const { project } = resolveScope({
    projects: reader.projects(),
    asker: { ...asker, projectWord: word },
    pathWords: [],
  });
  return project.id;
}
