import { join } from "node:path";
import { checkHome, checkKilled } from "../checker/check-home.ts";
import { addFindings, type Measures, noFindings } from "../checker/measures.ts";
import type { Interposer } from "../native/interposer.ts";
import type { ScenarioName } from "../program/scenario.ts";
import { openStage, recoverAll, runProgram } from "../stage.ts";

export interface DiskErrors {
  readonly interposer: Interposer;
  readonly scenario: ScenarioName;
  /** Names of errors, `SHORT` or `FULL`; one after the other over the calls. */
  readonly actions: readonly string[];
  /** Only the one call fails, or it and every later one until the fault is over. */
  readonly span: "once" | "lasting";
  readonly choose: "every" | "telling" | "kinds" | "few" | "many" | "first" | "write";
  /** Only calls below this directory of the home: the timelines, or the object store. */
  readonly part?: "projects" | "objects";
  /** Another copy of the repository. */
  readonly tree?: string;
}

/**
 * Lets calls of the recorder fail, one trial each. Whether it then ends and is started anew, or goes
 * on by itself, is its own affair: nothing that it acknowledged may be lost either way.
 */
export async function failCalls(
  row: DiskErrors,
): Promise<{ readonly ends: Readonly<Record<string, number>>; readonly measures: Measures }> {
  using stage = openStage();
  const measures = noFindings();
  const control = join(stage.directory, "rules");
  const log = join(stage.directory, "calls");
  const { code, signal, lines, stderr, hung } = await runProgram({
    name: "fail",
    args: [
      join(stage.directory, "trials"),
      row.scenario,
      row.actions.join(","),
      row.span,
      row.choose,
      row.part ?? "",
    ],
    env: row.interposer.environment({ control, log }),
    limitMs: 600_000,
    ...(row.tree === undefined ? {} : { tree: row.tree }),
  });
  if (hung) measures.hangs.push(row.scenario);
  if (code !== 0) measures.crash.push(`${signal ?? code}: ${stderr}`);
  const trials = lines.filter(({ end }) => end !== undefined);
  for (const { where, home = "", root = "", acks = [] } of trials) {
    addFindings(measures, checkKilled({ home, root, acks }), `${where}, not recovered`);
  }
  const places = trials.map(({ home = "", root = "" }) => ({ home, root }));
  const recovered = await recoverAll(stage, places, row.tree);
  const ends: Record<string, number> = {};
  for (const { where = "", home = "", root = "", acks = [], away = [], end = "", bugs } of trials) {
    ends[end] = (ends[end] ?? 0) + 1;
    measures.crash.push(...(bugs ?? []).map((bug) => `${where}: ${bug}`));
    const crash = recovered.get(home)?.crash;
    if (crash !== undefined) measures.crash.push(`${where}: recovery: ${crash}`);
    addFindings(measures, checkHome({ home, root, acks, away }), where);
  }
  return { ends, measures };
}
