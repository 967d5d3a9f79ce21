import type { Questions } from "@unf/answers";
import * as z from "zod";
import { pathWord, pathWords } from "../base/path-word.ts";

// The questions of a page, as its requests have them: only what it names, the rest as on the command line.

const words = z.array(z.string().max(4096)).max(1000).default([]);
const word = z.string().max(4096).optional();
const count = z.int().min(1).max(1000);
const author = z.string().max(200).optional();
const selection = {
  paths: pathWords,
  since: word,
  until: word,
  include: words,
  exclude: words,
};
const kinds = z
  .array(z.enum(["create", "modify", "delete", "rename"]))
  .max(4)
  .default([]);
const filters = {
  isGlobal: z.boolean().default(false),
  since: word,
  until: word,
  authors: z.array(z.string().max(200)).max(100).default([]),
  include: words,
  exclude: words,
  kinds: z
    .array(z.enum(["turn", "stretch", "mass", "checkpoint", "operation", "gap", "baseline"]))
    .max(7)
    .default([]),
  text: z.string().min(1).max(1000).optional(),
};

/** A time as a person writes it, on one side of a comparison. */
const side = (name: string) => word.transform((input) => ({ name, input, purpose: "at" as const }));

type Parsers = { readonly [N in keyof Questions]: z.ZodType<Questions[N]["asked"]> };

const parsers: Parsers = {
  blame: asked({
    path: pathWord,
    at: word,
    range: z.string().max(40).default("1,"),
    author,
    interim: z.boolean().default(false),
    reveal: z.literal(false).default(false),
  }),
  checkpoints: asked({ limit: count.default(100), before: word }),
  deleted: asked({ paths: pathWords, since: word, limit: count.default(100), before: word }),
  density: asked({ ...filters, buckets: z.int().min(1).max(400).default(100) }),
  diff: asked({
    paths: pathWords,
    from: side("from"),
    to: side("to"),
    version: word,
    session: word,
    turn: word,
    include: words,
    exclude: words,
    context: z.int().min(0).max(10_000).default(3),
  }),
  doctor: asked({}),
  du: asked({
    paths: pathWords,
    by: z.enum(["dir", "file", "ext", "day", "session"]).default("dir"),
    depth: z.int().min(1).max(100).default(1),
    limit: count.default(50),
  }),
  happenings: asked({ ...filters, limit: z.int().min(1).max(200).default(50), before: word }),
  log: asked({
    ...selection,
    isGlobal: z.boolean().default(false),
    includeProjects: words,
    excludeProjects: words,
    ignoreCase: z.boolean().default(false),
    kinds,
    author,
    session: word,
    turn: word,
    interim: z.boolean().default(false),
    isReverse: z.boolean().default(false),
    noFollow: z.boolean().default(false),
    limit: count.default(50),
    cursor: word,
  }),
  ops: asked({ hasAbandoned: z.boolean().default(false), limit: count.default(50), cursor: word }),
  projects: asked({ isAll: z.boolean().default(false) }),
  prune: asked({
    ...{ olderThan: word, keepWithin: word, keepHourly: word, keepDaily: word, keepWeekly: word },
    ...{ include: words, exclude: words, maxSize: word },
  }).transform(({ include, exclude, maxSize, ...policy }) => ({
    ...{ policy, include, exclude, maxSize },
    ...{ plan: undefined, allProjects: false },
  })),
  recap: asked({ since: word, isGlobal: z.boolean().default(false) }),
  search: asked({
    text: z.string().min(1).max(10_000),
    isRegExp: z.boolean().default(false),
    ignoreCase: z.boolean().default(false),
    change: z.enum(["added", "removed", "any"]).optional(),
    paths: pathWords,
    since: word,
    until: word,
    interim: z.boolean().default(false),
    reveal: z.literal(false).default(false),
    limit: count.default(50),
    cursor: word,
  }),
  sessions: asked({
    agent: author,
    since: word,
    isOpen: z.boolean().default(false),
    limit: count.default(50),
    cursor: word,
  }),
  show: asked({ word: pathWord, at: word, version: word }),
  status: asked({
    sinceCheckpoint: word,
    hasSession: z.boolean().default(false),
    ownSession: word,
  }),
  tree: asked({ path: pathWord.optional(), at: word, limit: count.default(1000), after: word }),
  turns: asked({
    agent: author,
    since: word,
    session: word,
    limit: count.default(50),
    cursor: word,
  }),
  versions: asked({ path: pathWord, limit: count.default(50), before: word }),
};

/** A strict object whose optional members are there as `undefined`, as the questions declare them. */
function asked<S extends z.ZodRawShape>(shape: S) {
  const keys = Object.keys(shape);
  return z.strictObject(shape).transform((value) => {
    const given = value as Readonly<Record<string, unknown>>;
    return Object.fromEntries(keys.map((key) => [key, given[key]])) as typeof value & {
      readonly [K in keyof S]: z.output<S[K]>;
    };
  });
}

/** True of a name that a question has. */
export function isQuestion(name: string): name is keyof Questions {
  return Object.hasOwn(parsers, name);
}

/** The question as it is declared, or the words of what is wrong with it. */
export function parseQuestion<N extends keyof Questions>(
  name: N,
  given: unknown,
): { readonly asked: Questions[N]["asked"] } | { readonly why: string } {
  const { success, data, error } = parsers[name].safeParse(given);
  if (success) return { asked: data };
  const [issue] = error.issues;
  const place = issue?.path.map(String).join(".") ?? "";
  return { why: `${place === "" ? "the question" : place}: ${issue?.message ?? "not understood"}` };
}
