import type { Turn } from "@unf/core/base";
import type { FlagTable } from "../argv/flag.ts";
import type { Call } from "./command.ts";
import { reading } from "./wait-words.ts";
import { whileStepping } from "./waiting.ts";

/**
 * Plans in this process, with a line that says how many files were looked at; a signal ends it between two
 * of them.
 */
export function whilePlanning<T>(
  call: Pick<Call<FlagTable>, "world" | "terminal">,
  plan: (turn: Turn) => Promise<T>,
): Promise<T> {
  return whileStepping(call, planning, plan);
}

/** Nothing is done before the plan is there. */
const planning = reading("Looking at", "files", "less to plan: name paths");
