import { type Choice, offer, question, renderChanges } from "./choices.ts";
import type { Answer, Context } from "./host.ts";
import { findPoint, timeOf } from "./ledger.ts";
import type { Snapshots } from "./snapshots.ts";
import { findLastRewind, type Outcome, type Plan, planRewind, rewind, undo } from "./store.ts";

/** The answer of a person, and the plan that was shown. */
interface Chosen {
  readonly choice: Choice | "leave";
  readonly plan: Plan | undefined;
}

/** Asks what is to become of the files when the conversation goes back, and does it. */
export class Rewinder {
  readonly #snapshots: Snapshots;
  #hasToldOfWatch = false;

  constructor(snapshots: Snapshots) {
    this.#snapshots = snapshots;
  }

  /**
   * Before the conversation goes to `target`. `plan`: to be carried out once it is there, for until
   * then something else may stop it. `answer` is for pi.
   */
  async ask(
    ctx: Context,
    target: string,
  ): Promise<{ readonly answer: Answer; readonly plan: Plan | undefined }> {
    const go = { answer: undefined, plan: undefined };
    const stay = { answer: { cancel: true } as const, plan: undefined };
    if (!ctx.hasUI) return go;
    await this.#snapshots.refresh(ctx);
    if (!this.#snapshots.isWatched) {
      this.#tellOfWatch(ctx);
      return go;
    }
    for (;;) {
      const { choice, plan } = await this.#choose(ctx, target);
      if (choice === "leave") return stay;
      if (choice === "both") return { answer: undefined, plan };
      if (choice !== "files" || plan === undefined) return choice === "undo" ? stay : go;
      if (await this.carryOut(ctx, plan)) return stay;
    }
  }

  /** False when files have changed since the plan was made: nothing was done then. */
  async carryOut(ctx: Context, plan: Plan): Promise<boolean> {
    const outcome = await rewind(ctx.cwd, plan);
    if (outcome.done) tellDone(ctx, "Files rewound", outcome);
    else ctx.ui.notify(`unf: no file was rewound: ${outcome.complaint}`, "warning");
    return outcome.done;
  }

  async #choose(ctx: Context, target: string): Promise<Chosen> {
    const { live } = this.#snapshots;
    const points = this.#snapshots.points(ctx);
    const found = findPoint(target, ctx.sessionManager, points);
    const times = new Set(
      [...points.values()].flatMap(({ checkpoint, at }) => [`cp:${checkpoint}`, at]),
    );
    const [plan, last] = await Promise.all([
      found === undefined ? undefined : planRewind(ctx.cwd, timeOf(found.point, live)),
      findLastRewind(ctx.cwd, times),
    ]);
    if (typeof plan === "string") ctx.ui.notify(`unf: files cannot be rewound: ${plan}`, "warning");
    const known = typeof plan === "string" ? undefined : plan;
    const offered = offer(known?.changes, last, known?.others);
    if (offered.length === 0) return { choice: "conversation", plan: undefined };
    const texts = offered.map(({ text }) => text);
    const answer = await ctx.ui.select(question(found), texts);
    const choice = offered.find(({ text }) => text === answer)?.choice ?? "leave";
    if (choice === "undo" && last !== undefined)
      tellDone(ctx, `${last} undone`, await undo(ctx.cwd, last));
    return { choice, plan: known };
  }

  #tellOfWatch(ctx: Context): void {
    if (this.#hasToldOfWatch) return;
    this.#hasToldOfWatch = true;
    ctx.ui.notify("unf records nothing here, so files stay as they are: unf watch <dir>", "info");
  }
}

/** pi says its own word within that. */
const afterPiMs = 300;

/**
 * Tells what was done once pi has said its own word of the conversation ("Navigation cancelled"), which
 * would take the place of this one.
 */
function tellDone(ctx: Context, title: string, { changes, complaint, operation }: Outcome): void {
  const undoing = operation === undefined ? "" : `. Undo: unf undo ${operation}`;
  const isWhole = complaint === undefined;
  const text = isWhole
    ? `${title}: ${renderChanges(changes)}${undoing}`
    : `${title}, but ${complaint}${undoing}`;
  const { ui } = ctx;
  setTimeout(() => ui.notify(text, isWhole ? "info" : "warning"), afterPiMs).unref();
}
