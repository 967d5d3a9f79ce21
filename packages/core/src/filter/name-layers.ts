import type { RelPath } from "../base/brand.ts";
import { childPath, parentPath } from "../base/path.ts";
import type { IgnoreSources } from "./ignore-files.ts";
import { directoryMakers, excludedDirectories } from "./lists/directory-names.ts";
import { excludedExtensions, extensionOf } from "./lists/extensions.ts";
import { find, patternSet, type SecretRules } from "./secret-rules.ts";
import type { Skipped } from "./verdict.ts";

/** A person's changes to a built-in list: names added, and names of it switched off. */
export interface ListChange {
  readonly add?: readonly string[];
  readonly remove?: readonly string[];
}

/** A path as the layers see it. */
export interface Entry {
  readonly path: RelPath;
  /** The last name of `path`. */
  readonly name: string;
  /** `name` and `path` as byte texts. */
  readonly nameBytes: string;
  readonly pathBytes: string;
  readonly kind: "file" | "directory" | "link";
}

export interface NameLayerOptions {
  readonly ignoreCase: boolean;
  /** Projects below this one's root, and where unf keeps its records, if that is below the root too. */
  readonly nestedRoots: readonly RelPath[];
  readonly home: RelPath | undefined;
  /** Names of directories. `.git` cannot be removed. */
  readonly directories: ListChange;
  /** Extensions without the dot. */
  readonly extensions: ListChange;
  /** Only extensions that were added are left out. */
  readonly binary: boolean;
  readonly secrets: SecretRules;
  /** Patterns in the syntax of ignore files of what is to be forgotten for good. */
  readonly forgotten: readonly string[];
}

/**
 * The layers that decide by the name alone: own, forgotten, secrets, private keys, directories,
 * extensions. `isWithheld`: it may be recorded without its content, though it be a private key.
 */
export function nameLayers(
  options: NameLayerOptions,
  sources: IgnoreSources,
): (entry: Entry, isWithheld: boolean) => Skipped | undefined {
  const owners = new Map<string, string>();
  for (const root of options.nestedRoots) owners.set(root, `belongs to the project in "${root}"`);
  if (options.home !== undefined) owners.set(options.home, "holds the records of unf");
  const { secrets } = options;
  const forgotten = patternSet(options.forgotten, options.ignoreCase);
  const isExcluded = directoryLayer(options, sources);
  const extensions = changed(excludedExtensions, options.extensions, (text) => text.toLowerCase());
  const asked = new Set(options.extensions.add?.map((text) => text.toLowerCase()));
  const findSecret = (entry: Entry, isWithheld: boolean) => {
    const gone = find(forgotten, entry);
    if (gone !== undefined) return skipped("forgotten", entry.path, gone);
    const left = secrets.skipped(entry);
    if (left !== undefined) return skipped("secrets", entry.path, left);
    const key = isWithheld ? undefined : secrets.isPrivate(entry);
    return key === undefined ? undefined : skipped("private_key", entry.path, key);
  };

  const findExtension = ({ path, name }: Entry): Skipped | undefined => {
    const extension = extensionOf(name);
    if (!extensions.has(extension)) return undefined;
    const left = skipped("extension", path, `.${extension}`);
    if (asked.has(extension)) return left;
    return options.binary ? undefined : { ...left, isBinary: true };
  };

  return (entry, isWithheld) => {
    const { path, name, kind } = entry;
    const owner = name.startsWith(".unf-") ? "a temporary file of unf" : owners.get(path);
    if (owner !== undefined) return skipped("own", path, owner);
    const secret = findSecret(entry, isWithheld);
    if (secret !== undefined) return secret;
    if (kind === "directory") {
      return isExcluded(path, name) ? skipped("directory", path, name) : undefined;
    }
    // The target of a link is text, whatever the link is called.
    if (kind === "link") return undefined;
    return findExtension(entry);
  };
}

function skipped(layer: Skipped["layer"], at: RelPath, because: string): Skipped {
  return { recorded: false, layer, at, because, rule: undefined };
}

function directoryLayer(
  { ignoreCase, directories }: NameLayerOptions,
  sources: IgnoreSources,
): (path: RelPath, name: string) => boolean {
  const fold = (name: string) => (ignoreCase ? name.toLowerCase() : name);
  const always = changed(excludedDirectories, directories, fold).add(".git");
  const kept = new Set(directories.remove?.map(fold));
  return (path, name) => {
    const folded = fold(name);
    if (always.has(folded)) return true;
    if (kept.has(folded) || !Object.hasOwn(directoryMakers, folded)) return false;
    const beside = parentPath(path);
    return (directoryMakers[folded] ?? []).some(
      (maker) => sources.read(childPath(beside, maker)) !== undefined,
    );
  };
}

function changed(
  names: readonly string[],
  { add = [], remove = [] }: ListChange,
  fold: (name: string) => string,
): Set<string> {
  const set = new Set([...names, ...add].map(fold));
  for (const name of remove) set.delete(fold(name));
  return set;
}
