import { type Filter, parentPath, type RelPath } from "@unf/core";
import type { CaptureContext } from "../capture/take-snapshot.ts";
import type { Attachment } from "./attachment.ts";
import type { Sweeps } from "./sweeps.ts";

/** What decides whether a file of the project is recorded. */
export interface ProjectRules {
  readonly filter: Filter;
  readonly maxFileBytes: number;
}

/** Takes care that rules which change while a project is recorded take effect at once. */
export class Rules {
  readonly #context: CaptureContext;
  readonly #attachment: Attachment;
  readonly #sweeps: Sweeps;

  constructor(context: CaptureContext, attachment: Attachment, sweeps: Sweeps) {
    this.#context = context;
    this.#attachment = attachment;
    this.#sweeps = sweeps;
  }

  /** Other rules from now on. What they leave out or let in, the next sweep finds. */
  async replace(rules: ProjectRules): Promise<void> {
    this.#context.filter = rules.filter;
    this.#context.maxFileBytes = rules.maxFileBytes;
    this.#sweeps.forgetSkipped();
    await this.#attachment.rewatch("" as RelPath);
  }

  /** An ignore file changed: its directory is watched and swept by the new rules. */
  reread(ignoreFile: RelPath): void {
    this.#context.filter.forget(ignoreFile);
    this.#sweeps.forgetSkipped();
    this.rewatch(parentPath(ignoreFile));
  }

  /** Watches again, then sweeps: directories may have gone unwatched. */
  rewatch(directory: RelPath): void {
    this.#attachment
      .rewatch(directory)
      .catch((thrown: unknown) => this.#attachment.died(thrown))
      .finally(() => this.#sweeps.requests.add(directory));
  }
}
