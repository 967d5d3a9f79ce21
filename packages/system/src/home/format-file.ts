import { encodeUtf8, parseJson, UnfError } from "@unf/core/base";

/** Layout of the home directory that this program writes. It reads every one from 1 on. */
const homeFormat = 2;

/** The reading of `format.json`, which may not be ours. `older`: the first who writes raises it. */
export type HomeFormat =
  | ({ readonly kind: "ours" } & HomeMarks)
  | ({ readonly kind: "older" } & HomeMarks)
  | { readonly kind: "newer"; readonly format: number }
  | { readonly kind: "foreign" };

/** The marks that a home is given when it is made, and keeps. */
export interface HomeMarks {
  /** It is to be thrown away: no person's history is in it. */
  readonly isScratch: boolean;
}

/** The bytes of `format.json`. */
export function renderFormat({ isScratch }: HomeMarks): Uint8Array {
  const members = { program: "unf", format: homeFormat, ...(isScratch ? { scratch: true } : {}) };
  return encodeUtf8(`${JSON.stringify(members, null, 2)}\n`);
}

/** Reads the text of `format.json`. Never fails. */
export function parseFormat(text: string): HomeFormat {
  const raw = parseJson(text);
  if (typeof raw !== "object" || raw === null) return { kind: "foreign" };
  if (!("program" in raw && raw.program === "unf" && "format" in raw)) return { kind: "foreign" };
  const { format } = raw;
  if (typeof format !== "number" || !Number.isInteger(format) || format < 1) {
    return { kind: "foreign" };
  }
  if (format > homeFormat) return { kind: "newer", format };
  const isScratch = "scratch" in raw && raw.scratch === true;
  return { kind: format < homeFormat ? "older" : "ours", isScratch };
}

/** Throws `foreign_store` or `newer_store` unless this program can read the format. */
export function checkFormat(home: string, found: HomeFormat): void {
  if (found.kind === "newer") {
    throw new UnfError(
      "newer_store",
      `${home} was written by a newer unf (format ${found.format})`,
      {
        hint: `this unf reads formats up to ${homeFormat}; update it, or set UNF_HOME to another directory`,
      },
    );
  }
  if (found.kind === "foreign") {
    throw new UnfError("foreign_store", `${home} holds another program's files`, {
      hint: `set UNF_HOME to another directory; unf touches nothing in this one. If it is a store of UNF, then: unf import unfudged ${home}`,
    });
  }
}
