import { parseText } from "./cell.ts";
import { createConnection } from "./driver.ts";

/** The version of the SQLite library that reads and writes timelines. */
export function sqliteVersion(): string {
  using memory = createConnection({
    path: ":memory:",
    mayWrite: () => undefined,
    onOpen: () => undefined,
  });
  return parseText(memory.statement("SELECT sqlite_version()").get()?.[0], "version");
}
