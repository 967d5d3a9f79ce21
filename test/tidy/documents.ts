// Holds documents against the sources that they quote, as functions from texts to complaints. documents.test.ts runs each
// on this repository and on a planted offence.

import type { TextFile } from "./checks.ts";

/** Quotations, fenced as `ts <path>`, whose lines do not stand together in the file they name. */
export function staleQuotations(
  documents: readonly TextFile[],
  sources: readonly TextFile[],
): string[] {
  return documents.flatMap(({ path, text }) =>
    [...text.matchAll(/^```ts (\S+)\n(.*?)^```$/gms)].flatMap(([, file = "", quoted = ""]) => {
      const source = sources.find((one) => one.path === file);
      if (source === undefined) return [`${path}: ${file} does not exist`];
      return source.text.includes(quoted) ? [] : [`${path}: ${file} has no such lines: ${quoted}`];
    }),
  );
}

/** Transcripts, fenced as `transcript <path>`, that are not all of the file they name. */
export function staleTranscripts(
  documents: readonly TextFile[],
  kept: readonly TextFile[],
): string[] {
  return documents.flatMap(({ path, text }) =>
    [...text.matchAll(/^```transcript (\S+)\n(.*?)^```$/gms)].flatMap(
      ([, file = "", shown = ""]) =>
        kept.some((one) => one.path === file && one.text === shown)
          ? []
          : [`${path}: ${file} has another text`],
    ),
  );
}

/**
 * Names that pseudo-code calls, fenced as `calls <path of a folder or file>…`, and that no source below
 * these paths declares as a function, a method or a class.
 */
export function unknownCalls(
  documents: readonly TextFile[],
  sources: readonly TextFile[],
): string[] {
  return documents.flatMap(({ path, text }) =>
    [...text.matchAll(/^```calls\n(.*?)^```$/gms)].flatMap(([, block = ""]) =>
      block.split("\n").flatMap((line) => unknownIn(line, sources).map((one) => `${path}: ${one}`)),
    ),
  );
}

/** `name()` and `Class.method()` in front of the `·` and the file that declares them. */
function unknownIn(line: string, sources: readonly TextFile[]): string[] {
  const [code = "", file] = line.split("·").map((part) => part.trim());
  if (file === undefined || file === "") return [];
  const source = sources.find((one) => one.path === file);
  if (source === undefined) return [`${file} does not exist`];
  return [...code.matchAll(/#?\b([\w#]+)\(/g)]
    .map(([, name = ""]) => name)
    .filter((name) => !isDeclared(name, source.text))
    .map((name) => `${file} declares no ${name}`);
}

function isDeclared(name: string, text: string): boolean {
  const function_ = new RegExp(`\\bfunction\\*? ${name}\\b`);
  const method = new RegExp(
    `^ +(?:readonly |async |static |\\*)*#?${name}(?:<.*>)?(?:\\(| = )`,
    "m",
  );
  return function_.test(text) || method.test(text);
}

/**
 * Places in the sources that a document names in backticks, from the root of the repository on, and that are
 * not there. Patterns go without, what a build makes, and decisions, which tell of their day.
 */
export function deadPlaces(documents: readonly TextFile[], paths: readonly string[]): string[] {
  const isThere = (place: string) =>
    paths.some((path) => path === place || path.startsWith(`${place.replace(/\/$/, "")}/`));
  return documents
    .filter(({ path }) => !/(^|\/)(decision|CHANGELOG)/.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/`((?:packages|daemon|sentinel|cli|test|docs)\/[\w./-]+)`/g)]
        .map(([, place = ""]) => place)
        .filter((place) => !/\.\.\.|^cli\/dist\b/.test(place) && !isThere(place))
        .map((place) => `${path}: ${place}`),
    );
}

/**
 * Folders directly below the `src` of a part that its README does not name in backticks, perhaps as the
 * command that they hold. What only tests use goes without.
 */
export function unlistedRooms(
  readmes: readonly TextFile[],
  sources: readonly TextFile[],
): string[] {
  return readmes.flatMap(({ path, text }) => {
    const below = `${path.slice(0, -"README.md".length)}src/`;
    const rooms = sources.flatMap((one) => {
      const [room, ...rest] = one.path.startsWith(below)
        ? one.path.slice(below.length).split("/")
        : [];
      return room === undefined || rest.length === 0 ? [] : [room];
    });
    return [...new Set(rooms)]
      .filter((room) => room !== "testing")
      .filter((room) => !new RegExp(`\`(?:unf |src/)?${room}[\`/]`).test(text))
      .map((room) => `${path} lacks ${room}`);
  });
}

/** Long forms that tests ask for by a variable and that a document does not name. */
export function unlistedForms(document: string, tests: readonly TextFile[]): string[] {
  const asked = /\b(?:isLongForm|howMany)\(\s*"(UNF_[A-Z_]+)"/g;
  const names = tests.flatMap(({ text }) => Array.from(text.matchAll(asked), ([, name]) => name));
  return [...new Set(names)].filter(
    (name) => name !== undefined && name !== "UNF_TEST_FORM" && !document.includes(name),
  ) as string[];
}
