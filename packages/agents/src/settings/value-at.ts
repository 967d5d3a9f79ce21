/** The value that the names lead to, one after the other; `undefined` where one is not there. */
export function valueAt(settings: unknown, names: readonly string[]): unknown {
  let value = settings;
  for (const name of names) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name))
      return undefined;
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return value;
}
