import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** The guest's messages on its second serial port, one JSON object a line. */
export type Report =
  /** Something that was to be shown; `detail` says what was found instead. */
  | {
      readonly kind: "shown";
      readonly what: string;
      readonly isSo: boolean;
      readonly detail: string;
    }
  /** The content `state <number>` was confirmed as recorded. */
  | { readonly kind: "confirmed"; readonly number: number }
  /** All of this boot was played. */
  | { readonly kind: "played" };

/** A machine that emulation without help of the processor runs: some twenty times as slow as this one. */
const bootMsMax = 30 * 60_000;

/** Disks and programs of the machine. */
export interface Machine {
  readonly directory: string;
  readonly kernel: string;
  readonly initrd: string;
  /** The disk that it boots from, and keeps. */
  readonly disk: string;
  /** The disk on which unf and Node are installed; it cannot be written. */
  readonly programs: string;
}

/**
 * Switches the machine on and hands over what it reports, until it switches itself off or restarts,
 * or `onReport` gives "cut": then its power goes. Throws when it says nothing for too long.
 */
export async function boot(
  { directory, kernel, initrd, disk, programs }: Machine,
  words: readonly string[],
  onReport: (report: Report) => "cut" | undefined,
): Promise<void> {
  // A getty on the console would share it with the messages of the system.
  const fixed = ["console=ttyS0", "root=/dev/vda", "rw", "quiet", "systemd.getty_auto=no"];
  const patient = "systemd.default_timeout_start_sec=900";
  // Beside other work the emulated clock does not tick in the time that the kernel gives it for its
  // first test. A kernel that gives up ends the machine, instead of standing there.
  const steadfast = ["no_timer_check", "panic=-1"];
  const append = [...fixed, patient, ...steadfast, ...words].join(" ");
  const child = spawn(
    "nice",
    [
      ...["-n", "19", "ionice", "-c3", "qemu-system-x86_64"],
      ...["-accel", "tcg", "-cpu", "max", "-m", "1024", "-smp", "1"],
      ...["-display", "none", "-monitor", "none", "-nic", "none", "-no-reboot"],
      ...["-serial", `file:${join(directory, "console.log")}`, "-serial", "stdio"],
      ...["-drive", `file=${disk},if=virtio,format=raw`],
      ...["-drive", `file=${programs},if=virtio,format=raw,readonly=on`],
      ...["-kernel", kernel, "-initrd", initrd, "-append", append],
    ],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const end = () => void child.kill("SIGKILL");
  process.once("exit", end);
  const ended = once(child, "close");
  const tooLong = setTimeout(end, bootMsMax);
  let isOver = false;
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      if (!line.startsWith("{")) continue;
      const report = JSON.parse(line) as Report;
      if (report.kind === "played") isOver = true;
      if (onReport(report) !== "cut") continue;
      isOver = true;
      // Data that the machine had not flushed to its disk is lost with it.
      end();
    }
  } finally {
    clearTimeout(tooLong);
    end();
    await ended;
    process.off("exit", end);
  }
  if (!isOver) throw new Error("the machine ended, or was ended, before all of it was played");
}
