import type { RelPath } from "../base/brand.ts";
import { baseName, parentPath } from "../base/path.ts";
import { byteText } from "../filter/patterns/byte-text.ts";
import { find, patternSet, type SecretChange, secretRules } from "../filter/secret-rules.ts";

/** Answers for a path by its own name and those of the directories above it. */
export type PathTest = (path: RelPath) => boolean;

/**
 * Which files hold secrets by what they are called: `.env` and its kin, what the settings keep no
 * content of, and the built-in list, whatever the settings take from it.
 */
export function secretPaths(change: SecretChange): PathTest {
  const { skip = [], hashOnly = [] } = change;
  const isListed = refusedPaths({ skip: [...skip, ...hashOnly] }, []);
  return (path) => baseName(path).startsWith(".env") || isListed(path);
}

/**
 * Which files a recorder may not keep the content of: by the settings, and (`forgotten`, in the
 * syntax of ignore files) because a person had them forgotten.
 */
export function refusedPaths(change: SecretChange, forgotten: readonly string[]): PathTest {
  const rules = secretRules(change);
  const left = patternSet(forgotten, false);
  return anyAbove(
    (entry) =>
      (rules.skipped(entry) ?? rules.isPrivate(entry) ?? find(left, entry)) !== undefined ||
      rules.withheld(entry) !== undefined,
  );
}

type Entry = Parameters<typeof find>[1];

function anyAbove(test: (entry: Entry) => boolean): PathTest {
  const ask = (path: RelPath, kind: Entry["kind"]) =>
    test({ nameBytes: byteText(baseName(path)), pathBytes: byteText(path), kind });
  return (path) => {
    if (ask(path, "file")) return true;
    for (let above = parentPath(path); above !== ""; above = parentPath(above)) {
      if (ask(above, "directory")) return true;
    }
    return false;
  };
}
