import {
  type AbsPath,
  baseName,
  joinPath,
  parentPath,
  type RelPath,
  systemCode,
} from "@unf/core/base";
import type { FileSystem } from "@unf/core/ports";
import { exactNames, type NameRules } from "@unf/core/refusals";

/**
 * Finds out without writing how the project's disk reads names: whether an entry that is there also
 * answers to its name in the other case, or in the other form of its accents. Where no name tells
 * of accents, a disk that folds case counts as folding them: refusing too much loses nothing.
 */
export function readNameRules({ fs, root }: Pick<Ports, "fs" | "root">): NameRules {
  const probes = [...listNames(fs, root), ownName(root)];
  const foldsCase = firstAnswer(probes, (name) => answersTo(fs, name, swapCase)) ?? false;
  const normalizes = firstAnswer(probes, (name) => answersTo(fs, name, swapForm)) ?? foldsCase;
  return { ...exactNames, windows: /^[A-Za-z]:/.test(root), foldsCase, normalizes };
}

interface Ports {
  readonly fs: FileSystem;
  readonly root: AbsPath;
}

interface Name {
  readonly directory: AbsPath;
  readonly name: string;
  readonly isOther: (name: string) => boolean;
}

function* listNames(fs: FileSystem, root: AbsPath): Generator<Name> {
  const names = new Set(listOrNothing(fs, root));
  for (const name of names) yield { directory: root, name, isOther: (other) => names.has(other) };
}

function listOrNothing(fs: FileSystem, root: AbsPath): readonly string[] {
  try {
    return (fs.list(root) ?? []).map(({ name }) => name);
  } catch (thrown) {
    if (systemCode(thrown) === undefined) throw thrown;
    return [];
  }
}

/** Of the root itself, for one that is empty. What lies beside it is not known. */
function ownName(root: AbsPath): Name {
  const path = root as string as RelPath;
  const directory = parentPath(path) as string as AbsPath;
  return { directory, name: baseName(path), isOther: () => false };
}

function firstAnswer(
  names: readonly Name[],
  ask: (name: Name) => boolean | undefined,
): boolean | undefined {
  for (const name of names) {
    const answer = ask(name);
    if (answer !== undefined) return answer;
  }
  return undefined;
}

/** `undefined` when the name has no other way to be written, or that is an entry of its own. */
function answersTo(
  fs: FileSystem,
  { directory, name, isOther }: Name,
  rewrite: (name: string) => string,
): boolean | undefined {
  const other = rewrite(name);
  if (other === name || isOther(other)) return undefined;
  const [own, found] = [name, other].map((one) =>
    lstatOrNothing(fs, joinPath(directory, one as RelPath)),
  );
  if (own === undefined) return undefined;
  return found !== undefined && found.ino === own.ino && found.dev === own.dev;
}

function lstatOrNothing(fs: FileSystem, path: AbsPath) {
  try {
    return fs.lstat(path);
  } catch (thrown) {
    if (systemCode(thrown) === undefined) throw thrown;
    return undefined;
  }
}

/** Only letters of ASCII: every system that folds case folds those. */
function swapCase(name: string): string {
  return name.replace(/[a-zA-Z]/g, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}

function swapForm(name: string): string {
  const composed = name.normalize("NFC");
  return name === composed ? name.normalize("NFD") : composed;
}
