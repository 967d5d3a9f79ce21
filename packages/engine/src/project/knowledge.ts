import { infoExclude } from "@unf/core/filter";
import { type StatKey, sameStat } from "@unf/core/timeline";
import type { CaptureContext } from "../capture/capture-context.ts";
import type { CaptureLoop } from "../capture/capture-loop.ts";
import { lookAt } from "../capture/look-at.ts";
import type { GapLedger } from "../site/gap-ledger.ts";
import type { MassChange } from "../sweep/mass-change.ts";
import type { Attachment } from "./attachment.ts";

/** A project as far as it says whether hints tell everything. */
export interface HintedTree {
  readonly attachment: Pick<Attachment, "epoch" | "tellsAll">;
  readonly gaps: Pick<GapLedger, "count">;
  readonly mass: Pick<MassChange, "pace">;
  /** Directories are to be watched again, and may have changed unseen. */
  readonly rules: { readonly isRewatching: boolean };
  readonly loop: Pick<CaptureLoop, "isUnsure">;
  readonly context: Pick<CaptureContext, "fs" | "root" | "hardLinks">;
}

/** The state of affairs when a sweep of everything began. */
export interface Begun {
  readonly epoch: number;
  readonly doubts: number;
  readonly rules: Rules;
}

type Rules = StatKey | "unreadable" | undefined;

/**
 * Whether the timeline is what is on disk but for what hints have told since: everything was swept
 * under the watch that is there now, and since then nothing happened that a hint cannot tell.
 */
export class Knowledge {
  readonly #project: HintedTree;
  #swept: Begun | undefined;
  #doubts = 0;

  constructor(project: HintedTree) {
    this.#project = project;
  }

  /** To be called before a sweep looks at anything. */
  begin(): Begun {
    const { epoch } = this.#project.attachment;
    return { epoch, doubts: this.#doubts, rules: this.#readRules() };
  }

  /** The sweep of everything that began so has come to its end. */
  complete(begun: Begun): void {
    this.#swept = begun;
  }

  /** From now on something is in doubt that no request for a sweep names. */
  shake(): void {
    this.#doubts += 1;
  }

  get isWhole(): boolean {
    const swept = this.#swept;
    if (swept === undefined || swept.doubts !== this.#doubts || !this.#isWatched(swept))
      return false;
    const { gaps, mass, rules, loop, context } = this.#project;
    if (context.hardLinks.isFull) return false;
    // A mass change is told of by its directories, at its own pace.
    const isQuiet = mass.pace === undefined && !rules.isRewatching && !loop.isUnsure;
    return isQuiet && gaps.count === 0 && isSame(swept.rules, this.#readRules());
  }

  #isWatched({ epoch }: Begun): boolean {
    const { attachment } = this.#project;
    return attachment.tellsAll && attachment.epoch === epoch;
  }

  /** Rules in a directory that nobody watches. */
  #readRules(): Rules {
    return lookAt(this.#project.context, infoExclude);
  }
}

function isSame(one: Rules, other: Rules): boolean {
  return typeof one === "object" && typeof other === "object"
    ? sameStat(one, other)
    : one === other;
}
