import { spawnSync } from "node:child_process";
import { lchownSync, readdirSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import type { TestContext } from "node:test";
import { runUnf, type TempHome } from "../kit/index.ts";

/** Nobody, by custom. */
const stranger = 65_534;

/**
 * The words that run a program as a user whom permissions bind: none where this one is such. Skips
 * the test, and is `undefined`, where there is no way.
 */
export async function asOrdinaryUser(
  context: TestContext,
  home: TempHome,
): Promise<readonly string[] | undefined> {
  if (process.getuid?.() !== 0) return [];
  const words = ["setpriv", `--reuid=${stranger}`, `--regid=${stranger}`, "--clear-groups"];
  if (spawnSync("setpriv", ["--version"]).status !== 0) {
    context.skip("runs as root, and there is no setpriv");
    return undefined;
  }
  giveAway(home.root);
  const probe = await runUnf(["version"], { home, via: words });
  if (probe.code === 0) return words;
  context.skip("another user cannot run these sources");
  return undefined;
}

/** Makes everything at and below the path the ordinary user's. */
export function giveAway(path: string): void {
  if (process.getuid?.() !== 0) return;
  lchownSync(path, stranger, stranger);
  for (const entry of readdirSync(path, { withFileTypes: true, recursive: true })) {
    lchownSync(join(entry.parentPath, entry.name), stranger, stranger);
  }
}
