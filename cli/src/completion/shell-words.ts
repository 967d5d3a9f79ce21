/** A word as it stands on a command line of bash, zsh or fish, perhaps with an open quote, without its quoting. */
export function unquote(word: string): string {
  const parts = word.matchAll(/'([^']*)'?|"((?:\\.|[^"\\])*)\\?"?|\\(.?)|([^'"\\]+)/gs);
  return [...parts]
    .map(([, single, double, escaped, bare]) =>
      double === undefined ? (single ?? escaped ?? bare ?? "") : double.replaceAll(/\\(.)/gs, "$1"),
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
