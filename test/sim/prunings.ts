import { type SnapshotId, UnfError, type WallMs } from "@unf/core/base";
import { olderThan, type RetentionPolicy } from "@unf/core/retention";
import type { PruneRequest } from "@unf/engine";
import { Random } from "../engine/random.ts";
import { compareTrees, recordedTree, type Tree } from "./oracle.ts";
import type { RecorderProcess } from "./recorder-process.ts";
import type { SimProject, World } from "./world.ts";

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** How often a pruning world does something of this, of all its steps. */
const likelihood = 0.2;

/** The states at some rows' positions, and which rows there are: to be looked at again after a prune. */
interface Before {
  readonly ids: ReadonlySet<SnapshotId>;
  readonly states: readonly {
    readonly id: SnapshotId;
    readonly why: string;
    readonly tree: Tree;
  }[];
  /** Rows of sessions that were open. */
  readonly ofSessions: readonly SnapshotId[];
}

/**
 * The events of a world whose history is pruned, now and then, by some policy: while everybody else
 * goes on, and while all is quiet, where it is looked whether only that went which may go. Checkpoints
 * are set and agents work, because of what no policy may take. It draws by itself: worlds without it
 * are what they would be if there were none.
 */
export class Pruner {
  readonly #world: World;
  readonly #random: Random;
  readonly #isActive: boolean;
  #checkpoints = 0;
  /** Processes, each with how much it has begun of this and not ended. */
  readonly #running = new WeakMap<RecorderProcess, number>();

  constructor(world: World, seed: number) {
    this.#world = world;
    this.#random = new Random(seed ^ 0x5bd1e995);
    this.#isActive = this.#random.chance(world.temper.prunes);
  }

  /** The turn of events in this step instead of anything else. */
  next(): "none" | "busily" | "quietly" | "time passes" {
    if (!this.#isActive || !this.#random.chance(likelihood)) return "none";
    return this.#random.pick(["busily", "busily", "busily", "quietly", "quietly", "time passes"]);
  }

  /** Something that concerns what stays, or a prune, while everybody else goes on. */
  begin(process: RecorderProcess): false {
    const project = this.#random.pick(this.#world.projects);
    const dice = this.#random.below(10);
    if (dice < 3) this.#setCheckpoint(process, project);
    else if (dice < 5) this.#tell(process, project);
    else if (dice < 7) this.#decay(process, project);
    else this.#prune(process, project);
    return false;
  }

  /** To be done while nothing changes, right after a flush: prunes twice, and looks at what is left. */
  async twice(process: RecorderProcess, project: SimProject): Promise<void> {
    const { timeline } = project;
    // Rows that somebody else is pruning go meanwhile.
    if (timeline.facts().lastId === null || (this.#running.get(process) ?? 0) > 0) return;
    const request = this.#drawRequest(project);
    const before = look(project, request);
    this.#forgetPoints(project, request);
    this.#world.note(() => `prune ${project.root}: ${JSON.stringify(request)}`);
    const first = await refusing(process.prune(project, request));
    if (first === undefined) return;
    this.#checkLeft(project, before, new Set(first.plan.ids));
    const second = await refusing(process.prune(project, request));
    if (second !== undefined && second.deleted > 0)
      this.#world.fail(`pruned twice in ${project.root}: ${second.deleted} more rows went`);
    this.#world.note(() => `pruned ${first.deleted} of ${before.ids.size} rows`);
  }

  #prune(process: RecorderProcess, project: SimProject): void {
    const request = this.#drawRequest(project);
    this.#forgetPoints(project, request);
    this.#world.note(() => `prune ${project.root}, while others go on: ${JSON.stringify(request)}`);
    this.#begin(
      process,
      process.prune(project, request),
      (report) => `pruned ${report.deleted} rows`,
    );
  }

  #decay(process: RecorderProcess, project: SimProject): void {
    const policy = { ...this.#drawPolicy(), keepAllMs: 2 * minuteMs };
    // From when it counts is not known before it begins.
    project.points.length = 0;
    this.#world.note(() => `decay in ${project.root}: ${JSON.stringify(policy)}`);
    this.#begin(process, process.decay(project, policy), (deleted) => `${deleted} rows decayed`);
  }

  #setCheckpoint(process: RecorderProcess, project: SimProject): void {
    const label = `cp ${this.#checkpoints++}`;
    this.#world.note(() => `checkpoint in ${project.root}, while others go on`);
    this.#begin(process, process.checkpoint(project, label), ({ id }) => {
      const set = project.timeline.checkpoints().find((one) => one.id === id);
      if (set === undefined || set.snapshot === 0) return `checkpoint ${id} of nothing`;
      const at = set.snapshot as SnapshotId;
      project.bookmarks.push({ id: at, tree: recordedTree(project.timeline, { id: at }) });
      return `checkpoint ${id} at v${at}`;
    });
  }

  #tell(process: RecorderProcess, project: SimProject): void {
    const use = { call: null, tool: "Bash", reach: { kind: "shell", command: "make" } } as const;
    const what = this.#random.pick([
      { kind: "prompt", text: "go" },
      { kind: "prompt", text: "on" },
      { kind: "tool_start", use },
      { kind: "tool_end", use },
      { kind: "stop" },
      { kind: "session_end" },
    ] as const);
    this.#world.note(() => `an agent in ${project.root}: ${what.kind}`);
    this.#begin(process, process.tell(project, what), () => `heard ${what.kind}`);
  }

  #begin<T>(process: RecorderProcess, work: Promise<T>, say: (result: T) => string): void {
    const count = (by: number) =>
      this.#running.set(process, (this.#running.get(process) ?? 0) + by);
    count(1);
    refusing(work)
      .finally(() => count(-1))
      .then(
        (result) => {
          if (result === undefined) return;
          const said = say(result);
          this.#world.note(() => said);
        },
        (thrown: unknown) => this.#world.caught(thrown, "prune"),
      );
  }

  /** Rows that may still be part of a burst are left, as the daemon's own clock has it. */
  #drawRequest({ timeline }: SimProject): PruneRequest {
    const random = this.#random;
    const wall = this.#world.clock.wall();
    const rows = [...timeline.find({ within: [], interim: true, order: "oldest" })];
    const later = random.pick([0, 0, 2 * hourMs, 3 * dayMs, 40 * dayMs]);
    const old = rows.filter(({ at }) => wall - at >= minuteMs);
    const upTo = later === 0 ? (timeline.facts().lastId ?? 0) : (old.at(-1)?.id ?? 0);
    const some = rows.length === 0 ? "none" : random.pick(rows).path;
    const isPart = random.chance(0.1);
    return {
      policy: this.#drawPolicy(),
      now: (wall + later) as WallMs,
      upTo,
      include: isPart ? [`/${some}`] : [],
      exclude: [],
      maxBytes: random.chance(0.05) ? random.below(3000) : null,
    };
  }

  #drawPolicy(): RetentionPolicy {
    const random = this.#random;
    if (random.chance(0.6)) return olderThan(random.pick([0, 0, 10 * secondMs, minuteMs, hourMs]));
    const [keepAllMs, hourlyMs, dailyMs] = [
      random.pick([0, 30 * secondMs, 2 * minuteMs]),
      random.pick([0, hourMs, 5 * hourMs]),
      random.pick([0, 10 * dayMs, null]),
    ];
    return { keepAllMs, hourlyMs, dailyMs, weeklyMs: random.pick([0, null]), bringsBack: true };
  }

  /** Forgets what a flush acknowledged that may be thinned, but for the time of which everything stays. */
  #forgetPoints({ points, timeline }: SimProject, request: PruneRequest): void {
    const stay = points.filter(({ id }) => staysWhole(timeline.snapshot(id)?.at, id, request));
    points.splice(0, points.length, ...stay);
  }

  #checkLeft(project: SimProject, before: Before, planned: ReadonlySet<SnapshotId>): void {
    const world = this.#world;
    const left = new Set(allRows(project).map(({ id }) => id));
    for (const id of before.ids)
      if (left.has(id) === planned.has(id))
        world.fail(`a prune of ${project.root} ${left.has(id) ? "left" : "took"} v${id}`);
    for (const id of before.ofSessions)
      if (!left.has(id)) world.fail(`a prune took v${id}, which an open session wrote`);
    for (const { id, why, tree } of before.states) {
      const difference = compareTrees(recordedTree(project.timeline, { id }), tree);
      if (difference !== undefined)
        world.fail(`a prune changed ${project.root} at v${id} (${why}): ${difference}`);
    }
  }
}

