import process from "node:process";

/**
 * True in the long form of the tests: of all (`npm run test:long`), or of those that ask with this
 * variable, when it is `long`. The short form plays a sample, the same one every time.
 */
export function isLongForm(variable: string): boolean {
  return [process.env.UNF_TEST_FORM, process.env[variable]].includes("long");
}

/** Of the random cases of a property, as many as are tried: in the short form a quarter. */
export function propertyRuns(whole: number): number {
  return isLongForm("UNF_PROPERTIES") ? whole : Math.ceil(whole / 4);
}

/** How many are played: what a variable says, else the number of the form that is run. */
export function howMany(
  variable: string,
  { short, long }: { readonly short: number; readonly long: number },
): number {
  const given = process.env[variable];
  const count = Number(given ?? (isLongForm(variable) ? long : short));
  if (!Number.isInteger(count) || count < 0) {
    throw new Error(`${variable} is no whole number: ${given}`);
  }
  return count;
}
