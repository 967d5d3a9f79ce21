import process from "node:process";
import {
  type AskedRestore,
  exportedAnswer,
  type OpenHome,
  planExport,
  sizeOf,
  writeExport,
} from "@unf/answers";
import { escapeForDisplay } from "@unf/core/query";
import type { Call } from "../frame/call/command.ts";
import type { Answer } from "../frame/print/answer.ts";
import { countOf } from "../frame/print/columns.ts";
import { restoreSchema } from "./answers.ts";
import type { restoreFlags } from "./flags.ts";

/** Writes what is asked for into another directory, beside the project. */
export async function exportTo(
  { asker, flags }: Call<typeof restoreFlags>,
  home: OpenHome,
  restore: AskedRestore,
  word: string,
): Promise<Answer> {
  const planned = planExport(asker, home, restore, word);
  const isDryRun = flags["dry-run"];
  const written = isDryRun
    ? sizeOf(planned)
    : await writeExport(asker, planned, { uid: process.getuid?.(), breathe });
  const place = escapeForDisplay(planned.directory);
  return {
    kind: "document",
    schema: restoreSchema,
    document: () => exportedAnswer(planned, written, isDryRun),
    text: () => [
      `${isDryRun ? "Would write" : "   Restored"}  ${countOf(written.files, "file")} into ${place}`,
    ],
    exit: planned.wanted.thinned.length > 0 ? 8 : 0,
  };
}

function breathe(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
