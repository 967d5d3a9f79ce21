import type { PromptAnswer } from "@unf/answers";
import type { Paint } from "../frame/print/view.ts";

/** The signs by which a shell knows that what stands between them takes no room. */
const widthless = {
  bash: ["\u0001", "\u0002"],
  zsh: ["%{", "%}"],
} as const;

export const promptShells = ["bash", "zsh"] as const satisfies readonly (keyof typeof widthless)[];

export type PromptShell = (typeof promptShells)[number];

/** The line of `unf prompt`; `undefined` where it has none. */
export function promptWord(
  state: PromptAnswer["state"],
  paint: Pick<Paint, "bad" | "good">,
  shell: PromptShell | undefined,
): string | undefined {
  if (state === "not_watched") return undefined;
  const word = state.replace("_", "-");
  const text = state === "recording" ? paint.good(word) : paint.bad(word);
  if (shell === undefined) return text;
  const [begin, end] = widthless[shell];
  // Escapes, the word, and escapes again.
  const at = text.indexOf(word);
  return `${begin}${text.slice(0, at)}${end}${word}${begin}${text.slice(at + word.length)}${end}`;
}
