import type { RelPath } from "../base/brand.ts";
import { childPath, parentPath } from "../base/path.ts";
import { byteText } from "./byte-text.ts";
import { directoryMakers, excludedDirectories } from "./directory-names.ts";
import { excludedExtensions, extensionOf } from "./extensions.ts";
import type { IgnoreSources } from "./ignore-files.ts";
import { type IgnoreRule, parseIgnoreLine } from "./ignore-rule.ts";
import { PatternSet } from "./pattern-set.ts";
import { privateNames } from "./private-names.ts";
import type { Skipped } from "./verdict.ts";

/** What a person adds to a built-in list, and what of it they switch off. */
export interface ListChange {
  readonly add?: readonly string[];
  readonly remove?: readonly string[];
}

/** The same for private keys and credentials, in the syntax of ignore files. */
export interface SecretChange {
  readonly add?: readonly string[];
  /** What is recorded all the same. `all` switches the built-in list off; additions stand. */
  readonly remove?: readonly string[] | "all";
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
  readonly secrets: SecretChange;
}

/** The layers that decide by the name alone: own, private keys, directories, extensions. */
export function nameLayers(
  options: NameLayerOptions,
  sources: IgnoreSources,
): (entry: Entry) => Skipped | undefined {
  const owners = new Map<string, string>();
  for (const root of options.nestedRoots) owners.set(root, `belongs to the project in "${root}"`);
  if (options.home !== undefined) owners.set(options.home, "holds the records of unf");
  const secrets = secretPatterns(options.secrets);
  const isExcluded = directoryLayer(options, sources);
  const extensions = changed(excludedExtensions, options.extensions, (text) => text.toLowerCase());

  return ({ path, name, nameBytes, pathBytes, kind }) => {
    const owner = name.startsWith(".unf-") ? "a temporary file of unf" : owners.get(path);
    if (owner !== undefined) return skipped("own", path, owner);
    const secret = secrets.last(nameBytes, pathBytes, kind === "directory");
    if (secret?.negative === false) return skipped("private_key", path, secret.pattern);
    if (kind === "directory") {
      return isExcluded(path, name) ? skipped("directory", path, name) : undefined;
    }
    // The target of a link is text, whatever the link is called.
    if (kind === "link") return undefined;
    const extension = extensionOf(name);
    return extensions.has(extension) ? skipped("extension", path, `.${extension}`) : undefined;
  };
}

function skipped(layer: Skipped["layer"], at: RelPath, because: string): Skipped {
  return { recorded: false, layer, at, because, rule: undefined };
}

function secretPatterns({ add = [], remove = [] }: SecretChange): PatternSet {
  const lines =
    remove === "all" ? add : [...privateNames, ...add, ...remove.map((pattern) => `!${pattern}`)];
  const rules = lines.map((line) => parseIgnoreLine(byteText(line), 0));
  return new PatternSet(
    rules.filter((rule): rule is IgnoreRule => rule !== undefined),
    { ignoreCase: true },
  );
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
