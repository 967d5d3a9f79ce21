import { readdirSync, readFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { systemCode } from "@unf/core/base";
import { isLongForm } from "../kit/index.ts";
import { edited, splitLines } from "./lines-edits.ts";
import type { Random } from "./lines-random.ts";

/** Two versions of a file; `undefined`: there is none. */
export interface Pair {
  /** How it was made: names a failure. */
  readonly name: string;
  readonly before: Uint8Array | undefined;
  readonly after: Uint8Array | undefined;
}

const repository = fileURLToPath(new URL("../../", import.meta.url));
const textName = /\.(?:[cm]?[jt]sx?|md|json|txt|h|c|cc|sql|yml)$|^(?:LICENSE|README|CHANGELOG)/i;
/** Larger ones only slow the test down. Unit: bytes. */
const largestFile = 400_000;
/** Each kind of pair is made this many times at most. */
export const perKind = isLongForm("UNF_LINES") ? 700 : 200;

/** Pairs made of files of this repository and of the packages it has installed. */
export function realPairs(random: Random, most = perKind): Pair[] {
  const files = realFiles(random, most);
  return [editPairs, siblingPairs, cutPairs].flatMap((make) => make(files, random, most));
}

interface RealFile {
  readonly path: string;
  readonly text: string;
}

/** A random choice of text files, small and large, each whole. */
function realFiles(random: Random, most: number): RealFile[] {
  const paths = roots().flatMap(textFilesBelow).sort();
  const files: RealFile[] = [];
  for (let count = 0; count < 4 * most; count++) {
    const path = random.pick(paths);
    const bytes = readText(join(repository, path));
    if (bytes !== undefined) files.push({ path, text: bytes.toString("latin1") });
  }
  return files;
}

/** Installed packages, without the caches that stand beside them, and our own sources. */
function roots(): string[] {
  const packages = readdirSync(join(repository, "node_modules")).filter((name) => name[0] !== ".");
  return ["packages", "docs", ...packages.map((name) => join("node_modules", name))];
}

function textFilesBelow(root: string): string[] {
  const entries = readdirSync(join(repository, root), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && textName.test(entry.name))
    .map((entry) => relative(repository, join(entry.parentPath, entry.name)));
}

/** `undefined` for what is too large, binary to git (then it counts no lines), or gone meanwhile. */
function readText(path: string): Buffer | undefined {
  try {
    const bytes = readFileSync(path);
    return bytes.length > largestFile || bytes.includes(0) ? undefined : bytes;
  } catch (thrown) {
    if (systemCode(thrown) === "ENOENT") return undefined;
    throw thrown;
  }
}

function pair(name: string, before: string, after: string): Pair {
  return { name, before: Buffer.from(before, "latin1"), after: Buffer.from(after, "latin1") };
}

/** A file before and after some edits. */
function editPairs(files: readonly RealFile[], random: Random, most: number): Pair[] {
  return files.slice(0, 2 * most).map(({ path, text }) => {
    const times = random.pick([1, 1, 2, 3, 8, 30]);
    const others = splitLines(random.pick(files).text);
    const after = edited(splitLines(text), times, random, others).join("");
    return pair(`${times} edits of ${path}`, text, after);
  });
}

/** Two files of the same name from different places: manifests, readmes, licences, entry points. */
function siblingPairs(files: readonly RealFile[], random: Random, most: number): Pair[] {
  const byName = Map.groupBy(files, ({ path }) => basename(path));
  const named = [...byName.values()].filter((group) => group.length > 1);
  return Array.from({ length: most }, () => {
    const group = random.pick(named);
    const [one, other] = [random.pick(group), random.pick(group)];
    return pair(`${one.path} and ${other.path}`, one.text, other.text);
  });
}

/** A file and what is left of it when its beginning or its end is cut off, as with a changelog. */
function cutPairs(files: readonly RealFile[], random: Random, most: number): Pair[] {
  return files.slice(-most / 2).map(({ path, text }) => {
    const cut = random.int(text.length + 1);
    const part = random.chance(0.5) ? text.slice(cut) : text.slice(0, cut);
    return random.chance(0.5)
      ? pair(`${path} cut at ${cut}`, text, part)
      : pair(`${path} grown from ${cut}`, part, text);
  });
}
