import { UnfError } from "@unf/core/base";
import { warnOfGone } from "../orders/gone-root.ts";
import type { Order } from "../orders/order.ts";
import { hasEffect } from "../orders/outcomes.ts";
import { versionName } from "../parts/names.ts";
import type { Asker, OpenHome } from "../ports/asker.ts";
import { broughtBackAnswer, carryOutBringBack, planBringBack } from "./bring-back.ts";
import type { BringBackQuestion } from "./question.ts";
import { readDeleted } from "./read-deleted.ts";
import type { BroughtBackAnswer } from "./shape.ts";

/** Brings deleted files back. It only puts something where nothing is, so that there is no plan to name. */
export const bringBackOrder: Order<BringBackQuestion, BroughtBackAnswer, BroughtBackAnswer> = {
  plan: async (asker, asked, home) => {
    return broughtBackAnswer(asker, await readPlanned(asker, asked, home), undefined, true);
  },
  carryOut: async (asker, asked, home, { plan: _, argv, ...orderer }) => {
    const planned = await readPlanned(asker, asked, home);
    const isWork = hasEffect(planned.actions);
    const done = isWork ? await carryOutBringBack(home, planned, argv, orderer) : undefined;
    return broughtBackAnswer(asker, planned, done, false);
  },
};

async function readPlanned(asker: Asker, asked: BringBackQuestion, home: OpenHome) {
  const { scope, files } = await readDeleted(asker, asked, home);
  await warnOfGone(asker, scope.project);
  const byDeletion = new Map(files.map((file) => [versionName(file.deletion.id), file]));
  const chosen = [...new Set(asked.deletions)].map((name) => {
    const file = byDeletion.get(name);
    if (file !== undefined) return file;
    throw new UnfError("not_found", `${name.slice(0, 60)} deleted no file that is still gone`, {
      hint: "unf deleted",
    });
  });
  const plan = scope.reader.planRestore.bind(scope.reader);
  return planBringBack(scope, chosen, (request) => plan(request));
}
