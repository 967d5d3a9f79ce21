import type { AbsPath, ProjectId } from "@unf/core/base";
import { encodeUtf8 } from "@unf/core/base";
import { lastWordsPath } from "@unf/core/home";
import type { LastWords } from "@unf/core/intent";
import { atomicReplace } from "../disk/atomic-replace.ts";
import { removeEntry } from "../disk/base/remove-entry.ts";
import { readText } from "../disk/read-text.ts";

/** Leaves word of why the daemon ends, or (`crash`) of what it works on should it die at it. */
export function writeLastWords(home: AbsPath, words: LastWords): void {
  const { cause, project } = words;
  const text = `${JSON.stringify({ cause, project: project ?? null })}\n`;
  atomicReplace(lastWordsPath(home), encodeUtf8(text), 0o600);
}

export function clearLastWords(home: AbsPath): void {
  removeEntry(lastWordsPath(home));
}

/** Reads the word that was left and removes it; `undefined` when there is none. */
export function takeLastWords(home: AbsPath): LastWords | undefined {
  const text = readText(lastWordsPath(home));
  if (text === undefined) return undefined;
  clearLastWords(home);
  return parseLastWords(text);
}

function parseLastWords(text: string): LastWords {
  const [, cause, project] =
    /"cause":"(restart|stop|crash)","project":(?:null|"([0-9a-f]{16})")/.exec(text) ?? [];
  const crash: LastWords = { cause: "crash" };
  if (cause === "restart" || cause === "stop") return { cause };
  return project === undefined ? crash : { ...crash, project: project as ProjectId };
}
