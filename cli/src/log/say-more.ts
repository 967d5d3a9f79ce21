import type { Call } from "../frame/call/command.ts";
import type { logFlags } from "./flags.ts";

/** Tells a person that the page is not all. */
export function sayMore(
  { globals, note, terminal }: Call<typeof logFlags>,
  next: string | null,
): void {
  if (next === null || !terminal.isForPerson) return;
  note(globals.verbose ? `more: --cursor ${next}` : "there are more: -n <count>");
}
