import { type OpenScope, pathFields } from "@unf/answers";
import type { FlagTable } from "../frame/argv/flag.ts";
import type { Call } from "../frame/call/command.ts";
import type { Answer, JsonObject } from "../frame/print/answer.ts";
import type { View } from "../frame/print/view.ts";

/** What a project holds of one kind, newest first, a page of it. */
interface Listing<T> {
  readonly schema: string;
  /** The rows' name in the document, and the `type` of one as a record. */
  readonly names: readonly [many: string, one: string];
  readonly rows: readonly T[];
  /** The row to name as `--cursor` for what comes after; `null` at the end. */
  readonly next: string | null;
  /** What is said when there is none. */
  readonly none: string;
  readonly json: (row: T) => JsonObject;
  readonly text: (rows: readonly T[], view: View) => Iterable<string>;
}

/** The answer that lists them, and says where it stopped. */
export function listAnswer<T>(
  call: Pick<Call<FlagTable>, "note" | "terminal">,
  { project }: Pick<OpenScope, "project">,
  { schema, names: [many, one], rows, next, none, json, text }: Listing<T>,
): Answer {
  if (rows.length === 0) call.note(none);
  if (next !== null && call.terminal.isForPerson) call.note("there are more: -n <count>");
  return {
    kind: "document",
    schema,
    isLong: true,
    document: () => ({ ...pathFields("root", project.root), [many]: rows.map(json), next }),
    records: () => rows.map((row) => ({ type: one, ...json(row) })),
    end: () => ({ next }),
    text: (view) => text(rows, view),
  };
}
