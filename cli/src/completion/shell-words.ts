import type { Shell } from "./shells.ts";

/** A word as it stands on a command line of the shell, perhaps with an open quote, without its quoting. */
export function unquote(word: string, shell: Shell): string {
  return shell === "powershell" ? unquotePowerShell(word) : unquotePosix(word);
}

function unquotePosix(word: string): string {
  const parts = word.matchAll(/'([^']*)'?|"((?:\\.|[^"\\])*)\\?"?|\\(.?)|([^'"\\]+)/gs);
  return [...parts]
    .map(([, single, double, escaped, bare]) =>
      double === undefined ? (single ?? escaped ?? bare ?? "") : double.replaceAll(/\\(.)/gs, "$1"),
    )
    .join("");
}

/** There a backslash is one, a grave accent takes the meaning away, and a quote within such quotes stands twice. */
function unquotePowerShell(word: string): string {
  const parts = word.matchAll(/'((?:[^']|'')*)'?|"((?:`.|""|[^"`])*)`?"?|`(.?)|([^'"`]+)/gs);
  return [...parts]
    .map(([, single, double, escaped, bare]) =>
      single !== undefined
        ? single.replaceAll("''", "'")
        : double !== undefined
          ? double.replaceAll(/`(.)|""/gs, (pair, sign?: string) => sign ?? pair.slice(1))
          : (escaped ?? bare ?? ""),
    )
    .join("");
}

/** Bash takes words apart at `=` and `:`: these are whole again. */
export function joinBroken(words: readonly string[]): string[] {
  const whole: string[] = [];
  let isOpen = false;
  for (const word of words) {
    const isBreak = /^[=:]+$/.test(word) && whole.length > 0;
    if (isBreak || isOpen) whole[whole.length - 1] += word;
    else whole.push(word);
    isOpen = isBreak;
  }
  return whole;
}
