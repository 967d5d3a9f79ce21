import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { onlyTimeline } from "../fault/checker/check-home.ts";
import type { TempHome } from "../kit/index.ts";

/** Makes everything recorded so far older by a hundred days. */
export function age(home: TempHome): void {
  const path = onlyTimeline(home.unfHome);
  assert.ok(path !== undefined);
  using database = new DatabaseSync(path);
  database.exec("UPDATE versions SET stamp = stamp - 100 * 86400000");
}
