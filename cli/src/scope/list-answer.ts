import type { FlagTable } from "../frame/argv/flag.ts";
import type { Call } from "../frame/call/command.ts";
import type { Answer, JsonObject } from "../frame/print/answer.ts";
import type { View } from "../frame/print/view.ts";

/** A page of a project's things of one kind, newest first. */
interface Listing<T> {
  readonly schema: string;
  readonly rows: readonly T[];
  /** The row to name as `--cursor` for what comes after; `null` at the end. */
  readonly next: string | null;
  /** The words when there is none. */
  readonly none: string;
  readonly answer: () => JsonObject;
  readonly records: () => Iterable<JsonObject>;
  readonly text: (rows: readonly T[], view: View) => Iterable<string>;
}

/** The answer that lists them, and says where it stopped. */
export function listAnswer<T>(
  call: Pick<Call<FlagTable>, "note" | "terminal">,
  { schema, rows, next, none, answer, records, text }: Listing<T>,
): Answer {
  if (rows.length === 0) call.note(none);
  if (next !== null && call.terminal.isForPerson) call.note("there are more: -n <count>");
  return {
    kind: "document",
    schema,
    isLong: true,
    document: answer,
    records,
    end: () => ({ next }),
    text: (view) => text(rows, view),
  };
}
