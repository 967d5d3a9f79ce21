import { burstName, type ToldHappening } from "@unf/answers";
import { escapeForDisplay } from "@unf/core/query";
import { countOf } from "../frame/print/columns.ts";
import type { View } from "../frame/print/view.ts";
import { countsText, eventLetter } from "../frame/print/words.ts";

/**
 * `git checkout feat: 30 files in src/lib`, `12 files in src/lib/m3`, `src/new ← src/old: 50 files`, and
 * shorter forms of it.
 */
export function happeningTexts(
  { name, files, directory, rows }: ToldHappening,
  { from }: Pick<View["signs"], "from">,
): [string, ...string[]] {
  const count = countOf(files, "file");
  const where = directory === "" ? "" : ` in ${escapeForDisplay(directory)}`;
  if (name === undefined) {
    const moved = movedDirectory(rows);
    if (moved === undefined) return [`${count}${where}`];
    const [old, now] = moved.map((one) => escapeForDisplay(one) || ".");
    return [`${now} ${from} ${old}: ${count}`, `${count}${where}`];
  }
  return [`${name}: ${count}${where}`, `${name}: ${count}`];
}

/** The end that stays where the name is too long: how many files there are says more than its middle. */
export function endOfHappening({ name, files }: ToldHappening): string {
  return name === undefined ? "" : `: ${countOf(files, "file")}`;
}

/** The directory that all of it moved from and to, where nothing else happened to its files. */
function movedDirectory(rows: ToldHappening["rows"]): readonly [string, string] | undefined {
  let moved: readonly [string, string] | undefined;
  for (const row of rows) {
    if (row.kind !== "version" || row.snapshot.renamedFrom === null) return undefined;
    const [old, now] = withoutCommonEnd(row.snapshot.renamedFrom, row.snapshot.path);
    if (moved !== undefined && (old !== moved[0] || now !== moved[1])) return undefined;
    moved = [old, now];
  }
  return moved;
}

/** `src/old/a.ts` and `src/new/a.ts`: `src/old` and `src/new`; two names of one file stay whole. */
function withoutCommonEnd(one: string, other: string): readonly [string, string] {
  const [old, now] = [one.split("/"), other.split("/")];
  while (old.length > 0 && now.length > 0 && old.at(-1) === now.at(-1)) {
    old.pop();
    now.pop();
  }
  return [old.join("/"), now.join("/")];
}

/** The letter of its versions; `~` where they are not all of one kind. */
export function letterOfHappening({ event }: ToldHappening): string {
  return event === null ? "~" : eventLetter(event);
}

/** `+30 -2`, as of one version. */
export function countsOfHappening({ added, removed, rows }: ToldHappening): string {
  const isExact = rows.every(
    (row) => row.kind !== "version" || row.snapshot.counts?.exact !== false,
  );
  return countsText({ lines: 0, added, removed, exact: isExact });
}

/** The operation that it is, or the instant just before it. */
export function remarkOfHappening({ cause, last, bursts }: ToldHappening, { signs }: View): string {
  if (cause === "operation") return `op-${last.snapshot.operation}`;
  const names = bursts.flatMap((mark) => (mark.kind === "burst" ? [burstName(mark.burst)] : []));
  return names.length === 0 ? "" : `before it: ${names.join(` ${signs.between} `)}`;
}
