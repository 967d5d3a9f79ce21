/** The flag of a listing that says how much of it is shown. `rows`: what they are called. */
export function limitFlag(rows: string, usual: number) {
  return {
    kind: "count",
    short: "n",
    value: "<count>",
    min: 1,
    max: 100_000,
    help: `At most so many ${rows} (default ${usual})`,
  } as const;
}
