import { joinPath, pathToColumn, UnfError } from "@unf/core/base";
import { limits } from "@unf/core/config";
import { maskPathOf } from "../diff/file-change.ts";
import { hunkAnswers } from "../diff/file-diff-answer.ts";
import type { Asker } from "../ports/asker.ts";
import type { PlannedOops } from "./plan-oops.ts";
import type { OopsHunkAnswer } from "./shape.ts";
import { type ChosenPart, changing, type OopsFile, splitFiles } from "./split-files.ts";

/** The files of the plan, in its order. Throws `conflict` for one that changes at this moment. */
export async function readOopsFiles(
  asker: Asker,
  planned: PlannedOops,
): Promise<readonly OopsFile[]> {
  const { fs, digest } = { fs: await asker.fileSystem(), digest: await asker.digest() };
  const { reader, project } = planned.scope;
  return splitFiles(planned, reader, (path, { hash }) => {
    const read = fs.read(joinPath(project.root, path), limits.capture.fileBytesMax);
    if (read.kind !== "content" || digest(read.bytes) !== hash) throw changing(path);
    return read.bytes;
  });
}

/**
 * The hunks with these numbers, from 1 on. Throws `refused` where no file has lines that change, `usage`
 * where several have, and `not_found` for a number that there is not; `checkStale` throws before that when
 * the numbers may be those of another plan.
 */
export function chooseNumbered(
  files: readonly OopsFile[],
  numbers: Numbers,
  checkStale?: () => void,
): ChosenPart {
  const [file, ...others] = files.filter(({ hunks }) => hunks.length > 0);
  if (file === undefined)
    throw new UnfError("refused", "no lines would change: there are no hunks to choose");
  if (others.length > 0) {
    throw new UnfError(
      "usage",
      `hunks are those of one file, and ${others.length + 1} would change`,
      { hint: `name one, such as ${pathToColumn(file.path)}; -p goes through all of them` },
    );
  }
  const count = file.hunks.length;
  if (numbers.largest > count) {
    checkStale?.();
    const there = count === 1 ? "is 1 hunk" : `are ${count} hunks`;
    throw new UnfError("not_found", `there is no hunk ${numbers.largest}: there ${there}`, {
      hint: "-p --dry-run shows the hunks with their numbers",
    });
  }
  const hunks = [...file.hunks.keys()].filter((index) => numbers.has(index + 1));
  return { path: file.path, hunks };
}

/** Numbers from 1 on. */
interface Numbers {
  readonly has: (number: number) => boolean;
  readonly largest: number;
}

/** Hunks by their numbers; those of the `parts` are marked as chosen, where there are any. */
export function numberOopsHunks(
  files: readonly OopsFile[],
  parts?: readonly ChosenPart[],
): OopsHunkAnswer[] {
  return files.flatMap((file) => {
    const { change, path, hunks } = file;
    if (change === undefined) return [];
    const part = parts?.find((one) => one.path === path);
    const isChosen = (index: number) =>
      part !== undefined && (part.hunks === undefined || part.hunks.includes(index));
    return hunks.map((hunk, index) => ({
      path: pathToColumn(path),
      number: index + 1,
      ...(parts === undefined ? {} : { chosen: isChosen(index) }),
      hunk:
        hunkAnswers(
          { path: maskPathOf(change), hunks: [hunk] },
          { hasWords: false, reveal: false },
        )[0] ?? null,
    }));
  });
}
