/** The settings of a person, under `unf` in pi's settings.json. */
export interface Policy {
  /** Whether the footer shows the checkpoints. */
  readonly footer: boolean;
  /** Checkpoints that one session keeps; all unless given. */
  readonly maxSnapshots: number;
  /** Days for which it keeps them; for ever unless given. */
  readonly maxAgeDays: number;
  /** Whether messages that a person labelled keep theirs all the same. */
  readonly pinLabeledEntries: boolean;
  /** A setting that is not understood, in one sentence. */
  readonly complaint: string | undefined;
}

const unset: Policy = {
  footer: true,
  maxSnapshots: Number.POSITIVE_INFINITY,
  maxAgeDays: Number.POSITIVE_INFINITY,
  pinLabeledEntries: true,
  complaint: undefined,
};

/** `text`: the settings file; `undefined` where there is none. What is not understood is left as it is by default. */
export function readPolicy(text: string | undefined): Policy {
  const { unf = {} } = parse(text) as { readonly unf?: unknown };
  if (typeof unf !== "object" || unf === null)
    return { ...unset, complaint: "unf in pi's settings.json is no object" };
  const given = unf as Readonly<Record<string, unknown>>;
  const isOff = (name: string) => given[name] === false;
  const numbers = { maxSnapshots: isCount, maxAgeDays: isAge } as const;
  const wrong = Object.entries(numbers).filter(
    ([name, isRight]) => given[name] !== undefined && !isRight(given[name]),
  );
  const [first] = wrong.map(([name]) => name as keyof typeof numbers);
  const read = (name: keyof typeof numbers) =>
    numbers[name](given[name]) ? Number(given[name]) : unset[name];
  return {
    footer: !isOff("footer"),
    ...{ maxSnapshots: read("maxSnapshots"), maxAgeDays: read("maxAgeDays") },
    pinLabeledEntries: !isOff("pinLabeledEntries"),
    complaint:
      first === undefined
        ? undefined
        : `unf.${first} in pi's settings.json is no ${first === "maxAgeDays" ? "number" : "whole number"} above 0`,
  };
}

function isCount(value: unknown): boolean {
  return isAge(value) && Number.isSafeInteger(value);
}

function isAge(value: unknown): boolean {
  return typeof value === "number" && Number.isFinite(value) && value > 0;
}

/** pi itself complains of a file that is no JSON. */
function parse(text: string | undefined): object {
  try {
    const value: unknown = JSON.parse(text ?? "{}");
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}
