import type { BlobId, RelPath } from "../base/brand.ts";
import { isObject, parseJson } from "../base/json.ts";
import { pathFromColumn, pathToColumn } from "../base/path.ts";
import type { Filter } from "./filter.ts";
import { renderVerdict, type Skipped, type Verdict } from "./verdict.ts";

/**
 * Ignore files that an agent wrote, by path, with the content that a person last stood by: `null`
 * where there was none. What an agent's rules leave out beyond that, they leave out only where
 * nothing has a history yet.
 */
export type HeldFiles = ReadonlyMap<RelPath, BlobId | null>;

/**
 * Questions of a filter about held ignore files. Answers change only between two calls of `forget`.
 */
export interface HeldRules {
  readonly files: HeldFiles;
  /** `undefined` when it is lost: then nothing of the file was stood by. */
  content(hash: BlobId): Uint8Array | undefined;
  /** True when any version of the path, or of a path below it, is recorded. */
  hasHistory(path: RelPath): boolean;
}

/** Where a timeline keeps them, by `meta`. */
export const heldFilesKey = "held_ignore_files";

/**
 * Parses the list of held files. An entry that does not read as one is left out: the rules of that
 * file then count for all.
 */
export function parseHeldFiles(text: string | undefined): Map<RelPath, BlobId | null> {
  const files = new Map<RelPath, BlobId | null>();
  const entries = parseJson(text ?? "{}");
  if (!isObject(entries)) return files;
  for (const [path, hash] of Object.entries(entries)) {
    if (hash !== null && !(typeof hash === "string" && /^[0-9a-f]{64}$/.test(hash))) continue;
    files.set(pathFromColumn(path), hash as BlobId | null);
  }
  return files;
}

export function renderHeldFiles(files: HeldFiles): string {
  return JSON.stringify(
    Object.fromEntries([...files].map(([at, hash]) => [pathToColumn(at), hash])),
  );
}

/**
 * `now`: by the ignore files as they are. `before`: the same with the contents that a person stood
 * by. What only `now` leaves out is recorded when it has a history.
 */
export function holdRules(now: Filter, before: Filter, held: HeldRules): Filter {
  const isHeld = (path: RelPath) => held.files.size > 0 && held.hasHistory(path);
  return {
    verdict: (path, kind) => {
      const verdict = now.verdict(path, kind);
      if (!isByRules(verdict) || held.files.size === 0) return verdict;
      const stoodBy = before.verdict(path, kind);
      if (!stoodBy.recorded || !isHeld(path)) return verdict;
      return { ...stoodBy, heldAgainst: renderVerdict(verdict) };
    },
    isElsewhere: (path) => now.isElsewhere(path),
    covers: (directory) =>
      now.covers(directory) ||
      (held.files.size > 0 && before.covers(directory) && isHeld(directory)),
    recordsBinary: now.recordsBinary,
    judgeContent: (path, firstBytes) => now.judgeContent(path, firstBytes),
    isIgnoreFile: (path) => now.isIgnoreFile(path),
    forget: (path) => {
      now.forget(path);
      before.forget(path);
    },
    setAside: () => now.setAside(),
    setAsideAbove: (path) => now.setAsideAbove(path),
  };
}

/** Also what is hidden may be so because a rule that named it is gone. */
function isByRules(verdict: Verdict): verdict is Skipped {
  return !verdict.recorded && (verdict.layer === "ignore" || verdict.layer === "hidden");
}
