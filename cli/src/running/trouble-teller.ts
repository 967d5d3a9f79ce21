import type { ConcernedProject } from "@unf/answers";
import { systemCode, UnfError } from "@unf/core/base";
import { utcZone } from "@unf/core/time";
import type { FlagTable } from "../frame/argv/flag.ts";
import type { Call, CommandEntry } from "../frame/call/command.ts";
import type { Answer } from "../frame/print/answer.ts";
import { signsOf } from "../frame/print/view.ts";

export interface TellerPorts extends Pick<Call<FlagTable>, "globals" | "terminal" | "world"> {
  readonly entry: Pick<CommandEntry, "name" | "wakes">;
}

/** They say it themselves, change it, or look at no home. */
const saysItself = [
  ...["status", "doctor", "flush"],
  ...["watch", "unwatch", "start", "stop", "restart"],
  ...["help", "man", "version", "mcp", "prompt", "answer", "complete", "completion"],
];

/**
 * Says on stderr, once a command, that what it is about is not being recorded. Before the answer, so that
 * it is not cut off where only the beginning is read; behind a long one that a person pages through.
 */
export class TroubleTeller {
  readonly #ports: TellerPorts;
  #project: ConcernedProject | undefined;
  #isTold: boolean;

  constructor(ports: TellerPorts) {
    this.#ports = ports;
    this.#isTold = ports.globals.quiet || saysItself.includes(ports.entry.name);
  }

  readonly concerns = (project: ConcernedProject): void => {
    this.#project = project;
  };

  async tellBefore(answer: Answer): Promise<void> {
    const isPaged = answer.kind === "document" && answer.isLong === true;
    if (!(isPaged && this.#ports.terminal.isForPerson)) await this.tell();
  }

  /**
   * Tells of trouble beside a failure, unless that is JSON: this stands on the same stream, alone.
   */
  async tellOfFailure(): Promise<void> {
    const { json, jsonl } = this.#ports.globals;
    if (!json && !jsonl) await this.tell();
  }

  async tell(): Promise<void> {
    if (this.#isTold) return;
    this.#isTold = true;
    const line = await this.#line();
    if (line !== undefined) this.#ports.world.stderr.write(`${line}\n`);
  }

  async #line(): Promise<string | undefined> {
    const { entry, globals, terminal, world } = this.#ports;
    const wiring = await world.wiring();
    try {
      const trouble = await wiring.readTrouble(wiring.homeDirectory(world.env), this.#project);
      if (trouble === undefined) return undefined;
      const { isWanted, troubleLine } = await import("./say-trouble.ts");
      const looks = entry.wakes || this.#project !== undefined;
      if (isWanted(trouble) && !looks) return undefined;
      const zone = globals.utc ? utcZone : world.localZone;
      const viewer = { now: world.now(), zone };
      const { between } = signsOf(terminal);
      return troubleLine(trouble, { viewer, userHome: world.env.HOME, between });
    } catch (thrown) {
      // The command itself tells what keeps the home from being read.
      if (!(thrown instanceof UnfError) && systemCode(thrown) === undefined) throw thrown;
      return undefined;
    }
  }
}
