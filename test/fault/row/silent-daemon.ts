import { type Measures, noFindings } from "../checker/measures.ts";
import { runProgram } from "../stage.ts";

/** A daemon that is there and answers no more has to be ended by the sentinel. */
export async function superviseSilent(tree?: string): Promise<Measures> {
  const measures = noFindings();
  const run = { name: "supervise", args: [] } as const;
  const { code, lines, stderr } = await runProgram(tree === undefined ? run : { ...run, tree });
  if (code !== 0) measures.crash.push(stderr);
  const actions = lines.map(({ action }) => action);
  if (!actions.includes("SIGTERM") || !actions.includes("SIGKILL")) {
    measures.hangs.push(`a silent daemon is left alone: ${actions.join(", ")}`);
  }
  return measures;
}