function look(project: SimProject, request: PruneRequest): Before {
  const { timeline } = project;
  const rows = allRows(project);
  const open = timeline.openSessions().map(({ session }) => session.id);
  const turns = open.flatMap((session) => timeline.turns({ session, limit: 1000 }));
  const last = rows.at(-1)?.id;
  const named: readonly (readonly [number | null | undefined, string])[] = [
    [last, "the newest"],
    ...project.bookmarks.map(({ id }) => [id, "a checkpoint"] as const),
    ...turns.flatMap(({ before, after }) =>
      [before, after].map((id) => [id, "a turn of an open session"] as const),
    ),
    ...rows
      .filter(({ id, at }) => staysWhole(at, id, request))
      .slice(0, 6)
      .map(({ id }) => [id, "nothing of then may go"] as const),
  ];
  return {
    ids: new Set(rows.map(({ id }) => id)),
    states: named.flatMap(([id, why]) => {
      if (id === null || id === undefined || id === 0) return [];
      const at = id as SnapshotId;
      return { id: at, why, tree: recordedTree(timeline, { id: at }) };
    }),
    ofSessions: rows.flatMap(({ id, author }) =>
      author.session !== null && open.includes(author.session) ? id : [],
    ),
  };
}

/** True where the state at the row cannot change: the policy keeps everything of then, or is not about it. */
function staysWhole(at: WallMs | undefined, id: SnapshotId, request: PruneRequest): boolean {
  if (id >= request.upTo) return true;
  return (
    at !== undefined && request.maxBytes === null && request.now - at <= request.policy.keepAllMs
  );
}

function allRows({ timeline }: SimProject) {
  return [...timeline.find({ within: [], interim: true, order: "oldest" })];
}

/** `undefined`: it was refused. That ends nothing but this. */
async function refusing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (thrown) {
    if (thrown instanceof UnfError && thrown.code !== "store_damaged") return undefined;
    throw thrown;
  }
}
