import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import process from "node:process";
import type { Writer } from "@unf/answers";
import type { AbsPath } from "@unf/core/base";
import { openHome } from "@unf/system";
import { openWriter } from "@unf/wiring";
import { bundleOfTest, until } from "../kit/index.ts";
import type { Place } from "./program/recording.ts";
import { repository } from "./stage.ts";

/** A daemon of one place, started without a sentinel, so that nobody starts another. */
export interface Daemon {
  readonly pid: number;
  /** Its exit code, `null` where a signal ended it; `undefined` while it runs. */
  readonly exitCode: number | null | undefined;
  readonly stderr: string;
  readonly request: Writer["request"];
  /** Sends a signal and, unless it only stops or continues it, waits for the end. */
  signal(signal: "SIGKILL" | "SIGTERM" | "SIGSTOP" | "SIGCONT"): Promise<void>;
}

export interface DaemonRun {
  readonly place: Place;
  readonly env?: Readonly<Record<string, string>>;
  /** The repository, or a copy of it. */
  readonly tree?: string;
}

/** Starts a daemon and waits until it records every project of its home, and `place`'s root too. */
export async function startDaemon(run: DaemonRun): Promise<Daemon> {
  const { place, env = {}, tree = repository } = run;
  openHome(place.home as AbsPath, { create: true });
  const child = spawn(
    process.execPath,
    [bundleOfTest("daemon/src/main.ts", tree), "--home", place.home],
    {
      cwd: "/",
      env: {
        PATH: process.env.PATH ?? "",
        HOME: join(place.home, ".."),
        NODE_COMPILE_CACHE: join(repository, "node_modules/.cache/node-compile"),
        ...env,
      },
      stdio: ["ignore", "ignore", "pipe"],
    },
  );
  let stderr = "";
  child.stderr.on("data", (bytes: Buffer) => {
    stderr += bytes.toString("utf8");
  });
  const ended = once(child, "close");
  const pid = child.pid;
  if (pid === undefined) throw new Error("the daemon did not start");
  try {
    const writer = await until("the daemon answers or has ended", () => connect(child, place), {
      limitMs: 60_000,
    });
    if (writer === "ended") throw new Error(`it ended with ${child.exitCode}: ${stderr}`);
    await writer.request("watch", { root: place.root, options: {} });
    await until("every project is swept", () => isSwept(writer), { limitMs: 60_000 });
    return {
      pid,
      get exitCode() {
        return child.signalCode === null ? (child.exitCode ?? undefined) : null;
      },
      get stderr() {
        return stderr;
      },
      request: writer.request,
      signal: async (signal) => {
        child.kill(signal);
        if (signal === "SIGSTOP" || signal === "SIGCONT") return;
        await ended;
        await writer[Symbol.asyncDispose]();
      },
    };
  } catch (thrown) {
    child.kill("SIGKILL");
    throw thrown;
  }
}

async function connect(child: ChildProcess, { home }: Place): Promise<Writer | "ended"> {
  if (child.exitCode !== null) return "ended";
  return openWriter(home as AbsPath, "never");
}

async function isSwept(writer: Writer): Promise<boolean> {
  const { projects } = await writer.request("status", {});
  return projects.every(({ state }) => state === "watching");
}
