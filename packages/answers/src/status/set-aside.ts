import { pathFromColumn } from "@unf/core/base";
import { renderSetAside, type SetAside } from "@unf/core/filter";
import { escapeForDisplay, shortenHome } from "@unf/core/query";
import { pathFields } from "../parts/path-fields.ts";
import type { ProjectReport } from "../projects/read-report.ts";
import type { SetAsideAnswer } from "./shape.ts";

/** Ignore files of the project whose rules the daemon does not apply. */
export function readSetAside({ live }: ProjectReport): SetAside[] {
  // An earlier daemon does not name them.
  return (live?.set_aside ?? []).map(({ file, reason }) => ({
    file: pathFromColumn(file),
    reason: reason as SetAside["reason"],
  }));
}

/** Ignore files that `unf status` warns of. */
export function* setAsideWarnings(
  projects: readonly ProjectReport[],
  userHome: string | undefined,
): Generator<string> {
  for (const report of projects) {
    const [first, ...others] = readSetAside(report);
    if (first === undefined) continue;
    const root = escapeForDisplay(shortenHome(report.entry.root, userHome));
    const more = others.length === 0 ? "" : ` (and ${others.length} more: unf status --json)`;
    yield `in ${root} ${setAsideText(first)}${more}`;
  }
}

/** `vendor/.gitignore is set aside: larger than 8 MiB`. */
export function setAsideText(one: SetAside): string {
  return `${escapeForDisplay(one.file)} is set aside, none of its rules apply: ${renderSetAside(one)}`;
}

export function setAsideAnswer(files: readonly SetAside[]): SetAsideAnswer[] {
  return files.map((one) => ({
    ...pathFields("file", one.file),
    reason: one.reason,
    because: renderSetAside(one),
  }));
}
