import type { DatabaseSync } from "node:sqlite";

/**
 * Loads Node's own SQLite. Node 22 says at that moment that it is experimental; that one warning is
 * held back, every other is passed on.
 */
export function loadSqlite(): { readonly DatabaseSync: typeof DatabaseSync } {
  const { emitWarning } = process;
  process.emitWarning = (warning: string | Error, ...more: unknown[]) => {
    if (isAboutSqlite(warning, more)) return;
    Reflect.apply(emitWarning, process, [warning, ...more]);
  };
  try {
    return process.getBuiltinModule("node:sqlite");
  } finally {
    process.emitWarning = emitWarning;
  }
}

function isAboutSqlite(warning: string | Error, [type]: readonly unknown[]): boolean {
  const name = typeof warning === "string" ? type : warning.name;
  const text = typeof warning === "string" ? warning : warning.message;
  return name === "ExperimentalWarning" && text.includes("SQLite");
}
