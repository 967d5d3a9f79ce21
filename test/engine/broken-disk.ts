import type { FileSystem } from "@unf/core";

export type Method = keyof FileSystem;

/**
 * The disk with something between: `before` sees every call and may throw in its place; `after`
 * sees it once it is done.
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
  return new Proxy(fs, {
    get: (target, name: Method) => {
      return (...args: unknown[]) => {
        see.before?.(name, args);
        const other = see.instead?.(name, args);
        const call = target[name] as (...all: unknown[]) => unknown;
        const result = other === nothing ? undefined : (other ?? call(...args));
        see.after?.(name, args);
        return result;
      };
    },
  });
}

export const nothing: unique symbol = Symbol("nothing");

/** An error as the system gives it. */
export function systemError(code: string): Error {
  return Object.assign(new Error(code), { code });
}
