/** True where the letters of each word of `wanted` stand in the text in that order, whatever the case. */
export function isLike(text: string, wanted: string): boolean {
  const letters = [...text.toLowerCase()];
  return wanted
    .toLowerCase()
    .split(/\s+/)
    .every((word) => hasInOrder(letters, [...word]));
}

function hasInOrder(letters: readonly string[], word: readonly string[]): boolean {
  let next = 0;
  for (const letter of letters) if (letter === word[next]) next += 1;
  return next === word.length;
}
