import type { Call } from "../frame/call/command.ts";
import type { Answer } from "../frame/print/answer.ts";
import { change } from "./change.ts";
import type { hookFlags } from "./flags.ts";

/** `unf hook install`: puts our hooks into the settings of the agents. */
export function install(call: Call<typeof hookFlags>, names: readonly string[]): Promise<Answer> {
  return change(call, "install", names);
}
