import process from "node:process";
import type { ProjectRules } from "@unf/answers";
import { type AbsPath, type BlobId, type ProjectId, type RelPath, UnfError } from "@unf/core/base";
import { type HeldFiles, type HeldRules, heldFilesKey, parseHeldFiles } from "@unf/core/filter";
import { timelinePath } from "@unf/core/home";
import type { TimelineReader } from "@unf/core/ports";
import { createRouter } from "@unf/core/route";
import type { ProjectEntry } from "@unf/maintenance";
import { openFileSystem, readIntent } from "@unf/system";
import { openTimelineReader } from "@unf/timeline";
import { inEitherPlace } from "../home/either-place.ts";
import { readSettings } from "../home/settings.ts";
import { openStore } from "../home/store.ts";
import { readGlobalExcludes } from "./global-excludes.ts";
import { type FilterWorld, listForgotten, openFilter } from "./project-filter.ts";

/**
 * The part of a timeline that counts for the rules: nothing where it cannot be read, which other
 * commands say.
 */
function readRecorded(home: AbsPath, id: ProjectId): Pick<FilterWorld, "forgotten" | "heldRules"> {
  try {
    using timeline = openTimelineReader(timelinePath(home, id));
    const forgotten = listForgotten(timeline);
    const files = parseHeldFiles(timeline.meta(heldFilesKey));
    if (files.size === 0) return { forgotten };
    return { forgotten, heldRules: new HeldOnDisk(home, id, files) };
  } catch (thrown) {
    if (thrown instanceof UnfError) return { forgotten: [] };
    throw thrown;
  }
}

/** Held ignore files, asked about for a moment: the timeline is opened for each question. */
class HeldOnDisk implements HeldRules {
  readonly files: HeldFiles;
  readonly #home: AbsPath;
  readonly #id: ProjectId;

  constructor(home: AbsPath, id: ProjectId, files: HeldFiles) {
    this.files = files;
    this.#home = home;
    this.#id = id;
  }

  content(hash: BlobId): Uint8Array | undefined {
    const store = openStore(this.#home, openFileSystem());
    const inStore = () => {
      const found = store.get(hash);
      return found.kind === "found" ? found.bytes : undefined;
    };
    return inEitherPlace(inStore, () => this.#ask((timeline) => timeline.inboxed(hash)));
  }

  hasHistory(path: RelPath): boolean {
    return this.#ask((timeline) => timeline.knows(path));
  }

  #ask<T>(question: (timeline: TimelineReader) => T): T {
    using timeline = openTimelineReader(timelinePath(this.#home, this.#id));
    return question(timeline);
  }
}

/** The rules a recorder of this project would go by now, from settings, intent and ignore files. */
export async function openProjectRules(
  home: AbsPath,
  project: ProjectEntry,
): Promise<ProjectRules> {
  const { id, root } = project;
  const chosen = readIntent(home);
  const projects = chosen.kind === "known" ? chosen.intent.projects : [];
  const { config } = await readSettings(home);
  const options = projects.find((one) => one.id === id)?.options ?? {};
  const fs = openFileSystem();
  const filter = openFilter({
    fs,
    home,
    root,
    config,
    options,
    nestedRoots: createRouter(projects.map((one) => one.root)).nestedRoots(root),
    globalExcludes: readGlobalExcludes(fs, process.env),
    ...readRecorded(home, id),
    signatures: undefined,
  });
  return { filter, maxFileBytes: options.maxFileBytes ?? config["record.max_file_size"] };
}
