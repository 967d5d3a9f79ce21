import type { Attributed } from "@unf/core/attribution";
import { parentPath, type RelPath } from "@unf/core/base";
import type { Filter } from "@unf/core/filter";
import type { Timeline } from "@unf/core/ports";
import type { Author } from "@unf/core/timeline";
import type { Attribution } from "../attribution/attribution.ts";
import type { CaptureContext } from "../capture/capture-context.ts";
import type { Row } from "../record/recorder.ts";
import type { AuthoredRules } from "../sessions/sessions-ports.ts";
import type { HeldIgnoreFiles } from "../site/held-files.ts";
import type { ProjectPorts } from "../site/project-ports.ts";
import type { Attachment } from "./attachment.ts";
import { noteFileLimit } from "./recording-limit.ts";
import type { Sweeps, SweptRules } from "./sweeps.ts";

/** Rules that decide whether a file of the project is recorded. */
export interface ProjectRules {
  readonly filter: Filter;
  readonly maxFileBytes: number;
}

/** More scattered directories than this are watched again as a whole. */
const scatteredMax = 64;

/** Takes care that rules which change while a project is recorded take effect at once. */
export class Rules implements SweptRules, AuthoredRules {
  readonly #context: CaptureContext;
  readonly #attachment: Attachment;
  readonly #sweeps: Sweeps;
  readonly #heldFiles: HeldIgnoreFiles | undefined;
  readonly #timeline: Timeline;
  /** Directories to be watched again, as soon as those before them are. */
  readonly #doubtful = new Set<RelPath>();
  #isRewatching = false;

  constructor(
    context: CaptureContext,
    attachment: Attachment,
    sweeps: Sweeps,
    { heldFiles, timeline }: Pick<ProjectPorts, "heldFiles" | "timeline">,
  ) {
    this.#context = context;
    this.#attachment = attachment;
    this.#sweeps = sweeps;
    this.#heldFiles = heldFiles;
    this.#timeline = timeline;
  }

  /** Other rules from now on. What they leave out or let in, the next sweep finds. */
  async replace(rules: ProjectRules): Promise<void> {
    this.#context.filter = rules.filter;
    this.#context.maxFileBytes = rules.maxFileBytes;
    this.#sweeps.forgetSkipped();
    await this.#attachment.rewatch("" as RelPath);
  }

  /** Leaves word of the limit on files. Throws what the store refuses. */
  noteLimit(): void {
    noteFileLimit(this.#timeline, this.#context.maxFileBytes);
  }

  /** A row is recorded: who wrote an ignore file decides how far its rules reach. Gives what it was given. */
  recorded([row, before]: Parameters<Attribution["judge"]>, attributed: Attributed): Attributed {
    const { path } = row.snapshot;
    const isOfRules = this.#context.filter.isIgnoreFile(path);
    if (isOfRules && this.#heldFiles?.recorded(row, attributed.author, before)) this.reread(path);
    return attributed;
  }

  /** Somebody else is found to have written a row. */
  attributed(row: Row, author: Author): void {
    if (this.#heldFiles?.attributed(row, author) === true) this.reread(row.snapshot.path);
  }

  /** A person stands by these ignore files; by all, when none is named. Gives those that were held. */
  accept(paths: readonly RelPath[]): RelPath[] {
    const accepted = this.#heldFiles?.accept(paths) ?? [];
    for (const path of accepted) this.reread(path);
    return accepted;
  }

  /** True while directories are to be watched again, and may have changed unseen. */
  get isRewatching(): boolean {
    return this.#isRewatching;
  }

  /** An ignore file changed: its directory is watched and swept by the new rules. */
  reread(ignoreFile: RelPath): void {
    this.#context.filter.forget(ignoreFile);
    this.#sweeps.forgetSkipped();
    this.rewatch(parentPath(ignoreFile));
  }

  /** Many ignore files were found changed by a sweep, which has judged by them already. */
  rereadAll(ignoreFiles: readonly RelPath[]): void {
    if (ignoreFiles.length === 0) return;
    if (ignoreFiles.length <= scatteredMax) for (const path of ignoreFiles) this.reread(path);
    else this.reread(".gitignore" as RelPath);
  }

  /** Watches again, then sweeps: directories may have gone unwatched. One after the other. */
  rewatch(directory: RelPath): void {
    this.#doubtful.add(directory);
    if (!this.#isRewatching) void this.#rewatchAll();
  }

  async #rewatchAll(): Promise<void> {
    this.#isRewatching = true;
    while (this.#doubtful.size > 0) {
      const whole: readonly RelPath[] = ["" as RelPath];
      const many = this.#doubtful.size > scatteredMax || this.#doubtful.has("" as RelPath);
      const directories = many ? whole : [...this.#doubtful];
      this.#doubtful.clear();
      for (const directory of directories) {
        await this.#attachment
          .rewatch(directory)
          .catch((thrown: unknown) => this.#attachment.died(thrown));
        this.#sweeps.requests.add(directory);
      }
    }
    this.#isRewatching = false;
  }
}
