// npm run vm [-- --keep <directory>]
//
// Boots a small virtual machine with Debian's systemd three times after `unf service enable`, and
// shows that recording is on each time without a command of unf: after a reboot, and after a power
// cut in the middle of recording; and off after `unf service disable`. Ends with 1 when it is not so.
//
// Emulated in software, so it needs no rights but those to own the files of an image, and takes some
// minutes. Everything is in a temporary directory; `--keep` has the image of the system stay in the
// named one for the next time.

import { spawnSync } from "node:child_process";
import { constants, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { makePrograms, makeSystem } from "./image.ts";
import { boot, type Machine, type Report } from "./machine.ts";

/** So many contents are confirmed before the power goes. */
const confirmedMin = 6;

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { keep: { type: "string" } } });
  const why = whyNot();
  if (why !== undefined) {
    console.log(`left out: ${why}`);
    return;
  }
  const directory = mkdtempSync(join(tmpdir(), "unf-vm-"));
  process.once("exit", () => rmSync(directory, { recursive: true, force: true }));
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
  const failed = await play(prepare(directory, resolve(values.keep ?? directory)));
  console.log(failed.length === 0 ? "\neverything was shown" : `\nnot so:\n${failed.join("\n")}`);
  if (failed.length === 0) return;
  console.log(`\n${readFileSync(join(directory, "console.log"), "utf8").slice(-4000)}`);
  process.exitCode = 1;
}

/** Why the machine cannot be made here. */
function whyNot(): string | undefined {
  if (process.platform !== "linux" || process.arch !== "x64") return "it needs Linux on x86-64";
  const isThere = (program: string) =>
    spawnSync("sh", ["-c", `PATH="$PATH:/usr/sbin:/sbin" command -v ${program}`]).status === 0;
  const missing = ["qemu-system-x86_64", "mmdebstrap", "mke2fs"].filter((name) => !isThere(name));
  if (missing.length > 0)
    return `there is no ${missing.join(", no ")} (apt install qemu-system-x86 mmdebstrap e2fsprogs)`;
  return process.getuid?.() === 0 ? undefined : "only root can own the files of the image";
}

function prepare(directory: string, kept: string): Machine {
  mkdirSync(kept, { recursive: true });
  makeSystem(kept);
  const disk = join(directory, "disk.ext4");
  copyFileSync(join(kept, "system.ext4"), disk, constants.COPYFILE_FICLONE);
  const programs = join(directory, "programs.ext4");
  makePrograms(directory, programs);
  const [kernel, initrd] = [join(kept, "vmlinuz"), join(kept, "initrd.img")];
  return { directory, kernel, initrd, disk, programs };
}

/** Boots it for each part of the story; gives what was not as it ought to be. */
async function play(machine: Machine): Promise<string[]> {
  const failed: string[] = [];
  let confirmed = 0;
  const onReport = (report: Report): "cut" | undefined => {
    if (report.kind === "confirmed") {
      confirmed = report.number;
      if (confirmed < confirmedMin) return undefined;
      console.log(`  lena: ${confirmed} contents were confirmed, and the power goes`);
      return "cut";
    }
    if (report.kind !== "shown") return undefined;
    const { what, isSo, detail } = report;
    const line = isSo ? `  ${what}` : `  NOT SO: ${what}\n${detail.replaceAll(/^/gm, "      ")}`;
    console.log(line);
    if (!isSo) failed.push(line);
    return undefined;
  };
  const parts = [
    ["enable", "the first boot"],
    ["reboot", "after a reboot"],
    ["power-cut", "after a power cut"],
    ["disabled", "after a reboot, with the service disabled"],
  ] as const;
  for (const [part, title] of parts) {
    console.log(`\n${title}`);
    const started = performance.now();
    await boot(machine, [`unf.part=${part}`, `unf.confirmed=${confirmed}`], onReport);
    console.log(`  (${Math.round((performance.now() - started) / 1000)} s)`);
  }
  return failed;
}

await main();
