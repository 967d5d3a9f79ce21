import { childPath, type RelPath } from "@unf/core/base";

/**
 * A place in the tree of watched directories. Its path follows from its parents, so a directory that
 * moves cannot leave stale paths behind. One node a directory: keep it small.
 */
export interface DirectoryNode<Handle> {
  readonly parent: DirectoryNode<Handle> | undefined;
  /** The directory's name; empty for the root. */
  readonly name: string;
  /** The handle that watches the directory; `undefined` before it is watched and once the node was dropped. */
  handle: Handle | undefined;
  /** Watched directories directly in this one; `undefined` instead of an empty map. */
  children: Map<string, DirectoryNode<Handle>> | undefined;
}

/** The path of a node below the root. */
export function pathOf(node: DirectoryNode<unknown>): RelPath {
  let path: string = node.name;
  for (let up = node.parent; up !== undefined; up = up.parent)
    path = childPath(up.name as RelPath, path);
  return path as RelPath;
}

/** The node of a directory, or the deepest one above it with the name that is missing there. */
export function findNode<Handle>(
  root: DirectoryNode<Handle>,
  directory: RelPath,
): { readonly node: DirectoryNode<Handle>; readonly missing: string | undefined } {
  let node = root;
  for (const name of directory === "" ? [] : directory.split("/")) {
    const child = node.children?.get(name);
    if (child === undefined) return { node, missing: name };
    node = child;
  }
  return { node, missing: undefined };
}
