import { escapeForDisplay, shortenHome } from "@unf/core/query";
import type { ProjectReport } from "../projects/read-report.ts";

/** One line for each watched project in which rules of an agent wait for a person. */
export function* heldWarnings(
  projects: readonly ProjectReport[],
  userHome: string | undefined,
): Generator<string> {
  for (const { entry, held } of projects) {
    const [first] = held;
    if (first === undefined || !entry.watched) continue;
    const more = held.length === 1 ? "" : ` and ${held.length - 1} more`;
    const root = escapeForDisplay(shortenHome(entry.root, userHome));
    yield `in ${root} an agent wrote rules into ${escapeForDisplay(first)}${more}: they leave out only what has no history (unf ignore accept)`;
  }
}
