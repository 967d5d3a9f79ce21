import type { Call } from "../frame/call/command.ts";
import type { Answer } from "../frame/print/answer.ts";
import { change } from "./change.ts";
import type { hookFlags } from "./flags.ts";

/** `unf hook uninstall`: takes exactly our hooks out again. */
export function uninstall(call: Call<typeof hookFlags>, names: readonly string[]): Promise<Answer> {
  return change(call, "uninstall", names);
}
