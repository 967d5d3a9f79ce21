import { restoreApply } from "./tool/apply.ts";
import { blame } from "./tool/blame.ts";
import { checkpoint } from "./tool/checkpoint.ts";
import { diff } from "./tool/diff.ts";
import { log } from "./tool/log.ts";
import { recap } from "./tool/recap.ts";
import { restorePlan } from "./tool/restore.ts";
import { search } from "./tool/search.ts";
import { show } from "./tool/show.ts";
import { status } from "./tool/status.ts";
import { oopsPlan, rewindPlan } from "./tool/take-back.ts";
import type { Tool } from "./tool/tool.ts";
import { turns } from "./tool/turns.ts";
import { undoPlan } from "./tool/undo.ts";

/** Every tool, in the order in which they are listed. None forgets, prunes or stops recording. */
export const tools: readonly Tool[] = [
  status,
  log,
  show,
  diff,
  search,
  blame,
  recap,
  turns,
  checkpoint,
  restorePlan,
  oopsPlan,
  rewindPlan,
  undoPlan,
  restoreApply,
];
