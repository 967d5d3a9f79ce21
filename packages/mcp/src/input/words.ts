/** A flag with its value in one word, so that no value can be taken for a flag; none without a value. */
export function flag(name: string, value: string | number | undefined): string[] {
  return value === undefined ? [] : [`--${name}=${value}`];
}

/** A flag for every value. */
export function flags(name: string, values: readonly string[] | undefined): string[] {
  return (values ?? []).flatMap((value) => flag(name, value));
}

/** A flag without a value. */
export function toggle(name: string, isOn: boolean | undefined): string[] {
  return isOn === true ? [`--${name}`] : [];
}
