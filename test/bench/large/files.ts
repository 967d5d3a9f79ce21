import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const filesPerDirectory = 400;

/** A project of very many small files, each with a content of its own. */
export interface ManyFiles {
  readonly count: number;
  write(version: number): void;
  remove(): void;
  /** How many of them have this version; `undefined`: are gone. */
  countRight(version: number | undefined): number;
  /** Names in the project that are none of these files. */
  strangers(): readonly string[];
}

export function manyFiles(root: string, count: number): ManyFiles {
  const directories = Math.ceil(count / filesPerDirectory);
  const directoryOf = (n: number) => `part-${n % directories}`;
  const pathOf = (n: number) => join(root, directoryOf(n), `file-number-${n}.txt`);
  const textOf = (n: number, version: number) =>
    `${version} is the version of ${n}`.padEnd(39, ".");
  const names = new Set(Array.from({ length: count }, (_, n) => `file-number-${n}.txt`));
  return {
    count,
    write: (version) => {
      for (let n = 0; n < directories; n += 1) {
        mkdirSync(join(root, `part-${n}`), { recursive: true });
      }
      for (let n = 0; n < count; n += 1) writeFileSync(pathOf(n), `${textOf(n, version)}\n`);
    },
    remove: () => {
      for (let n = 0; n < directories; n += 1) rmSync(join(root, `part-${n}`), { recursive: true });
    },
    countRight: (version) => {
      let right = 0;
      for (let n = 0; n < count; n += 1) {
        const wanted = version === undefined ? undefined : `${textOf(n, version)}\n`;
        if (readOrNothing(pathOf(n)) === wanted) right += 1;
      }
      return right;
    },
    strangers: () =>
      readdirSync(root, { recursive: true, encoding: "utf8" }).filter((path) => {
        const name = path.slice(path.lastIndexOf("/") + 1);
        return !names.has(name) && !/^part-\d+$/.test(name);
      }),
  };
}

function readOrNothing(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
