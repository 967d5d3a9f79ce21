import type { RelPath } from "@unf/core/base";
import type { Order } from "../../site/orders.ts";
import { needsRescue } from "./rescue.ts";
import { type StagedStep, type StagePorts, stageContents } from "./stage.ts";

interface Staged {
  readonly id: number;
  readonly steps: readonly StagedStep[];
  readonly atWork: Order;
  /** `position`: that of the step in the journal. */
  readonly rescue: (path: RelPath, position: number) => void;
}

/** Puts contents beside their places and rescues aside. Throws `interrupted` where that was asked for. */
export async function stageOperation(
  ports: StagePorts,
  { id, steps, atWork, rescue }: Staged,
): Promise<void> {
  const { breathe, advance } = atWork;
  atWork.operation = id;
  atWork.enter("staging", steps.filter(({ temporary }) => temporary !== null).length);
  await stageContents({ ...ports, breathe, onStaged: advance }, steps, id);
  for (const [position, step] of steps.entries()) {
    if (!needsRescue(step)) continue;
    rescue(step.path, position);
    await breathe();
  }
}

/** So many looks, and the loop has its turn. */
const lookEvery = 256;

/** Those of which the test is true. It looks at the disk: others have their turn in between. */
export async function filterSlowly<T>(
  all: readonly T[],
  test: (one: T) => boolean,
  breathe: () => Promise<void>,
): Promise<T[]> {
  const found: T[] = [];
  for (const [index, one] of all.entries()) {
    if (test(one)) found.push(one);
    if (index % lookEvery === lookEvery - 1) await breathe();
  }
  return found;
}
