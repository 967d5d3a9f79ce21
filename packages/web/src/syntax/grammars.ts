import type { LanguageInput, LanguageRegistration } from "@shikijs/primitive";
import type { Language } from "./language-of.ts";

/** Grammars, each read when a text of it is to be coloured. */
export const grammars: Readonly<Record<Language, () => LanguageInput>> = {
  c: () => import("@shikijs/langs/c"),
  csharp: () => import("@shikijs/langs/csharp"),
  css: () => import("@shikijs/langs/css"),
  docker: () => import("@shikijs/langs/docker"),
  go: () => import("@shikijs/langs/go"),
  html: () => import("@shikijs/langs/html"),
  java: () => import("@shikijs/langs/java"),
  javascript: () => import("@shikijs/langs/javascript"),
  json: () => import("@shikijs/langs/json"),
  kotlin: () => import("@shikijs/langs/kotlin"),
  make: () => import("@shikijs/langs/make"),
  markdown: () => import("@shikijs/langs/markdown"),
  php: () => import("@shikijs/langs/php"),
  python: () => import("@shikijs/langs/python"),
  ruby: () => import("@shikijs/langs/ruby").then(asFarAsThere),
  rust: () => import("@shikijs/langs/rust"),
  shellscript: () => import("@shikijs/langs/shellscript"),
  sql: () => import("@shikijs/langs/sql"),
  swift: () => import("@shikijs/langs/swift"),
  toml: () => import("@shikijs/langs/toml"),
  tsx: () => import("@shikijs/langs/tsx"),
  typescript: () => import("@shikijs/langs/typescript"),
  xml: () => import("@shikijs/langs/xml"),
  yaml: () => import("@shikijs/langs/yaml"),
};

/** The build leaves languages out that are seldom inside texts of this one: those are shown without colours. */
function asFarAsThere({ default: parts }: { readonly default: LanguageRegistration[] }) {
  const there = new Set(parts.map(({ name }) => name));
  return parts.map((part) => ({
    ...part,
    embeddedLangs: (part.embeddedLangs ?? []).filter((name) => there.has(name)),
  }));
}
