import { spawn } from "node:child_process";
import { once } from "node:events";
import { isObject, parseJson, systemCode } from "@unf/core/base";
import { ownProgram } from "@unf/system";
import type { Answered } from "@unf/ui";

/** A question as another process takes it. */
export interface AskedApart {
  readonly name: string;
  readonly project: string | undefined;
  readonly asked: object;
}

/** Processes at once: more of them only wait for each other. */
const atOnceMax = 2;

let running = 0;
const waiting: (() => void)[] = [];

/** Answers in a process of its own, which is ended once the signal comes. */
export async function answerApart(
  question: AskedApart,
  signal: AbortSignal | undefined,
): Promise<Answered<never>> {
  if (running >= atOnceMax) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  try {
    return signal?.aborted === true ? failed("interrupted") : await ask(question, signal);
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

async function ask(
  question: AskedApart,
  signal: AbortSignal | undefined,
): Promise<Answered<never>> {
  const { node, program } = ownProgram();
  const words = [...(program === node ? [] : [program]), "answer"];
  const child = spawn(node, words, { stdio: ["pipe", "pipe", "ignore"] });
  const end = () => child.kill();
  signal?.addEventListener("abort", end);
  const pieces: Buffer[] = [];
  child.stdout.on("data", (bytes: Buffer) => pieces.push(bytes));
  // One that ends without reading is seen by its answer.
  child.stdin.on("error", () => undefined).end(JSON.stringify(question));
  try {
    await once(child, "close");
  } catch (thrown) {
    // No process can be had: the page is told, as of any other failure.
    if (systemCode(thrown) === undefined) throw thrown;
    return failed("failed");
  } finally {
    signal?.removeEventListener("abort", end);
  }
  const answered = parseJson(Buffer.concat(pieces).toString("utf8"));
  if (isObject(answered)) return answered as unknown as Answered<never>;
  return failed(signal?.aborted === true ? "interrupted" : "failed");
}

function failed(code: "failed" | "interrupted"): Answered<never> {
  const message = code === "failed" ? "no answer came" : "nobody waits for the answer any more";
  return { kind: "failed", code, message, hint: undefined };
}
