/** Files of one group. */
const groupFiles = 30;

/** The texts in the files of one group of an aged history. */
export function agedText(
  group: number,
  version: 1 | 2,
): readonly { readonly path: string; readonly text: string }[] {
  return Array.from({ length: groupFiles }, (_, n) => ({
    path: `aged${group}/${n}.txt`,
    text: `group ${group}, text ${n}, version ${version}\n`,
  }));
}
