import { readlinkSync } from "node:fs";
import { type AbsPath, joinPath, type RelPath } from "@unf/core/base";
import type { FileSystem, Tree } from "@unf/core/ports";

export type Method = keyof FileSystem | keyof Pick<Tree, "within">;

/** True for each call that puts an entry into another's place, or where nothing is. */
export function isMove(method: Method): boolean {
  return method === "rename" || method === "exchange" || method === "moveNew";
}

type AnyCall = (...args: readonly unknown[]) => unknown;

/**
 * The disk with something between: `before` sees every call and may throw in its place; `after`
 * sees it once it is done. They see true paths, also of what is named through a place of a tree.
 */
export function watchDisk(
  fs: FileSystem,
  see: {
    readonly before?: (method: Method, args: readonly unknown[]) => void;
    readonly after?: (method: Method, args: readonly unknown[]) => void;
    /** Another answer than the disk's; `undefined`: the disk's; `nothing`: that nothing is there. */
    readonly instead?: (method: Method, args: readonly unknown[]) => unknown;
  },
): FileSystem {
  const seen = (name: Method, args: readonly unknown[], call: () => unknown): unknown => {
    const named = args.map(truePath);
    see.before?.(name, named);
    const other = see.instead?.(name, named);
    const result = other === nothing ? undefined : (other ?? call());
    see.after?.(name, named);
    return result;
  };
  const watched = new Proxy(fs, {
    get: (target, name: keyof FileSystem) => {
      const call = target[name] as AnyCall;
      return (...args: readonly unknown[]) => seen(name, args, () => call(...args));
    },
  });
  const openTree = (root: AbsPath): Tree => {
    const tree = watched.openTree(root);
    const within = (directory: RelPath, work: (place: AbsPath) => unknown) =>
      seen("within", [joinPath(root, directory)], () => tree.within(directory, work));
    return { within: within as Tree["within"], [Symbol.dispose]: () => tree[Symbol.dispose]() };
  };
  return { ...watched, openTree };
}

const place = /^(\/proc\/self\/fd\/\d+)\/\.(?=\/|$)/;

function truePath(argument: unknown): unknown {
  if (typeof argument !== "string") return argument;
  return argument.replace(place, (_, link: string) => readlinkSync(link));
}

export const nothing: unique symbol = Symbol("nothing");

/** An error as the system gives it. */
export function systemError(code: string): Error {
  return Object.assign(new Error(code), { code });
}
