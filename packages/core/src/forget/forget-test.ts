import type { BlobId, RelPath } from "../base/brand.ts";
import { baseName, parentPath } from "../base/path.ts";
import { byteText } from "../filter/patterns/byte-text.ts";
import { find, patternSet } from "../filter/secret-rules.ts";
import type { Forgetting } from "../timeline/forgetting.ts";
import type { RetentionRow } from "../timeline/pruning.ts";

/** The part of an order to forget that says which rows it means. */
export type ForgetOrder = Pick<Forgetting, "kind" | "pattern" | "upTo" | "hashes">;

/** A row as an order looks at it. */
export type ForgettableRow = Pick<RetentionRow, "id" | "path" | "hash">;

/**
 * Tells whether any of the orders means a row. `isOnDisk`: it is the newest of its path, and no
 * deletion; history before an instant may go, but what is there now would be recorded again at once.
 */
export function planForgetTest(
  orders: readonly ForgetOrder[],
): (row: ForgettableRow, isOnDisk: boolean) => boolean {
  const tests = orders.map((order) => ({ upTo: order.upTo, isMeant: testOf(order) }));
  return (row, isOnDisk) =>
    tests.some(({ upTo, isMeant }) => row.id <= upTo && isMeant(row, isOnDisk));
}

function testOf({
  kind,
  pattern,
  hashes,
}: ForgetOrder): (row: ForgettableRow, isOnDisk: boolean) => boolean {
  switch (kind) {
    case "path": {
      const matches = planPaths(pattern ?? "");
      return ({ path }) => matches(path);
    }
    case "content": {
      const wanted = new Set<BlobId | null>(hashes);
      return ({ hash }) => wanted.has(hash);
    }
    case "before":
      return (_, isOnDisk) => !isOnDisk;
    case "project":
      return () => true;
  }
}

/** Paths that a pattern names, and all below a directory that it names. The last answer is remembered. */
function planPaths(pattern: string): (path: RelPath) => boolean {
  const set = patternSet([pattern], false);
  const names = (path: RelPath, kind: "file" | "directory"): boolean =>
    find(set, { nameBytes: byteText(baseName(path)), pathBytes: byteText(path), kind }) !==
    undefined;
  let last: { readonly path: RelPath; readonly isNamed: boolean } | undefined;
  return (path) => {
    if (last?.path === path) return last.isNamed;
    let isNamed = names(path, "file");
    for (let above = parentPath(path); !isNamed && above !== ""; above = parentPath(above)) {
      isNamed = names(above, "directory");
    }
    last = { path, isNamed };
    return isNamed;
  };
}

/**
 * The pattern that names one path and nothing else, in the syntax of ignore files; of a directory, with
 * all below it.
 */
export function patternOfPath(path: RelPath): string {
  const quoted = path
    .replace(/[\\*?[\]!#]/g, "\\$&")
    .replace(/ +$/, (spaces) => "\\ ".repeat(spaces.length));
  return `/${quoted}`;
}

/** True for a word that names files by a pattern. */
export function isGlob(word: string): boolean {
  return /[*?[]/.test(word);
}
