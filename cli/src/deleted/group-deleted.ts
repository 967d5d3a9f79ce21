import type { ListedDeletion } from "@unf/answers";
import { commonDirectory, parentPath, type RelPath } from "@unf/core/base";

/** Files that went together with a directory, or lay in one that stayed. */
export interface DeletedTogether {
  readonly directory: RelPath;
  /** Three at least, numbered one after the other. */
  readonly listed: readonly [ListedDeletion, ...ListedDeletion[]];
}

/** Longest pause between deletions of one directory. Unit: ms. */
const pauseMs = 2000;

/** Fewer are told one by one. */
const groupMin = 3;

/**
 * Files next to each other in the list that went with a directory, as one; all others by themselves.
 * `isGone`: nothing is left in a directory, which tells two that went from the one that both were in.
 */
export function groupDeleted(
  listed: readonly ListedDeletion[],
  isGone: (directory: RelPath) => boolean,
): (ListedDeletion | DeletedTogether)[] {
  const placeOf = findPlaces(isGone);
  const groups: { readonly directory: RelPath; listed: [ListedDeletion, ...ListedDeletion[]] }[] =
    [];
  for (const one of listed) {
    const group = groups.at(-1);
    const last = group?.listed.at(-1);
    const directory = placeOf(one.file.path);
    const isOther = directory === "" || group?.directory !== directory;
    if (group === undefined || last === undefined || isOther || !isOneMoment(last, one)) {
      groups.push({ directory, listed: [one] });
    } else group.listed.push(one);
  }
  return groups.flatMap((group): readonly (ListedDeletion | DeletedTogether)[] =>
    group.listed.length < groupMin ? group.listed : [withPlace(group)],
  );
}

/** Named by where the files lay: above that nothing may be left either, which nobody deleted. */
function withPlace(group: DeletedTogether): DeletedTogether {
  const places = group.listed.map(({ file }) => parentPath(file.path));
  return { ...group, directory: places.reduce(commonDirectory) };
}

/** The highest directory around a file that is gone; where none is, the one that it lay in. */
function findPlaces(isGone: (directory: RelPath) => boolean): (path: RelPath) => RelPath {
  const known = new Map<RelPath, boolean>();
  const isEmpty = (directory: RelPath): boolean => {
    const answer = known.get(directory) ?? isGone(directory);
    known.set(directory, answer);
    return answer;
  };
  return (path) => {
    const parent = parentPath(path);
    let place = parent;
    for (let at = parent; at !== "" && isEmpty(at); at = parentPath(at)) place = at;
    return place;
  };
}

function isOneMoment({ file: a }: ListedDeletion, { file: b }: ListedDeletion): boolean {
  return Math.abs(a.deletion.at - b.deletion.at) <= pauseMs;
}
