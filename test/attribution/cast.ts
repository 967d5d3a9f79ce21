import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { bundleOf, type TempHome, testEnvironment } from "../kit/index.ts";
import { besideOf } from "./program/apply-op.ts";
import type { Deed, Line, Step, Work } from "./program/line.ts";
import type { Format } from "./program/payloads.ts";

const launcher = fileURLToPath(new URL("../../cli/bin/unf.js", import.meta.url));

/** A process that does what it is told and says truly what it did. */
export class Actor {
  readonly name: string;
  readonly format: Format | null;
  readonly #child: ChildProcess;
  readonly #lines: AsyncIterator<string>;
  readonly #deeds: Deed[];
  readonly #meant = new Set<string>();

  constructor(child: ChildProcess, name: string, format: Format | null, deeds: Deed[]) {
    if (child.stdout === null) throw new Error("an actor speaks on its standard output");
    this.name = name;
    this.format = format;
    this.#child = child;
    this.#deeds = deeds;
    this.#lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  }

  /** True when some step was to change the path, whatever came of it. */
  meantToChange(path: string): boolean {
    return this.#meant.has(path) || this.#meant.has(path.slice(0, path.lastIndexOf("/")));
  }

  /** Carries out the steps, one after the other. */
  async perform(...steps: readonly Step[]): Promise<void> {
    for (const step of steps) {
      this.#say(step);
      await this.#await("done");
    }
  }

  /** Begins a step whose tool call then is open; what is returned carries it out. */
  async begin(step: Work): Promise<() => Promise<void>> {
    this.#say({ ...step, held: true });
    await this.#await("open");
    return async () => {
      this.#say("go");
      await this.#await("done");
    };
  }

  async leave(): Promise<void> {
    const ended = once(this.#child, "close");
    await this.perform({ step: "leave" });
    await ended;
  }

  #say(what: Step | "go"): void {
    for (const op of what !== "go" && "ops" in what ? what.ops : []) {
      this.#meant.add(op.path);
      if (op.do === "write" && op.whole) this.#meant.add(besideOf(op.path));
      if (op.do !== "move") continue;
      this.#meant.add(op.to);
      // Temporaries are of whoever is named for the file that they became: of another's that is moved on
      // before it was seen, or that comes to the same name at that moment.
      for (const path of [op.path, op.to]) this.#meant.add(besideOf(path));
    }
    this.#child.stdin?.write(`${JSON.stringify(what)}\n`);
  }

  async #await(awaited: "open" | "done"): Promise<void> {
    for (;;) {
      const { value, done } = await this.#lines.next();
      if (done === true) throw new Error(`${this.name} left without a word`);
      const line = JSON.parse(value) as Line;
      if (awaited in line) return;
      if ("deed" in line) this.#deeds.push({ ...line.deed, actor: this.name });
    }
  }
}

export interface Cast {
  readonly agents: readonly Actor[];
  readonly person: Actor;
  /** The deeds of all of them so far. */
  readonly deeds: readonly Deed[];
}

/** Starts so many agents and a person. `hooks`: false for agents that call none. */
export function startCast(
  home: TempHome,
  { agents, hooks }: { readonly agents: number; readonly hooks: boolean },
): Cast {
  const deeds: Deed[] = [];
  const start = (name: string, format: Format | null): Actor => {
    const said = [format ?? "", name, hooks ? installed() : ""];
    const words = format === null ? [program("person")] : [program("agent"), ...said];
    const child = spawn(process.execPath, words, {
      cwd: home.project,
      env: testEnvironment(home),
      stdio: ["pipe", "pipe", "inherit"],
    });
    return new Actor(child, name, format, deeds);
  };
  const formats = ["claude-code", "codex"] as const;
  const named = Array.from({ length: agents }, (_, index) =>
    start(`agent-${index}`, formats[index % 2] ?? "codex"),
  );
  return { agents: named, person: start("person", null), deeds };
}

/** The hook in the settings of an agent; it runs the bundles. */
function installed(): string {
  bundleOf("hook");
  return launcher;
}

function program(name: string): string {
  return fileURLToPath(new URL(`program/${name}.ts`, import.meta.url));
}
