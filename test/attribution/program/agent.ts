import { spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { act, type Input, say } from "./actor.ts";
import { applyOp, filesOf, statesAfter } from "./apply-op.ts";
import { commandOf } from "./command.ts";
import type { Means, Op, Work } from "./line.ts";
import { type Format, payloadsOf, type ToolUse } from "./payloads.ts";

// A coding agent in its own process: it calls the hook as the agent of that format does, waits for
// its end, and only then goes on. `agent.ts <format> <name> <launcher of unf, or nothing>`

const [format = "claude-code", name = "", launcher = ""] = process.argv.slice(2);
const payloads = payloadsOf(format as Format, { session: name, cwd: process.cwd() });
let turn: string | null = null;
let calls = 0;

await callHook(payloads.sessionStart());
await act(async (step, input) => {
  switch (step.step) {
    case "prompt":
      turn = step.text;
      return callHook(payloads.prompt(step.text));
    case "stop":
      return callHook(payloads.stop());
    case "leave":
      return callHook(payloads.sessionEnd());
    default:
      return useTool(step, input);
  }
});

async function callHook(payload: unknown): Promise<void> {
  if (launcher === "") return;
  const hook = spawn(process.execPath, [launcher, "hook", "run", format], {
    stdio: ["pipe", "inherit", "inherit"],
  });
  hook.stdin?.end(JSON.stringify(payload));
  const [code] = await once(hook, "close");
  if (code !== 0) throw new Error(`the hook ended with ${code}`);
}

async function useTool(step: Work, { goOn }: Input): Promise<void> {
  calls += 1;
  const command = step.step === "shell" ? commandOf(step.ops, step.plain) : undefined;
  const use: ToolUse = { id: `${name}-${calls}`, ops: step.ops, command };
  await callHook(payloads.toolStart(use));
  if (step.held === true) await goOn();
  if (step.step === "shell") await runShell(step, use);
  else for (const op of step.ops) tell("edit", use, Date.now(), applyOp(op));
  await callHook(payloads.toolEnd(use));
}

/** The command says the number of each change that it made. */
async function runShell(step: Extract<Work, { step: "shell" }>, use: ToolUse): Promise<void> {
  const files = step.ops.map((op) => (op.do === "remove-tree" ? filesOf(op.path) : []));
  const from = Date.now();
  const shell = spawn("sh", ["-c", use.command ?? ""], { stdio: ["ignore", "pipe", "ignore"] });
  let output = "";
  shell.stdout.on("data", (bytes: Buffer) => {
    output += bytes.toString();
  });
  await once(shell, "close");
  for (const line of output.split("\n").filter(Boolean)) {
    const op = step.ops[Number(line)] as Op;
    const states = statesAfter(op, files[Number(line)] ?? []);
    const isSlow = op.do === "write" && op.slow === true;
    tell(isSlow ? "slow" : step.plain ? "plain" : "window", use, from, states);
  }
}

function tell(
  means: Means,
  { id: call }: ToolUse,
  from: number,
  states: ReturnType<typeof applyOp>,
): void {
  const to = Date.now();
  for (const state of states) say({ deed: { ...state, from, to, means, turn, call } });
}
