import process from "node:process";
import {
  canonicalPlace,
  type OpenHome,
  type OpenScope,
  pathFields,
  resolvePath,
  thinnedFields,
  thinnedLines,
  timeFields,
} from "@unf/answers";
import type { RelPath } from "@unf/core/base";
import { directoryModeAt } from "@unf/core/ports";
import { escapeForDisplay } from "@unf/core/query";
import type { RestoreRequest } from "@unf/core/restore";
import type { Call } from "../frame/call/command.ts";
import type { Answer } from "../frame/print/answer.ts";
import { countOf } from "../frame/print/columns.ts";
import { readCanonical } from "../frame/world/canonical.ts";
import { restoreSchema } from "./answers.ts";
import { checkDestination, readWanted } from "./export.ts";
import type { restoreFlags } from "./flags.ts";
import type { Asked } from "./request.ts";

/** Modes of directories where the request leads back to. */
function modesAt({ reader }: OpenScope, { target }: RestoreRequest) {
  const point = "version" in target ? { id: target.version } : target;
  return (directory: RelPath) => directoryModeAt(reader.timeline, directory, point);
}

/** Writes what is asked for into another directory, beside the project. */
export async function exportTo(
  call: Call<typeof restoreFlags>,
  home: OpenHome,
  scope: OpenScope,
  { asked, word }: { readonly asked: Asked; readonly word: string },
): Promise<Answer> {
  const directory = canonicalPlace(
    { canonical: readCanonical },
    resolvePath(call.world.cwd(), word),
  );
  checkDestination(directory, home.reader.home);
  const { rows: wanted, thinned } = readWanted(scope.reader, asked.request);
  for (const line of thinnedLines(thinned)) call.warn(line);
  const isDryRun = call.flags["dry-run"];
  const { exportTree } = await import("@unf/engine");
  const { files, bytes } = isDryRun
    ? { files: wanted.length, bytes: wanted.reduce((sum, snapshot) => sum + snapshot.bytes, 0) }
    : await exportTree(
        {
          fs: await call.world.fileSystem(),
          uid: process.getuid?.(),
          content: (snapshot) => scope.reader.content(snapshot),
          modeOf: modesAt(scope, asked.request),
          breathe: () => new Promise((resolve) => setImmediate(resolve)),
        },
        wanted,
        directory,
      );
  return {
    kind: "document",
    schema: restoreSchema,
    document: () => ({
      ...pathFields("root", scope.project.root),
      ...pathFields("directory", directory),
      dry_run: isDryRun,
      at: timeFields(asked.time),
      operation: null,
      actions: wanted.map((snapshot) => ({
        ...pathFields("path", snapshot.path),
        action: "write",
        from: null,
        to: `v${snapshot.id}`,
      })),
      summary: { written: files, deleted: 0, kept: 0, failed: thinned.length, bytes },
      ...thinnedFields(thinned),
    }),
    text: () => [
      `${isDryRun ? "Would write" : "   Restored"}  ${countOf(files, "file")} into ${escapeForDisplay(directory)}`,
    ],
    exit: thinned.length > 0 ? 8 : 0,
  };
}
