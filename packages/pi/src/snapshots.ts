import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { labelOf, renderFooter } from "./choices.ts";
import type { Context, Pi } from "./host.ts";
import {
  ledgerType,
  type Point,
  type Points,
  pathFrom,
  readPoints,
  readSessionFile,
  surplus,
} from "./ledger.ts";
import { type Policy, readPolicy } from "./policy.ts";
import { type Checkpoint, deleteCheckpoint, liveCheckpoints, setCheckpoint } from "./store.ts";

/** Sessions of which one was forked from the next; a chain that is longer is cut. */
const lineageLimit = 32;

const dayMs = 86_400_000;

/** The checkpoints of one session, and the entries they belong to. */
export class Snapshots {
  readonly #pi: Pi;
  #policy: Policy = readPolicy(undefined);
  /** Points of the sessions that this one was forked from. */
  #inherited: Points = new Map();
  #live = new Map<number, string>();
  #label = labelOf("");
  /** Checkpoints before prompts whose entries are not written yet, oldest first. */
  #waiting: Checkpoint[] = [];
  #isWatched = true;
  #hasComplained = false;

  constructor(pi: Pi) {
    this.#pi = pi;
  }

  get live(): ReadonlyMap<number, string> {
    return this.#live;
  }

  /** False while nothing is recorded in the directory. */
  get isWatched(): boolean {
    return this.#isWatched;
  }

  /** All points that the session knows: those of its own file over those of its parents. */
  points(ctx: Context): Points {
    return new Map([...this.#inherited, ...readPoints(ctx.sessionManager.getEntries())]);
  }

  async open(ctx: Context): Promise<void> {
    this.#policy = readPolicy(readIfThere(settingsFile()));
    if (this.#policy.complaint !== undefined) this.#complain(ctx, this.#policy.complaint);
    this.#inherited = readLineage(ctx.sessionManager.getHeader()?.parentSession);
    this.#waiting = [];
    await this.refresh(ctx);
    this.show(ctx);
  }

  /** Reads which checkpoints there are. */
  async refresh(ctx: Context): Promise<void> {
    const live = await liveCheckpoints(ctx.cwd);
    this.#isWatched = live !== undefined;
    if (live !== undefined) this.#live = live;
  }

  /** Before a prompt is worked on. Its entry is not there yet: `bindPrompts` comes when it is. */
  async beforePrompt(ctx: Context, prompt: string): Promise<void> {
    this.#label = labelOf(prompt);
    const taken = await this.#take(ctx);
    if (taken !== undefined) this.#waiting.push(taken);
  }

  /** The newest prompts on the branch are those whose checkpoints wait. */
  bindPrompts(ctx: Context): void {
    if (this.#waiting.length === 0) return;
    const { sessionManager: session } = ctx;
    const prompts = pathFrom(session.getLeafId(), session).filter(
      ({ message }) => message?.role === "user",
    );
    for (const entry of prompts) {
      const taken = this.#waiting.pop();
      if (taken === undefined) break;
      this.#bind(ctx, entry.id, taken);
    }
    this.#waiting = [];
    this.show(ctx);
  }

  /** Has the files of now belong to an entry. */
  async after(ctx: Context, entry: string | undefined): Promise<void> {
    this.bindPrompts(ctx);
    if (entry === undefined || !this.#isWatched) return;
    const taken = await this.#take(ctx);
    if (taken === undefined) return;
    this.#bind(ctx, entry, taken);
    await this.#keepTo(ctx);
    this.show(ctx);
  }

  show(ctx: Context): void {
    if (!this.#policy.footer || !ctx.hasUI) return;
    const points = this.points(ctx);
    const { sessionManager: session } = ctx;
    const branch = pathFrom(session.getLeafId(), session).filter(({ id }) => points.has(id));
    const isLive = ({ checkpoint, at }: Point) => this.#live.get(checkpoint) === at;
    const all = new Set([...points.values()].filter(isLive).map(({ checkpoint }) => checkpoint));
    const text = this.#isWatched ? renderFooter(branch.length, all.size) : undefined;
    ctx.ui.setStatus("unf", text);
  }

  /** A checkpoint that could not be set is none: no entry gets it. */
  async #take(ctx: Context): Promise<Checkpoint | undefined> {
    const { sessionManager: session, cwd } = ctx;
    const taken = await setCheckpoint(cwd, this.#label, `pi session ${session.getSessionId()}`);
    this.#isWatched = taken !== undefined && taken !== "unwatched";
    if (taken === undefined || taken === "unwatched") return undefined;
    if ("complaint" in taken) {
      this.#complain(ctx, `no checkpoint was set: ${taken.complaint}`);
      return undefined;
    }
    this.#live.set(taken.id, taken.at);
    return taken;
  }

  #bind({ sessionManager }: Context, entry: string, { id, at }: Checkpoint): void {
    const session = sessionManager.getSessionId();
    this.#pi.appendEntry(ledgerType, { entry, checkpoint: id, at, session } satisfies Point);
  }

  async #keepTo(ctx: Context): Promise<void> {
    const { maxSnapshots, maxAgeDays, pinLabeledEntries } = this.#policy;
    if (Math.min(maxSnapshots, maxAgeDays) === Number.POSITIVE_INFINITY) return;
    const { sessionManager: session } = ctx;
    const since = Date.now() - maxAgeDays * dayMs;
    const gone = surplus(
      this.points(ctx).values(),
      { max: maxSnapshots, since },
      {
        session: session.getSessionId(),
        live: this.#live,
        labelled: (entry) => pinLabeledEntries && session.getLabel(entry) !== undefined,
      },
    );
    for (const id of gone) {
      await deleteCheckpoint(ctx.cwd, id);
      this.#live.delete(id);
    }
  }

  /** Once a session: what is wrong with one checkpoint is wrong with the next. */
  #complain(ctx: Context, text: string): void {
    if (this.#hasComplained || !ctx.hasUI) return;
    this.#hasComplained = true;
    ctx.ui.notify(`unf: ${text}`, "warning");
  }
}

/** Points of a session file and of those that it was forked from; the nearest counts. */
function readLineage(first: string | undefined): Points {
  let all: Points = new Map();
  let file = first;
  for (let depth = 0; file !== undefined && depth < lineageLimit; depth += 1) {
    const { parent, points } = readSessionFile(readIfThere(file) ?? "");
    all = new Map([...points, ...all]);
    file = parent;
  }
  return all;
}

function settingsFile(): string {
  const { PI_CODING_AGENT_DIR: directory } = process.env;
  return join(directory ?? join(homedir(), ".pi/agent"), "settings.json");
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
