import assert from "node:assert/strict";
import * as fs from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { type AbsPath, decodeUtf8, type ProjectId } from "@unf/core/base";
import { timelinePath } from "@unf/core/home";
import { formatUtc } from "@unf/core/time";
import { openHomeReader } from "@unf/wiring";

const here = dirname(fileURLToPath(import.meta.url));

/** The one project of each frozen home. */
export const frozenProject = "6d02a3bc40397cdb" as ProjectId;

/** Formats of timelines of which there is a frozen home. */
export const frozenVersions: readonly number[] = fs
  .readdirSync(here)
  .flatMap((name) => /^timeline-(\d+)$/.exec(name)?.[1] ?? [])
  .map(Number)
  .toSorted((a, b) => a - b);

/** A version as the program said it that wrote the home. */
export interface FrozenVersion {
  readonly id: number;
  readonly kind: string;
  readonly at: string;
  readonly path: string;
  /** That program's output for it; absent for a deletion, and for what it records without a content. */
  readonly content?: string | undefined;
}

export function expectedVersions(version: number): readonly FrozenVersion[] {
  const text = fs.readFileSync(join(here, `timeline-${version}`, "expected.json"), "utf8");
  return (JSON.parse(text) as { readonly versions: readonly FrozenVersion[] }).versions;
}

/** Lays the home out as it was: a repository keeps neither modes nor empty directories. */
export function thaw(version: number, to: string): AbsPath {
  const from = join(here, `timeline-${version}`);
  fs.cpSync(from, to, { recursive: true, filter: (path) => !/expected|\.gz$/.test(path) });
  for (const room of ["projects", `projects/${frozenProject}`, "logs", "run", "objects/tmp"]) {
    fs.mkdirSync(join(to, room), { recursive: true });
  }
  const timeline = gunzipSync(fs.readFileSync(join(from, "timeline.db.gz")));
  fs.writeFileSync(timelinePath(to as AbsPath, frozenProject), timeline);
  for (const name of fs.readdirSync(to, { recursive: true, encoding: "utf8" })) {
    const path = join(to, name);
    fs.chmodSync(path, fs.statSync(path).isDirectory() ? 0o700 : 0o600);
  }
  fs.chmodSync(to, 0o700);
  return to as AbsPath;
}

/** The same as this program says it. */
export function readVersions(home: AbsPath): readonly FrozenVersion[] {
  using reader = openHomeReader(home);
  const [entry] = reader.projects();
  assert.ok(entry);
  using history = reader.open(entry);
  const rows = [...history.timeline.find({ within: [], interim: true, order: "oldest" })];
  return rows.map((row) => ({
    id: row.id,
    kind: row.event,
    at: formatUtc(row.at),
    path: row.path,
    ...(row.hash === null || row.unrecordable !== undefined
      ? {}
      : { content: decodeUtf8(history.content(row)) }),
  }));
}
