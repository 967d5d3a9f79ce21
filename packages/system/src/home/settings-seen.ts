import { type Stats, statSync } from "node:fs";
import { type AbsPath, encodeUtf8, systemCode, type WallMs } from "@unf/core/base";
import { configPath, seenConfigPath } from "@unf/core/home";
import { atomicReplace } from "../disk/atomic-replace.ts";
import { readText } from "../disk/read-text.ts";

/** A settings file that another program changed since it was looked at. */
export interface UnseenSettings {
  /** The text as unf knew it; `undefined` in a home of an earlier version, which kept none. */
  readonly before: string | undefined;
  /** The text as it is; `undefined` when the file is gone. */
  readonly now: string | undefined;
  /** When the file was changed; `undefined` when it is gone. */
  readonly at: WallMs | undefined;
}

/** Keeps the text as the one that unf knows: it wrote it, or has said what is new in it. */
export function noteSettings(home: AbsPath, text: string): void {
  atomicReplace(seenConfigPath(home), encodeUtf8(text), 0o600);
}

/**
 * Another program's changes to the settings; `undefined` while they are as unf knows them, and where
 * they cannot be read: who needs them complains of that.
 */
export function readUnseenSettings(home: AbsPath): UnseenSettings | undefined {
  try {
    const path = configPath(home);
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat !== undefined && !isReadable(stat)) return undefined;
    const before = readText(seenConfigPath(home));
    const now = stat === undefined ? undefined : readText(path);
    // No file and an empty one say the same.
    if ((now ?? "") === before) return undefined;
    const at = stat === undefined ? undefined : (Math.floor(stat.mtimeMs) as WallMs);
    return { before, now, at };
  } catch (thrown) {
    if (systemCode(thrown) === undefined) throw thrown;
    return undefined;
  }
}

/** A pipe would hold every command up, and no settings are that long. */
function isReadable(stat: Stats): boolean {
  return stat.isFile() && stat.size <= 1024 * 1024;
}
