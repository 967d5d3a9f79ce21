import { blame } from "./tool/blame.ts";
import { checkpoint } from "./tool/checkpoint.ts";
import { diff } from "./tool/diff.ts";
import { log } from "./tool/log.ts";
import { recap } from "./tool/recap.ts";
import { restoreApply, restorePlan } from "./tool/restore.ts";
import { search } from "./tool/search.ts";
import { show } from "./tool/show.ts";
import { status } from "./tool/status.ts";
import type { Tool } from "./tool/tool.ts";

/** Every tool, in the order in which they are listed. None forgets, prunes or stops recording. */
export const tools: readonly Tool[] = [
  status,
  log,
  show,
  diff,
  search,
  blame,
  recap,
  checkpoint,
  restorePlan,
  restoreApply,
];
