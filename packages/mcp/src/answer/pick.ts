type NameOf<T> = T extends unknown ? keyof T : never;

/** A value cut down to named fields: of each of its forms those that it has. */
type Picked<T, N extends PropertyKey> = T extends unknown ? Pick<T, N & keyof T> : never;

/** The named fields of a value, in this order; those that it does not have are left out. */
export function pick<T extends object, const N extends NameOf<T>>(
  value: T,
  names: readonly N[],
): Picked<T, N> {
  const fields = names.filter((name) => name in value).map((name) => [name, value[name]]);
  return Object.fromEntries(fields);
}
