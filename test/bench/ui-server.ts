import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import process from "node:process";
import { type TempHome, testEnvironment, until } from "../kit/index.ts";
import { readCpuMs } from "./process-cost.ts";
import type { Bench } from "./row.ts";

/** `unf ui` from the bundle, and a browser with its cookie. */
export interface BenchedUi extends AsyncDisposable {
  /** Opens the page once, in a browser or for the questions here. */
  readonly address: string;
  /** Answers a question of the page, read to its end. Throws where there is none. */
  ask(name: string, asked: object): Promise<unknown>;
  /** The page itself. */
  getPage(): Promise<void>;
  /** Processor time that the server has used. Unit: ms, in steps of 10. */
  cpuMs(): number;
  /** At its most, and now. Unit: MB of 10^6 bytes. */
  memoryMb(which: "most" | "now"): number;
}

export async function startUi(bench: Bench, home: TempHome): Promise<BenchedUi> {
  const words = [bench.bundle.launcher, "ui", "--no-open", "--port", "0"];
  const child = spawn(process.execPath, words, {
    cwd: home.project,
    env: { ...testEnvironment(home), NODE_COMPILE_CACHE: undefined },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const closed = once(child, "close");
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  const address = await until("it serves", () => /http:\S+/.exec(said)?.[0], { everyMs: 2 });
  let signedIn: Promise<string> | undefined;
  const get = async (path: string) => {
    signedIn ??= signIn(address);
    const cookie = await signedIn;
    const response = await fetch(new URL(path, address), { headers: { cookie } });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    return text;
  };
  return {
    address,
    ask: async (name, asked) =>
      JSON.parse(await get(`/api/ask/${name}?q=${encodeURIComponent(JSON.stringify(asked))}`)),
    getPage: async () => void (await get("/")),
    cpuMs: () => readCpuMs(child.pid ?? 0),
    memoryMb: (which) => {
      const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
      const line = { most: /^VmHWM:\s+(\d+) kB$/m, now: /^VmRSS:\s+(\d+) kB$/m }[which];
      return (Number(line.exec(status)?.[1]) * 1024) / 1e6;
    },
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await closed;
    },
  };
}

/** The cookie that the address is worth. */
async function signIn(address: string): Promise<string> {
  const opened = await fetch(address, { redirect: "manual" });
  return String(opened.headers.get("set-cookie")).split(";")[0] ?? "";
}
