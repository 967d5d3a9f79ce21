import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";

/** A file as git sees it: its bytes, and of its mode only whether it is executable or a link. */
export interface Entry {
  readonly kind: "file" | "executable" | "link";
  /** The target of a link. */
  readonly bytes: Buffer;
}

export type Tree = ReadonlyMap<string, Entry>;

/** Every file and link below a directory, by relative path. */
export function readTree(root: string): Tree {
  const tree = new Map<string, Entry>();
  const names = readdirSync(root, { recursive: true, encoding: "utf8" });
  for (const path of names.sort()) {
    const stat = lstatSync(join(root, path));
    if (stat.isSymbolicLink()) {
      tree.set(path, {
        kind: "link",
        bytes: readlinkSync(join(root, path), { encoding: "buffer" }),
      });
    } else if (stat.isFile()) {
      const kind = (stat.mode & 0o100) === 0 ? "file" : "executable";
      tree.set(path, { kind, bytes: readFileSync(join(root, path)) });
    }
  }
  return tree;
}

/** Differences between the two, one line each; empty when they are equal byte for byte. */
export function compareTrees(wanted: Tree, found: Tree): readonly string[] {
  const differences: string[] = [];
  for (const [path, { kind, bytes }] of wanted) {
    const other = found.get(path);
    if (other === undefined) differences.push(`${path}: missing`);
    else if (other.kind !== kind) differences.push(`${path}: ${other.kind} instead of ${kind}`);
    else if (!other.bytes.equals(bytes)) differences.push(`${path}: other bytes`);
  }
  for (const path of found.keys()) if (!wanted.has(path)) differences.push(`${path}: too much`);
  return differences;
}

/** The part of a tree whose paths are in `paths`. */
export function onlyPaths(tree: Tree, paths: ReadonlySet<string>): Tree {
  return new Map([...tree].filter(([path]) => paths.has(path)));
}
