import { lstatSync, renameSync, writeFileSync } from "node:fs";
import type { WallMs } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type {
  FileSystem,
  OtherProcess,
  OtherProcesses,
  ProcessMark,
  ProcessTrees,
  TreeProcess,
  TreeReading,
  WriteCharges,
} from "@unf/core/ports";
import type { Reach } from "@unf/core/timeline";
import { FakeClock } from "../kit/fake-clock.ts";
import { Agent } from "./agent.ts";
import { Stage } from "./stage.ts";

export const shell: Reach = { kind: "shell", command: "sh work.sh" };
const { lookEveryMs, lookEveryMsMax, soonMs } = limits.sessions.life;

/** Processes below agents and beside them, which write and sleep as the test says. */
export class FakeTrees implements ProcessTrees {
  readonly below = new Map<number, TreeProcess[]>();
  readonly clock: FakeClock;
  charges: WriteCharges = "all";
  isSteady = true;
  readonly births = new Map<bigint, number>();
  /** Agents that have ended. */
  readonly gone = new Set<number>();
  readonly files = {
    chargesOf: () => this.charges,
    birthOf: (path: string) => {
      const { ino } = lstatSync(path, { bigint: true });
      const bornAt = this.births.get(ino);
      return bornAt === undefined ? undefined : { ino, bornAt };
    },
  };

  constructor(clock: FakeClock) {
    this.clock = clock;
  }

  /** Where the project is. */
  directory = "";
  /** People at their terminals. */
  readonly people: OtherProcess[] = [];
  readonly open: string[] = [];
  readonly others: OtherProcesses = {
    read: () => {
      const at = this.clock.wall();
      return { from: at, to: at, processes: [...this.people] };
    },
    openFiles: () => this.open,
  };

  isAlive({ pid }: ProcessMark): boolean {
    return !this.gone.has(pid);
  }

  read({ pid }: ProcessMark): TreeReading | undefined {
    if (this.gone.has(pid)) return undefined;
    const at = this.clock.wall();
    const nothing = { handed: 0, paged: 0 };
    return {
      ...{ from: at, to: at, endingsBefore: 0, endingsAfter: 0, isSteady: this.isSteady },
      below: [...(this.below.get(pid) ?? [])],
      reaped: { least: nothing, most: nothing },
    };
  }

  /** A shell below the agent, which runs and has written nothing yet. */
  start(agent: number): void {
    const bornAt = this.clock.wall();
    const what = { name: "sh", hasEnded: false, endings: 0, ranNs: 1 };
    const bytes = { handed: 0, paged: 0 };
    this.below.set(agent, [{ pid: agent + 1, startTicks: bornAt / 10, bornAt, ...what, bytes }]);
  }

  /** A person with a terminal, who was there before, has written so much so far. */
  edit(handed: number, paged: number, more: Partial<OtherProcess> = {}): void {
    const mark = { pid: 7, startTicks: 1, bornAt: 10 as WallMs };
    const what = { isNear: true, hasTerminal: true, ranNs: handed, endings: 0 };
    this.people[0] = { ...mark, ...what, bytes: { handed, paged }, ...more };
  }

  /** Below the agent so much is written. */
  grow(agent: number, handed: number, paged = 0): void {
    const grown = (this.below.get(agent) ?? []).map((one) => {
      const bytes = one.bytes ?? { handed: 0, paged: 0 };
      const sum = { handed: bytes.handed + handed, paged: bytes.paged + paged };
      return { ...one, ranNs: one.ranNs + 1, bytes: sum };
    });
    this.below.set(agent, grown);
  }
}

/** Agents whose commands run. Files have the times of the stage's clock, whatever the machine's is. */
export class Scene {
  readonly clock = new FakeClock({ start: 1_700_000_000_000 });
  readonly trees = new FakeTrees(this.clock);
  readonly #times = new Map<bigint, number>();
  readonly stage = new Stage({
    clock: this.clock,
    trees: this.trees,
    wrap: (fs) => this.#timed(fs),
  });

  /** Starts agents with a command each, and lets them be seen at work. */
  async begin(...agents: readonly Agent[]): Promise<void> {
    await this.stage.start();
    for (const agent of agents) await agent.tell({ kind: "prompt", text: "go" });
    for (const [nth, agent] of agents.entries()) {
      await agent.tell({ kind: "tool_start", use: { call: "c", tool: "Bash", reach: shell } });
      this.trees.start(100 * (nth + 1));
    }
    await this.clock.advance(2 * lookEveryMs);
  }

  agent(name: string, pid = 100): Agent {
    return new Agent(this.stage, name, name, pid);
  }

  /** Written in one go at this instant; `as`: by another file that is moved into its place. */
  write(path: string, text: string, as = path): void {
    this.writeBytes(this.stage.at(as), text);
    if (as !== path) renameSync(this.stage.at(as), this.stage.at(path));
    this.stage.closed(path);
  }

  /** Of this the watcher tells nothing. */
  writeBytes(file: string, text: string): void {
    writeFileSync(file, text);
    const { ino } = lstatSync(file, { bigint: true });
    if (!this.#times.has(ino)) this.trees.births.set(ino, this.clock.wall());
    this.#times.set(ino, this.clock.wall());
  }

  async settled(path: string): Promise<string> {
    await this.clock.advance(soonMs + lookEveryMsMax);
    await this.stage.flush();
    const author = this.stage.rows(path).at(-1)?.author;
    return `${author?.confidence} ${author?.agent}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stage[Symbol.asyncDispose]();
  }

  #timed(fs: FileSystem): FileSystem {
    const times = this.#times;
    const shift = <S extends { readonly ino: bigint }>(stat: S): S => {
      const ns = BigInt(times.get(stat.ino) ?? this.clock.wall()) * 1_000_000n;
      return { ...stat, ctimeNs: ns, mtimeNs: ns };
    };
    return Object.assign(Object.create(fs) as FileSystem, {
      lstat: (...args: Parameters<FileSystem["lstat"]>) => {
        const stat = fs.lstat(...args);
        return stat?.kind === "file" ? shift(stat) : stat;
      },
      read: (...args: Parameters<FileSystem["read"]>) => {
        const found = fs.read(...args);
        return found.kind === "content" ? { ...found, stat: shift(found.stat) } : found;
      },
    });
  }
}
