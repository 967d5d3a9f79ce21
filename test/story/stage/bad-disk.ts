import { lstatSync } from "node:fs";
import type { Method } from "../../engine/broken-disk.ts";

/** A disk's answer to a call that it refuses: a code of the system. */
export type Refusal = (method: Method, args: readonly unknown[]) => string | undefined;

/** Of each call that writes, which of its arguments are paths where something changes. */
const written: Partial<Record<Method, readonly number[]>> = {
  writeNew: [0],
  append: [0],
  copyNew: [1],
  symlink: [0],
  link: [0, 1],
  rename: [0, 1],
  exchange: [0, 1],
  moveNew: [0, 1],
  remove: [0],
  makeDirectory: [0],
  removeDirectory: [0],
};

/** Calls that need room. */
const roomy: readonly Method[] = ["writeNew", "append", "copyNew", "symlink", "makeDirectory"];

/** As a directory answers that is mounted read-only. */
export function refuseBelow(directory: string): Refusal {
  return (method, args) => {
    const paths = (written[method] ?? []).map((index) => `${args[index]}`);
    if (isThereAlready(method, paths[0])) return undefined;
    return paths.some((path) => path.startsWith(`${directory}/`)) ? "EROFS" : undefined;
  };
}

/** As a disk answers that has room for so many things more. */
export function refuseNew(count: number): Refusal {
  let left = count;
  return (method, args) => {
    if (!roomy.includes(method) || isThereAlready(method, `${args[0]}`)) return undefined;
    left -= 1;
    return left < 0 ? "ENOSPC" : undefined;
  };
}

function isThereAlready(method: Method, path = ""): boolean {
  return method === "makeDirectory" && lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
