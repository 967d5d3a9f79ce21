import type { DiffFlags } from "./flags.ts";

/** Moves an id that stands behind its flag as a word of its own into the flag; the others are paths. */
export function takeId(
  flags: DiffFlags,
  words: readonly string[],
): { readonly flags: DiffFlags; readonly paths: readonly string[] } {
  const name = flags.session === "" ? "session" : flags.turn === "" ? "turn" : undefined;
  // As most agents call their own; other names may be of files.
  const uuid = "[0-9a-f]{8}(?:-[0-9a-f]{4,12}){4}";
  const shape = new RegExp(
    `^(?:${name === "session" ? "s-[0-9a-f]+" : "(?:t-)?[0-9]+"}|${uuid})$`,
    "i",
  );
  const word = name === undefined ? undefined : words.find((one) => shape.test(one));
  if (name === undefined || word === undefined) return { flags, paths: words };
  const at = words.indexOf(word);
  return { flags: { ...flags, [name]: word }, paths: words.toSpliced(at, 1) };
}
