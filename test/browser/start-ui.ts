import { spawn } from "node:child_process";
import { openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Story } from "../e2e/story.ts";
import { testEnvironment, until, wordsOfUnf } from "../kit/index.ts";

/** Starts `unf ui` for a person: nobody else stands above it. Resolves with the address that it prints. */
export async function startUi(
  { home }: Story,
  program: readonly string[] = wordsOfUnf(),
): Promise<string> {
  const printed = join(home.root, "ui.out");
  const out = openSync(printed, "w");
  const words = [...program, "ui", "--no-open"];
  // The shell ends at once, so that the program stands under no agent that runs this test.
  spawn("/bin/sh", ["-c", '"$@" &', "sh", ...words], {
    cwd: home.root,
    env: testEnvironment(home),
    stdio: ["ignore", out, out],
  });
  return until("unf ui prints its address", () =>
    /http:\S+/.exec(readFileSync(printed, "utf8"))?.at(0),
  );
}
