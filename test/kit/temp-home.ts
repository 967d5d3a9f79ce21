import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AbsPath } from "@unf/core/base";
import { endProcesses } from "./leftovers.ts";

/** A home of its own for one test: nothing in it outlives the test. */
export interface TempHome extends AsyncDisposable {
  /** The private directory (0700) that holds all of it; its real path. */
  readonly root: string;
  /** `HOME` of the programs of this test. */
  readonly home: string;
  /** `UNF_HOME` of these; not created, so that the first command does it. */
  readonly unfHome: string;
  /** An empty directory to watch. */
  readonly project: string;
  /** Runs `end` when the test ends, before processes are ended and files removed; last one first. */
  onDispose(end: () => void | Promise<void>): void;
}

const load = createRequire(import.meta.url);

/** Makes unf's home before any command does, as one to be thrown away. */
export function makeScratchHome({ unfHome }: TempHome): void {
  // Two hundred files, which took half of the start of most files of tests.
  const { openHome } = load("@unf/system") as typeof import("@unf/system");
  openHome(unfHome as AbsPath, { create: true, isScratch: true });
}

/**
 * Makes a temporary home. Use it as `await using home = tempHome()`: on the way out it runs the
 * hooks, ends every process whose environment or command line names this home, and removes it.
 */
export function tempHome(): TempHome {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "unf-")));
  const home = join(root, "home");
  const project = join(root, "project");
  mkdirSync(home, { mode: 0o700 });
  mkdirSync(project);
  const hooks: (() => void | Promise<void>)[] = [];
  let isEnded = false;
  return {
    root,
    home,
    unfHome: join(home, ".unfudged"),
    project,
    onDispose: (end) => {
      hooks.push(end);
    },
    async [Symbol.asyncDispose]() {
      if (isEnded) return;
      isEnded = true;
      const failures: unknown[] = [];
      for (const end of hooks.reverse()) {
        try {
          await end();
        } catch (thrown) {
          failures.push(thrown);
        }
      }
      await endProcesses(root);
      rmSync(root, { recursive: true, force: true, maxRetries: 5 });
      if (failures.length > 0) throw new AggregateError(failures, "onDispose hooks failed");
    },
  };
}

let projects = 0;

/**
 * Another empty directory to watch in that home, so that one daemon records what several tests do; for
 * tests that leave the home and its programs alone. What is in it ends with the home, and not before.
 */
export function anotherProject(home: TempHome): TempHome {
  projects += 1;
  const project = join(home.root, `project-${projects}`);
  mkdirSync(project);
  return { ...home, project, [Symbol.asyncDispose]: async () => undefined };
}
