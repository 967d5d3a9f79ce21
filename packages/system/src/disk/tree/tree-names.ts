import type { RelPath } from "@unf/core/base";

/** The names to walk down to a directory; `undefined` when one of them would lead elsewhere. */
export function treeNames(directory: RelPath): readonly string[] | undefined {
  if (directory === "") return [];
  const names = directory.split("/");
  return names.some((name) => name === "" || name === "." || name === "..") ? undefined : names;
}
