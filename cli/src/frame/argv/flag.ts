interface FlagBase {
  /** One letter, used with one dash. */
  readonly short?: string;
  /** Second spelling, shown beside the first. */
  readonly alias?: string;
  /** One line of help. */
  readonly help: string;
}

/** A flag of a command: what it takes and what it is for. */
export type Flag =
  | (FlagBase & { readonly kind: "switch" })
  /** `value`: the word shown for it in help, such as `<time>`. */
  | (FlagBase & { readonly kind: "text"; readonly value: string })
  /** May be given several times. */
  | (FlagBase & { readonly kind: "list"; readonly value: string })
  | (FlagBase & { readonly kind: "choice"; readonly choices: readonly string[] })
  /** Several of the choices, separated by commas or given one by one. */
  | (FlagBase & { readonly kind: "choices"; readonly choices: readonly string[] })
  | (FlagBase & {
      readonly kind: "count";
      readonly value: string;
      readonly min: number;
      readonly max: number;
    })
  /** A text that may be left out; then the empty text is meant. */
  | (FlagBase & { readonly kind: "optional-text"; readonly value: string })
  /** A number that may be left out; then `default` is meant. */
  | (FlagBase & {
      readonly kind: "optional-count";
      readonly value: string;
      readonly min: number;
      readonly max: number;
      readonly default: number;
    });

/** Flags by long name, without the dashes. */
export type FlagTable = Readonly<Record<string, Flag>>;

type FlagValue<F extends Flag> = F extends { kind: "switch" }
  ? boolean
  : F extends { kind: "text" | "optional-text" }
    ? string | undefined
    : F extends { kind: "list" }
      ? readonly string[]
      : F extends { kind: "choice"; choices: readonly (infer C)[] }
        ? C | undefined
        : F extends { kind: "choices"; choices: readonly (infer C)[] }
          ? readonly C[]
          : number | undefined;

/** The flags of a command as it reads them: one value per row of the table, by long name. */
export type FlagValues<T extends FlagTable> = { readonly [K in keyof T]: FlagValue<T[K]> };
