import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { digest } from "@unf/system/digest";
import { until } from "../../kit/index.ts";
import type { Measures } from "../checker/measures.ts";
import { openStage } from "../stage.ts";
import { checkTrials } from "./operation-trials.ts";
import { isStopped, listCalls, type PlayedOperation, startOperation } from "./play-operation.ts";

/** Files that the operation removes or replaces late. */
const saved = ["later/new.txt", "kept/deep.txt"];

/**
 * Stops an operation just before it removes the first file, saves others that it is to remove or
 * replace after that, and lets it go on: what was saved must not be lost.
 */
export async function saveMeanwhile(row: PlayedOperation): Promise<Measures> {
  using stage = openStage();
  const calls = await listCalls(stage, row);
  const at = calls.findIndex((call) => /^unlink \/root\//.test(call)) + 1;
  const place = stage.place("saved");
  const running = startOperation(row, place, { actions: [`STOP ${at}`] });
  const { child, lines } = running;
  try {
    const isReady = (): boolean => lines.some(({ trees }) => trees !== undefined);
    await until("it stands still", () => isReady() && isStopped(child.pid), { limitMs: 60_000 });
    for (const path of saved) writeFileSync(join(place.root, path), `${path}, saved meanwhile\n`);
  } finally {
    child.kill("SIGCONT");
  }
  const ended = await running.ended;
  const trees = lines.find((line) => line.trees !== undefined)?.trees;
  if (trees === undefined) throw new Error("it never began");
  const before = { ...trees.before };
  for (const path of saved) {
    const hash = digest(new TextEncoder().encode(`${path}, saved meanwhile\n`));
    before[path] = `file 644 ${hash}`;
  }
  const said = [{ trees: { ...trees, before } }, ...ended.lines.filter(({ told }) => told)];
  return await checkTrials(stage, [{ place, where: `saved at call ${at}`, lines: said }], row.tree);
}
