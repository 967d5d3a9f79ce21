import { UnfError } from "@unf/core/base";
import type { Order } from "../orders/order.ts";
import { versionName } from "../parts/names.ts";
import type { Asker, OpenHome } from "../ports/asker.ts";
import { broughtBackAnswer, carryOutBringBack, planBringBack } from "./bring-back.ts";
import type { BringBackQuestion } from "./question.ts";
import { readDeleted } from "./read-deleted.ts";
import type { BroughtBackAnswer } from "./shape.ts";

/** Brings deleted files back. It only puts something where nothing is, so that there is no plan to name. */
export const bringBackOrder: Order<BringBackQuestion, BroughtBackAnswer, BroughtBackAnswer> = {
  plan: async (asker, asked, home) => {
    const { scope, parts } = await readParts(asker, asked, home);
    return broughtBackAnswer(scope, parts, true);
  },
  carryOut: async (asker, asked, home, { argv, onProgress }) => {
    const { scope, parts } = await readParts(asker, asked, home);
    const done = await carryOutBringBack(asker, home, scope, { parts, argv, onProgress });
    return broughtBackAnswer(scope, done, false);
  },
};

async function readParts(asker: Asker, asked: BringBackQuestion, home: OpenHome) {
  const { scope, files } = await readDeleted(asker, asked, home);
  const byDeletion = new Map(files.map((file) => [versionName(file.deletion.id), file]));
  const chosen = [...new Set(asked.deletions)].map((name) => {
    const file = byDeletion.get(name);
    if (file !== undefined) return file;
    throw new UnfError("not_found", `${name.slice(0, 60)} deleted no file that is still gone`, {
      hint: "unf deleted",
    });
  });
  const plan = scope.reader.planRestore.bind(scope.reader);
  return { scope, parts: planBringBack(scope, chosen, (request) => plan(request)) };
}
