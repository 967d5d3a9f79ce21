/** Tells whether a name is one of a list in which a final `*` stands for any rest. */
export function nameMatcher(
  list: readonly string[],
  ignoreCase: boolean,
): (name: string) => boolean {
  const fold = (name: string) => (ignoreCase ? name.toLowerCase() : name);
  const names = list.map(fold);
  const exact = new Set(names.filter((name) => !name.endsWith("*")));
  const beginnings = names.filter((name) => name.endsWith("*")).map((name) => name.slice(0, -1));
  return (name) => {
    const folded = fold(name);
    return exact.has(folded) || beginnings.some((beginning) => folded.startsWith(beginning));
  };
}
