import { tmpdir } from "node:os";
import { join } from "node:path";
import { UnfError } from "@unf/core/base";
import type { ServiceEntry } from "@unf/core/service";
import { randomName } from "../disk/base/random-name.ts";
import { newDirectory, removeAll } from "../disk/base/writes.ts";
import { writeNew } from "../disk/write-new.ts";
import { runTool } from "./run-tool.ts";

type LogonTask = Extract<ServiceEntry, { kind: "task" }>;

/** True when Windows knows the task. */
export function hasLogonTask({ name }: LogonTask): boolean {
  return runTool(["schtasks", "/Query", "/TN", name])?.code === 0;
}

/** Registers the task, or replaces it. Throws `failed`. */
export function putLogonTask({ name, text }: LogonTask): void {
  const directory = join(tmpdir(), `unf-task-${randomName()}`);
  newDirectory(directory, { mode: 0o700 });
  try {
    const file = join(directory, "task.xml");
    writeNew(file, Buffer.from(`\ufeff${text}`, "utf16le"), { mode: 0o600, sync: false });
    requireDone(["schtasks", "/Create", "/TN", name, "/XML", file, "/F"]);
  } finally {
    removeAll(directory);
  }
}

/** Throws `failed`. */
export function takeLogonTask({ name }: LogonTask): void {
  requireDone(["schtasks", "/Delete", "/TN", name, "/F"]);
}

function requireDone(argv: readonly [string, ...string[]]): void {
  const done = runTool(argv);
  if (done?.code === 0) return;
  throw new UnfError("failed", `${argv[0]} failed: ${done?.said ?? "it does not answer"}`);
}
