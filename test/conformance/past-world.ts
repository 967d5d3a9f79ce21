import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Project } from "@unf/client";
import { type AbsPath, encodePath, type ProjectId, type WallMs } from "@unf/core/base";
import { timelinePath } from "@unf/core/home";
import type { Timeline } from "@unf/core/ports";
import { digest } from "@unf/system/digest";
import { openTimeline } from "@unf/timeline";
import { type PastAct, stoodAt, tellPast } from "../e2e/weeks.ts";
import { always } from "../kit/always.ts";
import { makeScratchHome, type TempHome, tempHome } from "../kit/index.ts";

/** A command's answer, and how it ended. */
export interface Said {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A project with a past that nothing records any more, and the program. */
export interface PastWorld extends AsyncDisposable {
  readonly home: TempHome;
  /** Absolute path of its timeline. */
  readonly timeline: AbsPath;
  readonly unf: (...words: string[]) => Promise<Said>;
  /** Has something put into the timeline besides. */
  readonly write: (fill: (timeline: Timeline) => void) => void;
  /** As a program opens it that imports `unf`. */
  readonly open: () => Promise<Project>;
}

/** Opens a world whose last states stand on disk. `run` carries a command line out. */
export function openPastWorld(
  acts: readonly PastAct[],
  run: (words: readonly string[], home: TempHome) => Promise<Said>,
): PastWorld {
  const home = tempHome();
  const [root, unfHome] = [home.project as AbsPath, home.unfHome as AbsPath];
  makeScratchHome(home);
  const project = digest(encodePath(root)).slice(0, 16) as string as ProjectId;
  const timeline = timelinePath(unfHome, project);
  mkdirSync(dirname(timeline), { recursive: true, mode: 0o700 });
  const create = { project, root, dev: 1n, ino: 1n, createdAt: acts[0]?.at ?? (0 as WallMs) };
  openTimeline(timeline, always, { create })[Symbol.dispose]();
  tellPast(home, acts);
  const last = stoodAt(acts, Number.POSITIVE_INFINITY as WallMs);
  for (const [path, text] of last) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return {
    home,
    timeline,
    unf: (...words) => run([...words, "--project", root], home),
    write: (fill) => {
      using writer = openTimeline(timeline, always);
      fill(writer);
    },
    // The client and all that it needs takes most tests longer to load than they run.
    open: async () => (await import("@unf/client")).openProject(root, { home: unfHome }),
    [Symbol.asyncDispose]: () => home[Symbol.asyncDispose](),
  };
}
