import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import process from "node:process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { until } from "../kit/index.ts";

const program = fileURLToPath(new URL("./writer.ts", import.meta.url));
const storming = 3;

interface Writer {
  readonly child: ChildProcess;
  done: number;
  failed: number;
  hasEnded: boolean;
}

/** Processes that change one tree at random until each has done its share. */
export class Writers implements Disposable {
  readonly #operations: number;
  readonly #started = performance.now();
  readonly #writers: Writer[] = [];
  #endedAt = 0;

  /** `base`: the directory that holds `project`. `gentle`: one that nothing but events tell of. */
  constructor(base: string, seed: number, operations: number, mood: "storm" | "gentle" = "storm") {
    this.#operations = operations;
    const count = mood === "gentle" ? 1 : storming;
    for (let n = 0; n < count; n += 1) {
      const share = Math.ceil(operations / count);
      const args = [program, base, `w${n}`, String(seed * 16 + n), String(share), mood];
      const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
      const writer = { child, done: 0, failed: 0, hasEnded: false };
      createInterface(child.stdout).on("line", (line) => Object.assign(writer, JSON.parse(line)));
      // Not `exit`: what it said last may still be under way then.
      child.once("close", () => {
        this.#endedAt = performance.now();
        writer.hasEnded = true;
      });
      this.#writers.push(writer);
    }
  }

  get done(): number {
    return this.#sum(({ done }) => done);
  }

  get haveEnded(): boolean {
    return this.#writers.every(({ hasEnded }) => hasEnded);
  }

  /** Resolves when this part of all operations is done. */
  async reach(part: number): Promise<void> {
    await until(
      `${part} of the operations are done`,
      () => this.haveEnded || this.done >= this.#operations * part,
      { limitMs: 120_000, everyMs: 2 },
    );
  }

  /** Resolves when all have ended, and requires that they did something. */
  async end(): Promise<string> {
    await until("the writers have ended", () => this.haveEnded, { limitMs: 300_000, everyMs: 5 });
    for (const { child } of this.#writers) assert.equal(child.exitCode, 0, "a writer failed");
    const { done } = this;
    const failed = this.#sum((writer) => writer.failed);
    // A gentle one takes what the storm has left, which may be little.
    const refusedMax = done * (this.#writers.length === 1 ? 1 : 0.7);
    assert.ok(done >= this.#operations && failed < refusedMax, `${failed} of ${done} failed`);
    const seconds = (this.#endedAt - this.#started) / 1000;
    return `${done} operations in ${seconds.toFixed(1)} s, ${failed} of them refused`;
  }

  [Symbol.dispose](): void {
    for (const { child } of this.#writers) child.kill("SIGKILL");
  }

  #sum(of: (writer: { readonly done: number; readonly failed: number }) => number): number {
    return this.#writers.reduce((total, writer) => total + of(writer), 0);
  }
}
