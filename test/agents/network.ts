import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import type { Script } from "./model/script.ts";

const server = fileURLToPath(new URL("model/serve.ts", import.meta.url));
const port = 8642;

/** Why agents cannot be kept from the network here; `undefined` where they can. */
export function whyNoNetworkOfItsOwn(): string | undefined {
  const { status } = spawnSync("unshare", ["-n", "ip", "link", "set", "lo", "up"]);
  return status === 0 ? undefined : "needs root, and unshare, nsenter and ip, on Linux";
}

/** A network in which there is nothing but a model that is scripted. */
export interface Network extends AsyncDisposable {
  readonly url: string;
  /** The words before those of a program that is to run in it. */
  readonly into: readonly string[];
  readonly play: (script: Script) => void;
  /** One line a request, with what was answered. */
  readonly log: string;
}

/** Loopback alone, and the model on it: no packet of who runs in it leaves the machine. */
export async function openNetwork(directory: string): Promise<Network> {
  const [script, log] = [join(directory, "script.json"), join(directory, "model.jsonl")];
  const play = (steps: Script): void => writeFileSync(script, JSON.stringify(steps));
  play({});
  writeFileSync(log, "");
  const line = 'ip link set lo up && exec "$@"';
  const words = [process.execPath, server, String(port), script, log];
  const child = spawn("unshare", ["-n", "sh", "-c", line, "sh", ...words], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [said] = (await once(child.stdout, "data")) as [Buffer];
  if (!said.toString().includes("listening")) throw new Error(`the model says ${said}`);
  return {
    url: `http://127.0.0.1:${port}`,
    into: ["nsenter", `--net=/proc/${child.pid}/ns/net`, "--"],
    play,
    log,
    [Symbol.asyncDispose]: () => endChild(child),
  };
}

/** Ends a child whose end nothing depends on, and waits for it. */
export async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, "exit");
  child.kill("SIGKILL");
  await closed;
}
