import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg, release, tmpdir, totalmem, type } from "node:os";
import process from "node:process";

/** Describes what the numbers depend on, as lines. */
export function describeMachine(): string[] {
  const cpu = `${cpus()[0]?.model ?? "unknown"}, ${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GiB`;
  const load = loadavg()[0] ?? 0;
  return [
    `machine  ${cpu}`,
    `system   ${type()} ${release()}, Node ${process.versions.node}, ${readGitVersion()}`,
    `disk     ${readDisk(tmpdir())} (TMPDIR names another)`,
    `load     ${load.toFixed(1)}${load > 0.7 ? "  the machine is not idle: trust the ratios, not the milliseconds" : ""}`,
  ];
}

/** Writes what is still in memory to the disk, so that nobody pays for what came before. */
export function settleDisk(): void {
  execFileSync("sync");
}

/**
 * Asks ext4 to put each directory made in this one into a part of the disk of its own, where nothing
 * was deleted lately (see `openBenchHome`). Other file systems do not know the flag and need it not.
 */
export function spreadOut(directory: string): boolean {
  return spawnSync("chattr", ["+T", directory], { stdio: "ignore" }).status === 0;
}

function readGitVersion(): string {
  return execFileSync("git", ["--version"], { encoding: "utf8" }).trim();
}

/** The mount that holds the path: its kind and its device. */
function readDisk(path: string): string {
  const mounts = readFileSync("/proc/mounts", "utf8")
    .split("\n")
    .map((line) => line.split(" "))
    .filter(([, at = "?"]) => at === "/" || path === at || path.startsWith(`${at}/`))
    .sort(([, a = ""], [, b = ""]) => b.length - a.length);
  const [device, at, kind] = mounts[0] ?? [];
  const doubt = kind === "tmpfs" ? ": in memory, so nothing is durable here" : "";
  return `${path} on ${at}: ${kind} (${device})${doubt}`;
}
