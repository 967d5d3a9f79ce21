import type { Orders } from "@unf/answers";
import * as z from "zod";
import { pathWords } from "../base/path-word.ts";

/** An order of the page, as the program takes it. */
export type Ordered = {
  readonly [N in keyof Orders]: { readonly name: N; readonly asked: Orders[N]["asked"] };
}[keyof Orders];

const words = z.array(z.string().min(1).max(4096)).max(1000).default([]);
const word = z.string().min(1).max(4096).optional();

const restore = z
  .strictObject({
    paths: pathWords,
    at: word,
    version: word,
    turn: word,
    session: word,
    checkpoint: word,
    include: words,
    exclude: words,
    deletions: z.enum(["keep", "remove"]).default("keep"),
    overwrite: z.enum(["if-changed", "always", "never"]).default("if-changed"),
    part: z.literal(true).optional(),
    hunks: z.array(z.int().min(1).max(100_000)).min(1).max(1000).optional(),
  })
  .transform(({ part, hunks, checkpoint, at, version, turn, session, ...rest }): Ordered => {
    const asked = { ...rest, version, turn, session, at: checkpoint ? `cp:${checkpoint}` : at };
    return hunks === undefined && part === undefined
      ? { name: "restore", asked }
      : { name: "restorePart", asked: { ...asked, hunks } };
  });

/** `t-12` or `12`. */
const turn = z
  .string()
  .regex(/^(t-)?[0-9]{1,15}$/)
  .transform((name) => Number(name.replace("t-", "")));

const oops = z
  .union([
    z.strictObject({ turn, paths: pathWords }),
    z.strictObject({ session: z.string().min(1).max(200), paths: pathWords }),
    z.strictObject({ burst: z.literal(true), paths: pathWords }),
  ])
  .transform((given): Ordered => {
    const { paths } = given;
    if ("turn" in given)
      return { name: "oops", asked: { kind: "turns", turns: [given.turn], paths } };
    if ("session" in given)
      return {
        name: "oops",
        asked: { kind: "session", session: given.session, agent: null, paths },
      };
    return { name: "oops", asked: { kind: "burst", paths } };
  });

const inversion = (kind: "undo" | "redo") =>
  z
    .strictObject({ operation: word })
    .transform(({ operation }): Ordered => ({ name: "undo", asked: { kind, operation } }));

type Name = "restore" | "oops" | "undo" | "redo" | "bring-back" | "checkpoint";

const parsers: Readonly<Record<Name, z.ZodType<Ordered>>> = {
  restore,
  oops,
  undo: inversion("undo"),
  redo: inversion("redo"),
  "bring-back": z.strictObject({ paths: pathWords, since: word, deletions: pathWords }).transform(
    ({ paths, since, deletions }): Ordered => ({
      name: "bringBack",
      asked: { paths, since, deletions },
    }),
  ),
  checkpoint: z
    .strictObject({ label: word, message: word, pinned: z.boolean().default(false) })
    .transform(
      ({ label, message, pinned }): Ordered => ({
        name: "checkpoint",
        asked: { label, message, payload: undefined, pinned },
      }),
    ),
};

/** True of a name that an order of the page has. */
export function isOrder(name: string): name is Name {
  return Object.hasOwn(parsers, name);
}

/** The order as the program takes it, or the words of what is wrong with it. */
export function parseOrder(
  name: Name,
  given: unknown,
): { readonly ordered: Ordered } | { readonly why: string } {
  const { success, data, error } = parsers[name].safeParse(given);
  if (success) return { ordered: data };
  const [issue] = error.issues;
  return { why: `${issue?.path.join(".") || "the order"}: ${issue?.message ?? "not understood"}` };
}
