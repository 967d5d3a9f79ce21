import { scanToml, type TomlStatement } from "./toml-scan.ts";

/** A changed TOML text, or why it was left alone. */
export type TomlEdit =
  | { readonly kind: "edited"; readonly text: string }
  | { readonly kind: "refused"; readonly why: string };

/**
 * Sets `section.name` to a value written in TOML. Comments, order, blank lines and line ends stay;
 * a new entry goes after the last one of its section, a new section to the end. Refuses a text that
 * holds the section in a way that has no place for a line (an inline table).
 */
export function setInToml(text: string, key: string, value: string): TomlEdit {
  const found = locate(text, key);
  if (found.kind === "refused") return found;
  const { statements, entry, section, name } = found;
  if (entry !== undefined) {
    return edited(splice(text, { start: entry.valueStart, end: entry.valueEnd }, value));
  }
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  const header = statements.findIndex((one) => one.kind === "table" && isPath(one.path, [section]));
  const last =
    header >= 0
      ? lastOfTable(statements, header)
      : statements.findLast((one) => one.top && one.path[0] === section);
  if (last !== undefined) {
    const line = `${last.top ? `${section}.` : ""}${name} = ${value}${newline}`;
    return edited(insertLine(text, last.end, line, newline));
  }
  const gap = text === "" || text === "\ufeff" ? "" : newline;
  return edited(
    insertLine(
      text,
      text.length,
      `${gap}[${section}]${newline}${name} = ${value}${newline}`,
      newline,
    ),
  );
}

/** Removes the line of `section.name`, with the comment on it. Unchanged when there is none. */
export function unsetInToml(text: string, key: string): TomlEdit {
  const found = locate(text, key);
  if (found.kind === "refused") return found;
  return edited(found.entry === undefined ? text : splice(text, found.entry, ""));
}

interface Located {
  readonly kind: "located";
  readonly statements: readonly TomlStatement[];
  readonly entry: TomlStatement | undefined;
  readonly section: string;
  readonly name: string;
}

function locate(text: string, key: string): Located | Extract<TomlEdit, { kind: "refused" }> {
  const [section = "", name = ""] = key.split(".");
  const statements = scanToml(text);
  if (statements === undefined) {
    return { kind: "refused", why: "the file is not valid TOML; correct it by hand first" };
  }
  const path = [section, name];
  const matching = statements.filter((one) => one.kind === "entry" && isPath(one.path, path));
  if (matching.length > 1) return { kind: "refused", why: `the file sets ${key} more than once` };
  if (statements.some((one) => blocks(one, path))) {
    return {
      kind: "refused",
      why: `the file gives ${section} in a form that takes no line; edit it by hand`,
    };
  }
  return { kind: "located", statements, entry: matching[0], section, name };
}

/** True for a statement that makes the section, or the name in it, something other than a line. */
function blocks(one: TomlStatement, path: readonly string[]): boolean {
  const shared = Math.min(one.path.length, path.length);
  if (!isPath(one.path.slice(0, shared), path.slice(0, shared))) return false;
  if (one.kind === "entry") return one.path.length !== path.length;
  return one.path.length >= path.length || one.kind === "table_array";
}

/** The last statement before the next header: the header itself when the table is empty. */
function lastOfTable(
  statements: readonly TomlStatement[],
  header: number,
): TomlStatement | undefined {
  const next = statements.findIndex((one, index) => index > header && one.kind !== "entry");
  return statements[(next < 0 ? statements.length : next) - 1];
}

function isPath(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((name, index) => name === b[index]);
}

function splice(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  inserted: string,
): string {
  return text.slice(0, start) + inserted + text.slice(end);
}

function insertLine(text: string, at: number, line: string, newline: string): string {
  // Only the last line of a file may lack its end.
  const before = text.slice(0, at);
  const closed =
    before === "" || before === "\ufeff" || before.endsWith("\n") ? before : before + newline;
  return closed + line + text.slice(at);
}

function edited(text: string): TomlEdit {
  return { kind: "edited", text };
}
