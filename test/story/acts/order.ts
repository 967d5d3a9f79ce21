import type { Picture } from "../../engine/stage.ts";
import { checkReplaced, differing } from "../checks.ts";
import { readTree } from "../model/tree.ts";
import { must, record, type Scene } from "../scene.ts";
import type { Changed, Outcome } from "../stage/stage.ts";

/** Gives an order that changes files, and checks what holds for each of them. */
export async function order(
  scene: Scene,
  give: () => Promise<Outcome>,
  isWeak = false,
): Promise<{ before: Picture; after: Picture; report: Changed } | undefined> {
  const { stage } = scene;
  await record(scene);
  const before = readTree(stage.root);
  const outcome = await give();
  const after = readTree(stage.root);
  checkReplaced(scene, before, after);
  if ("refused" in outcome) {
    scene.note(`refused: ${outcome.refused}`);
    must(differing(before, after) === undefined, () => "refused, and files changed");
    return undefined;
  }
  scene.note(`operation ${outcome.operation ?? "none"}, left ${[...outcome.left].join("; ")}`);
  const changed = differing(before, after);
  must(
    outcome.operation !== undefined || changed === undefined,
    () => `no operation, and ${changed} changed`,
  );
  for (const [path, why] of outcome.left)
    must(isWeak || !why.includes("content_lost"), () => `${path}: ${why}`);
  return { before, after, report: outcome };
}
