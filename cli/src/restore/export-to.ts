import process from "node:process";
import {
  type AskedRestore,
  canonicalPlace,
  checkDestination,
  exportedAnswer,
  type OpenHome,
  type OpenScope,
  readWanted,
  resolvePath,
  thinnedLines,
} from "@unf/answers";
import type { RelPath } from "@unf/core/base";
import { directoryModeAt } from "@unf/core/ports";
import { escapeForDisplay } from "@unf/core/query";
import type { RestoreRequest } from "@unf/core/restore";
import type { Call } from "../frame/call/command.ts";
import type { Answer } from "../frame/print/answer.ts";
import { countOf } from "../frame/print/columns.ts";
import { restoreSchema } from "./answers.ts";
import type { restoreFlags } from "./flags.ts";

/** Modes of directories where the request leads back to. */
function modesAt({ reader }: OpenScope, { target }: RestoreRequest) {
  const point = "version" in target ? { id: target.version } : target;
  return (directory: RelPath) => directoryModeAt(reader.timeline, directory, point);
}

/** Writes what is asked for into another directory, beside the project. */
export async function exportTo(
  call: Call<typeof restoreFlags>,
  home: OpenHome,
  { scope, asked }: AskedRestore,
  word: string,
): Promise<Answer> {
  const directory = canonicalPlace(call.asker, resolvePath(call.world.cwd(), word));
  checkDestination(directory, home.reader.home);
  const wanted = readWanted(scope.reader, asked.request);
  const { rows, thinned } = wanted;
  for (const line of thinnedLines(thinned)) call.warn(line);
  const isDryRun = call.flags["dry-run"];
  const { exportTree } = await import("@unf/engine");
  const written = isDryRun
    ? { files: rows.length, bytes: rows.reduce((sum, snapshot) => sum + snapshot.bytes, 0) }
    : await exportTree(
        {
          fs: await call.world.fileSystem(),
          uid: process.getuid?.(),
          content: (snapshot) => scope.reader.content(snapshot),
          modeOf: modesAt(scope, asked.request),
          breathe: () => new Promise((resolve) => setImmediate(resolve)),
        },
        rows,
        directory,
      );
  return {
    kind: "document",
    schema: restoreSchema,
    document: () => exportedAnswer({ scope, asked, directory, wanted, written }, isDryRun),
    text: () => [
      `${isDryRun ? "Would write" : "   Restored"}  ${countOf(written.files, "file")} into ${escapeForDisplay(directory)}`,
    ],
    exit: thinned.length > 0 ? 8 : 0,
  };
}
