import type { Answer } from "../answer.ts";
import type { Call } from "../command.ts";
import { change } from "./change.ts";
import type { hookFlags } from "./flags.ts";

/** `unf hook uninstall`: takes exactly our hooks out again. */
export function uninstall(call: Call<typeof hookFlags>, names: readonly string[]): Promise<Answer> {
  return change(call, "uninstall", names);
}
