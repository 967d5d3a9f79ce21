/** Version of all programs: that of `cli/package.json`, which a test compares. */
export const version = "0.1.0";

/** True when version `a` came before `b`; one that is no version came before nothing. */
export function isOlderVersion(a: string, b: string): boolean {
  const [as, bs] = [numbersOf(a), numbersOf(b)];
  const at = as.findIndex((part, index) => part !== (bs[index] ?? 0));
  return at >= 0 && (as[at] ?? 0) < (bs[at] ?? 0);
}

/** The three numbers of a version. */
function numbersOf(version: string): number[] {
  return version.split(/[^0-9]+/, 3).map(Number);
}
