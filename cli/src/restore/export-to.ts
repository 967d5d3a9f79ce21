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
import type { WaitWords } from "../frame/call/wait-words.ts";
import { whileStepping } from "../frame/call/waiting.ts";
import type { Answer } from "../frame/print/answer.ts";
import { countOf } from "../frame/print/columns.ts";
import { restoreSchema } from "./answers.ts";
import type { restoreFlags } from "./flags.ts";

/** Writes what is asked for into another directory, beside the project. */
export async function exportTo(
  call: Call<typeof restoreFlags>,
  home: OpenHome,
  restore: AskedRestore,
  word: string,
): Promise<Answer> {
  const { asker, flags } = call;
  const planned = await planExport(asker, home, restore, word);
  const isDryRun = flags["dry-run"];
  const place = escapeForDisplay(planned.directory);
  const uid = process.getuid?.();
  const written = isDryRun
    ? sizeOf(planned)
    : await whileStepping(call, writing(place), (turn) =>
        writeExport(asker, planned, { uid, breathe: async () => await turn(turnFiles) }),
      );
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

/** So many are written between two turns of others. */
const turnFiles = 64;

/** Of the project itself nothing is touched. */
function writing(place: string): WaitWords {
  return {
    verb: "Writing",
    left: ({ after }) => ({
      said: `interrupted ${after}; ${place} has a part of the tree, the project is as it was`,
      hint: `not wanted: rm -r ${place}; all of it: the same command with another directory`,
    }),
  };
}
