import { spawnSync } from "node:child_process";
import { mkdirSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { until } from "../../kit/index.ts";
import { compile } from "../native/compile.ts";

export type DiskFormat = "ext4" | "xfs";

/** A file system of its own in a file, whose power can be cut. */
export interface Disk extends AsyncDisposable {
  readonly directory: string;
  /** Everything that is not on the disk is lost; calls fail with EIO from now on. */
  cut(): void;
  /** The machine starts again. Nobody may use the disk any more. */
  restart(): Promise<void>;
}

/** Bytes of a new disk: the smallest that mkfs takes. */
const sizes: Readonly<Record<DiskFormat, number>> = { ext4: 96 * 2 ** 20, xfs: 300 * 2 ** 20 };

/** Makes and mounts a disk below `directory`; text says why that cannot be done here. */
export function openDisk(directory: string, format: DiskFormat): Disk | string {
  if (process.getuid?.() !== 0) return "needs root to mount a disk";
  const cutter = join(directory, "power-cut");
  const missing = compile("power-cut.c", cutter, []);
  if (missing !== undefined) return missing;
  let image = join(directory, "disk.img");
  const mounted = join(directory, "disk");
  writeFileSync(image, "");
  truncateSync(image, sizes[format]);
  mkdirSync(mounted);
  const force = format === "ext4" ? "-F" : "-f";
  if (run(`mkfs.${format}`, ["-q", force, image]) !== "") return `there is no mkfs.${format}`;
  const mount = (): string => run("mount", ["-o", "loop", image, mounted]);
  const refused = mount();
  if (refused !== "") return `a disk cannot be mounted here: ${refused}`;
  const unmount = async (): Promise<void> => {
    await until("the disk is unmounted", () => run("umount", [mounted]) === "", waiting);
  };
  return {
    directory: mounted,
    cut: () => {
      const failure = run(cutter, [mounted]);
      if (failure !== "") throw new Error(`the power cannot be cut: ${failure}`);
    },
    restart: async () => {
      await unmount();
      // A mount namespace that was copied from ours meanwhile keeps the stopped file system alive, for
      // as long as whoever made it likes: to mount the file now would give that one again.
      if (isAttached(image)) image = copyOf(image);
      const failure = mount();
      if (failure !== "") throw new Error(`the disk is not mounted again: ${failure}`);
    },
    [Symbol.asyncDispose]: async () => {
      await unmount();
    },
  };
}

const waiting = { limitMs: 60_000, everyMs: 50 };

/** Copies the contents of the disk, in a file that nobody has mounted. */
function copyOf(image: string): string {
  const copy = `${image}~`;
  const failure = run("cp", ["--sparse=always", image, copy]);
  if (failure !== "") throw new Error(`the disk is not copied: ${failure}`);
  return copy;
}

function isAttached(image: string): boolean {
  return spawnSync("losetup", ["-j", image], { encoding: "utf8" }).stdout !== "";
}

/** Runs a program; what it had to say when it failed, else nothing. */
function run(program: string, args: readonly string[]): string {
  const { status, stderr, error } = spawnSync(program, args, { encoding: "utf8" });
  if (status === 0) return "";
  return error?.message ?? (stderr.trim() || `${program} ended with ${status}`);
}
