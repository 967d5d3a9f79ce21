import { parseVersionWord } from "@unf/answers";

/** True for a word that names an instant wherever it stands: no path is written so by habit. */
export function isInstantWord(word: string): boolean {
  return parseVersionWord(word) !== undefined || referenceShape.test(word);
}

const referenceShape = /^(?:(?:cp|commit|turn|session|op|burst):.+|@prev)$/i;

/** `v8..v336`, as git writes what lies between two: both; `v8..` is `v8`. Any other word stays. */
export function splitRange(
  word: string,
  isInstant: (word: string) => boolean = isInstantWord,
): string[] {
  const [, from = "", to = ""] = /^(.+?)\.{2,3}(.*)$/.exec(word) ?? [];
  if (!isInstant(from) || (to !== "" && !isInstant(to))) return [word];
  return to === "" ? [from] : [from, to];
}
