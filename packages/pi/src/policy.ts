/** The settings of a person, under `unf` in pi's settings.json. */
export interface Policy {
  /** Whether the footer shows the checkpoints. */
  readonly footer: boolean;
  /** Checkpoints that one session keeps; all unless given. */
  readonly maxSnapshots: number;
  /** A setting that is not understood, in one sentence. */
  readonly complaint: string | undefined;
}

const unset: Policy = {
  footer: true,
  maxSnapshots: Number.POSITIVE_INFINITY,
  complaint: undefined,
};

/** `text`: the settings file; `undefined` where there is none. What is not understood is left as it is by default. */
export function readPolicy(text: string | undefined): Policy {
  const { unf = {} } = parse(text) as { readonly unf?: unknown };
  if (typeof unf !== "object" || unf === null)
    return { ...unset, complaint: "unf in pi's settings.json is no object" };
  const { footer = unset.footer, maxSnapshots = unset.maxSnapshots } = unf as Readonly<
    Record<string, unknown>
  >;
  const isCount = maxSnapshots === unset.maxSnapshots || isPositive(maxSnapshots);
  return {
    footer: footer !== false,
    maxSnapshots: isCount ? Number(maxSnapshots) : unset.maxSnapshots,
    complaint: isCount
      ? undefined
      : "unf.maxSnapshots in pi's settings.json is no whole number above 0",
  };
}

function isPositive(value: unknown): boolean {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0;
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
