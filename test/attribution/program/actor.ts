import { writeSync } from "node:fs";
import process from "node:process";
import { createInterface } from "node:readline";
import type { Line, Step } from "./line.ts";

/** An actor's input: steps one after the other, and `go` in the middle of a held one. */
export interface Input {
  readonly goOn: () => Promise<void>;
}

export function say(line: Line): void {
  writeSync(1, `${JSON.stringify(line)}\n`);
}

/** Carries out what standard input tells until it says `leave` or ends. */
export async function act(carryOut: (step: Step, input: Input) => Promise<void>): Promise<void> {
  const lines = createInterface(process.stdin)[Symbol.asyncIterator]();
  const goOn = async (): Promise<void> => {
    say({ open: true });
    await lines.next();
  };
  for (;;) {
    const { value, done } = await lines.next();
    if (done === true) return;
    const step = JSON.parse(value) as Step;
    await carryOut(step, { goOn });
    say({ done: true });
    if (step.step === "leave") return process.exit(0);
  }
}
