import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { bundleOfTest } from "../kit/programs.ts";
import { buildPackage, installPackage, packPackage } from "../kit/published-package.ts";
import { people } from "./guest/people.ts";

/** Of Debian alone: what makes a system with users that log in, and cron. */
const packages = [
  "systemd-sysv",
  "libpam-systemd",
  "dbus-user-session",
  "cron",
  "linux-image-cloud-amd64",
];

/** Runs the guest's part of the story in each boot, when all else has started. */
const driver = `[Unit]
Description=Plays a part of the story
After=multi-user.target
[Service]
ExecStart=/opt/unf/bin/node /opt/unf/guest.mjs
[Install]
WantedBy=multi-user.target
`;

/** Makes Debian's system, its kernel and the users in `directory`, unless they are there. */
export function makeSystem(directory: string): void {
  if (existsSync(join(directory, "system.ext4"))) return;
  const root = join(directory, "root");
  rmSync(root, { recursive: true, force: true });
  run("mmdebstrap", [
    ...["--quiet", "--mode=root", "--variant=minbase", `--include=${packages.join()}`],
    ...["bookworm", root],
  ]);
  for (const { name } of people)
    run("chroot", [root, "useradd", "--create-home", "--shell", "/bin/bash", name]);
  mkdirSync(join(root, "var/lib/systemd/linger"), { recursive: true });
  for (const { name, isLingering } of people)
    if (isLingering) writeFileSync(join(root, "var/lib/systemd/linger", name), "");
  mkdirSync(join(root, "opt/unf"));
  // On a busy host the disks may be found late: else the machine would give up, and ask what to do.
  const options = "x-systemd.device-timeout=0";
  const disks = [`/dev/vda / ext4 ${options} 0 1`, `/dev/vdb /opt/unf ext4 ro,${options} 0 0`];
  writeFileSync(join(root, "etc/fstab"), `${disks.join("\n")}\n`);
  writeFileSync(join(root, "etc/hostname"), "vm\n");
  writeFileSync(join(root, "etc/systemd/system/story.service"), driver);
  run("chroot", [root, "systemctl", "--quiet", "enable", "story.service"]);
  for (const name of ["vmlinuz", "initrd.img"])
    copyFileSync(realpathSync(join(root, name)), join(directory, name));
  makeDisk(root, join(directory, "system.new"), 1500);
  renameSync(join(directory, "system.new"), join(directory, "system.ext4"));
  rmSync(root, { recursive: true });
}

/** Makes the disk on which this unf, as npm installs it, and this Node are. */
export function makePrograms(directory: string, disk: string): void {
  const prefix = join(directory, "prefix");
  installPackage(packPackage(buildPackage(directory)), prefix);
  copyFileSync(process.execPath, join(prefix, "bin/node"));
  copyFileSync(bundleOfTest("test/vm/guest/main.ts"), join(prefix, "guest.mjs"));
  makeDisk(prefix, disk, 800);
  rmSync(prefix, { recursive: true });
}

/** A file system with the content of a directory, without mounting anything. */
function makeDisk(root: string, disk: string, megabytes: number): void {
  run("mke2fs", ["-q", "-t", "ext4", "-d", root, disk, `${megabytes}M`]);
}

function run(program: string, args: readonly string[]): void {
  const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin` };
  const words = ["-n", "19", program, ...args];
  execFileSync("nice", words, { env, cwd: dirname("/"), stdio: ["ignore", "ignore", "inherit"] });
}
