import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import type { SnapshotId } from "@unf/core/base";
import { type Picture, readPicture } from "../../engine/stage.ts";
import { makeUnfudged } from "../../exchange/foreign-stores.ts";
import { type Finished, type TempHome, testEnvironment } from "../../kit/index.ts";
import { must } from "../scene.ts";
import type { OldVersion } from "./stage.ts";

/** Somebody who types commands. */
export interface Person {
  readonly home: TempHome;
  /** Requires exit 0. */
  readonly unf: (...words: string[]) => Promise<Finished>;
  readonly tryUnf: (...words: string[]) => Promise<Finished>;
}

/** The tree in an archive of the state at a version. */
export async function exportTar({ home, tryUnf }: Person, id: SnapshotId): Promise<Picture> {
  const directory = mkdtempSync(join(home.root, "export-"));
  const archive = `${directory}.tar`;
  const { code, stdout, stderr } = await tryUnf(
    "export",
    "tar",
    "--at",
    `v${id}`,
    "--output",
    archive,
  );
  // Some of it is no longer kept, or nobody knows whether it was there.
  must([0, 8].includes(code ?? 1), () => `export tar: exit ${code}\n${stdout}${stderr}`);
  return unpack(archive, directory);
}

/** The tree of the last commit of the history. */
export async function exportGit({ home, unf }: Person): Promise<Picture> {
  const repository = mkdtempSync(join(home.root, "git-"));
  await unf("export", "git", repository, "--ref", "refs/unf/story");
  const archive = `${repository}.tar`;
  const words = ["--git-dir", repository, "archive", "-o", archive, "refs/unf/story"];
  execFileSync("git", words, { env: testEnvironment(home) });
  return unpack(archive, mkdtempSync(join(home.root, "files-")));
}

/** False where it takes somebody at a terminal to say yes. */
export async function importOlder(
  { home, tryUnf }: Person,
  versions: readonly OldVersion[],
): Promise<boolean> {
  const store = mkdtempSync(join(home.root, "old-"));
  const rows = versions.map((one) => ({ ...one, at: new Date(one.at).toISOString() }));
  using _ = makeUnfudged(store, home.project, rows);
  const { code, stdout, stderr } = await tryUnf("import", "unfudged", store, "--yes");
  must([0, 4].includes(code ?? 1), () => `import: exit ${code}\n${stdout}${stderr}`);
  return code === 0;
}

function unpack(archive: string, directory: string): Picture {
  execFileSync("tar", ["-xpf", archive, "-C", directory]);
  return readPicture(directory);
}
