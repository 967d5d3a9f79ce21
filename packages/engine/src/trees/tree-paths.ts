import { type RelPath, UnfError } from "@unf/core/base";

/** Contents by paths that can stand beside each other in one directory. */
export type PlacedTree = ReadonlyMap<RelPath, Uint8Array>;

/** Throws `usage` for what cannot be the path of a file, and for a file that lies below a file. */
export function requirePaths(tree: ReadonlyMap<string, Uint8Array>): PlacedTree {
  for (const path of tree.keys()) {
    const refusal = refusePath(path) ?? refuseAbove(path, tree);
    if (refusal === undefined) continue;
    throw new UnfError("usage", `${JSON.stringify(path.slice(0, 200))} ${refusal}`, {
      hint: "paths are relative, with one / between names",
    });
  }
  return tree as ReadonlyMap<string, Uint8Array> as PlacedTree;
}

function refusePath(path: string): string | undefined {
  if (path === "") return "is no path of a file";
  if (path.includes("\0")) return "has a NUL in it";
  if (!path.isWellFormed()) return "is not well-formed Unicode";
  const isNormal = path.split("/").every((name) => !["", ".", ".."].includes(name));
  return isNormal ? undefined : "is not a relative path without . and ..";
}

function refuseAbove(path: string, tree: ReadonlyMap<string, unknown>): string | undefined {
  for (let cut = path.indexOf("/"); cut >= 0; cut = path.indexOf("/", cut + 1)) {
    const above = path.slice(0, cut);
    if (tree.has(above)) return `lies below ${JSON.stringify(above.slice(0, 200))}, a file`;
  }
  return undefined;
}
