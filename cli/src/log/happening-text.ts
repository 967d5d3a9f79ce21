import { burstName, type ToldHappening } from "@unf/answers";
import { escapeForDisplay } from "@unf/core/query";
import { countOf } from "../frame/print/columns.ts";
import type { View } from "../frame/print/view.ts";
import { countsText, eventLetter } from "../frame/print/words.ts";

/** `git checkout feat: 30 files in src/lib`, `12 files in src/lib/m3`, and shorter forms of it. */
export function happeningTexts({ name, files, directory }: ToldHappening): [string, ...string[]] {
  const count = countOf(files, "file");
  const where = directory === "" ? "" : ` in ${escapeForDisplay(directory)}`;
  if (name === undefined) return [`${count}${where}`];
  return [`${name}: ${count}${where}`, `${name}: ${count}`, name];
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
