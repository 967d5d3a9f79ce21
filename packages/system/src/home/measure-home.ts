import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { type AbsPath, type HomeSize, systemCode } from "@unf/core";

/** What names of the home's top level count as; all others are `other`. */
const parts: Readonly<Record<string, Exclude<keyof HomeSize, "projectBytes">>> = {
  objects: "objects",
  packs: "packs",
  trash: "trash",
  projects: "timelines",
  logs: "logs",
};

/** Locks, the socket, the ballast: there while programs run, and given back to a disk that is full. */
const runName = "run";

/**
 * Measures what the home takes on its disk, by the blocks of its files, but for `run/`. Looks at every file once and
 * asks `breathe` after each directory; what comes and goes meanwhile counts or does not.
 */
export async function measureHome(
  home: AbsPath,
  breathe: () => Promise<void> | undefined,
): Promise<HomeSize> {
  const none = { files: 0, bytes: 0 };
  const size = {
    objects: none,
    packs: none,
    trash: none,
    timelines: none,
    logs: none,
    other: none,
  };
  const projectBytes = new Map<string, number>();
  for (const name of list(home).filter((one) => one !== runName)) {
    const part = parts[name] ?? "other";
    if (part === "timelines") {
      for (const project of list(join(home, name))) {
        const one = await measure(join(home, name, project), breathe);
        projectBytes.set(project, one.bytes);
        size.timelines = add(size.timelines, one);
      }
    } else {
      size[part] = add(size[part], await measure(join(home, name), breathe));
    }
  }
  return { ...size, projectBytes };
}

interface Measured {
  readonly files: number;
  readonly bytes: number;
}

/** A file, or everything in a directory. */
async function measure(path: string, breathe: () => Promise<void> | undefined): Promise<Measured> {
  const sum = { files: 0, bytes: 0 };
  const open = [path];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const stats = look(next);
    if (stats === undefined) continue;
    sum.bytes += stats.bytes;
    if (!stats.isDirectory) sum.files += 1;
    else {
      for (const name of list(next)) open.push(join(next, name));
      await breathe();
    }
  }
  return sum;
}

/** Units of `st_blocks`, whatever the file system's own are. */
const blockBytes = 512;

function look(path: string): { readonly bytes: number; readonly isDirectory: boolean } | undefined {
  try {
    const stats = lstatSync(path);
    return { bytes: stats.blocks * blockBytes, isDirectory: stats.isDirectory() };
  } catch (thrown) {
    return ignoreGone(thrown, undefined);
  }
}

function list(path: string): readonly string[] {
  try {
    return readdirSync(path);
  } catch (thrown) {
    return ignoreGone(thrown, []);
  }
}

/** What was removed meanwhile, or may not be read, counts as nothing. */
function ignoreGone<T>(thrown: unknown, instead: T): T {
  if (systemCode(thrown) === undefined) throw thrown;
  return instead;
}

function add(a: Measured, b: Measured): Measured {
  return { files: a.files + b.files, bytes: a.bytes + b.bytes };
}
