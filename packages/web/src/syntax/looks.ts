import type { ThemeRegistrationRaw } from "@shikijs/primitive";

/** Parts that a text has in its language, by the names that grammars give to them. */
const scopes = {
  comment: ["comment", "punctuation.definition.comment"],
  string: ["string", "punctuation.definition.string", "markup.inline.raw", "markup.fenced_code"],
  constant: ["constant", "variable.other.constant", "support.constant", "entity.name.tag"],
  keyword: ["keyword", "storage", "variable.language", "markup.heading", "entity.name.section"],
  function: [
    "entity.name.function",
    "support.function",
    "entity.name.type",
    "entity.name.class",
    "support.type",
    "entity.other.attribute-name",
    "markup.underline.link",
  ],
} as const;

const names = Object.keys(scopes) as (keyof typeof scopes)[];

/** Stands for the look until the page gives it a colour of its own theme. */
const codeOf = (n: number): string => `#0000${(n + 1).toString(16).padStart(2, "0")}`;

/** A theme that has no colours, but codes of looks. */
export const codes: ThemeRegistrationRaw = {
  name: "looks",
  settings: [
    { settings: { foreground: "#ffffff", background: "#000000" } },
    ...names.map((name, n) => ({
      scope: [...scopes[name]],
      settings: { foreground: codeOf(n) },
    })),
    // Signs between words are told by their place, and in colours would shout.
    { scope: ["keyword.operator", "punctuation"], settings: { foreground: "#ffffff" } },
  ],
};

/** The look that a code stands for; empty where it is none. */
export function lookOf(code: string | undefined): string {
  return names[names.findIndex((_, n) => codeOf(n) === code?.toLowerCase())] ?? "";
}
