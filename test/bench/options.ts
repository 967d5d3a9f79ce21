import { parseArgs } from "node:util";

/** The words behind `npm run bench --`. */
export interface Options {
  /** Rows by name; none: all that take seconds or a few minutes. */
  readonly names: readonly string[];
  /** A missed target makes the exit code 1. */
  readonly check: boolean;
  /** The findings are written into docs/performance.md, in place of the last ones. */
  readonly report: boolean;
}

/** Reads the words; a text says which of them cannot be understood. */
export function readOptions(
  argv: readonly string[],
  rows: readonly string[],
): Options | { readonly refused: string } {
  const options = { check: { type: "boolean" }, report: { type: "boolean" } } as const;
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      options,
      allowPositionals: true,
    });
    const unknown = positionals.filter((name) => !rows.includes(name));
    if (unknown.length > 0) {
      return { refused: `no row ${unknown.join(", ")}; there are: ${rows.join(", ")}` };
    }
    return { names: positionals, check: values.check ?? false, report: values.report ?? false };
  } catch (thrown) {
    if (!(thrown instanceof TypeError)) throw thrown;
    return { refused: thrown.message };
  }
}
