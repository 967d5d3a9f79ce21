import type { ListedDeletion } from "@unf/answers";
import { commonDirectory, parentPath, type RelPath } from "@unf/core/base";

/** Files that went together, and the deepest directory that all of them were in. */
export interface DeletedTogether {
  readonly directory: RelPath;
  /** Three at least, numbered one after the other. */
  readonly listed: readonly [ListedDeletion, ...ListedDeletion[]];
}

/** Longest pause between deletions of one directory. Unit: ms. */
const pauseMs = 2000;

/** Fewer are told one by one. */
const groupMin = 3;

/** Files next to each other in the list that went with a directory, as one; all others by themselves. */
export function groupDeleted(
  listed: readonly ListedDeletion[],
): (ListedDeletion | DeletedTogether)[] {
  const groups: { directory: RelPath; listed: [ListedDeletion, ...ListedDeletion[]] }[] = [];
  for (const one of listed) {
    const group = groups.at(-1);
    const last = group?.listed.at(-1);
    const directory = parentPath(one.file.path);
    const common = group === undefined ? directory : commonDirectory(group.directory, directory);
    if (group === undefined || last === undefined || common === "" || !isOneMoment(last, one)) {
      groups.push({ directory, listed: [one] });
    } else {
      group.directory = common;
      group.listed.push(one);
    }
  }
  return groups.flatMap((group): readonly (ListedDeletion | DeletedTogether)[] =>
    group.listed.length < groupMin ? group.listed : [group],
  );
}

function isOneMoment({ file: a }: ListedDeletion, { file: b }: ListedDeletion): boolean {
  return Math.abs(a.deletion.at - b.deletion.at) <= pauseMs;
}
