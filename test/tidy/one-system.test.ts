import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { repository } from "./plant.ts";

// Only packages/system and packages/watch ask for what Linux alone has, behind ports, so that another
// system lacks it in two places and not in sixty.

/** Names that are known to Linux alone, or not to every system. */
const foreign: readonly (readonly [what: string, RegExp])[] = [
  ["a file of the kernel", /["'`]\/(proc|sys)(\/|["'`])/],
  ["a device of Linux", /["'`]\/dev\/(shm|fd|pts|tty)\b/],
  ["a user's number where there may be none", /process\.((get|set)(e?[ug]id|groups)|initgroups)\(/],
  [
    "a flag of open that not every system has",
    /\bO_(PATH|TMPFILE|NOATIME|DIRECT|DIRECTORY|NOFOLLOW|NONBLOCK|NOCTTY|D?SYNC)\b/,
  ],
  ["inotify", /\binotify_(init|add_watch|rm_watch)/],
  ["a library of C", /["']koffi["']|["']libc\.so|["']node:ffi["']|process\.dlopen/],
  ["a signal that Windows does not send", /kill\([^)]*["']SIG(STOP|CONT|TSTP|USR[12]|WINCH)/],
  ["a group of processes", /\bkill\(\s*-/],
  [
    "a file system by its number",
    /statfs(Sync)?\([^;]*\)\.type\b|\btype\b[^;]*\}\s*=\s*(await )?statfs/,
  ],
  ["a device by its number", /\.rdev\b/],
  ["the mode of a link", /\blchmod/],
  ["a socket without a file", /\b(connect|createConnection|listen)\([^)]*["'`]\\(0|x00|u0000)/],
  [
    "a program that few systems have",
    /[[(]["'](busctl|crontab|df|findmnt|gdbus|getent|ionice|journalctl|launchctl|ldd|loginctl|lsof|mount|notify-send|osascript|pgrep|ps|reg|schtasks|setpriv|setsid|stty|sudo|systemctl|systemd-run|taskkill|umount|unshare|wmic|xdg-open)["']/,
  ],
];

/** Places that have it all the same, and what they do on other systems. */
const excused: Readonly<Record<string, string>> = {
  // Copies to the temporary directory where there is no memory to copy to.
  "packages/timeline/src/file/rescue-copy.ts": "a device of Linux",
  // A named pipe is nothing that Windows has in a directory, and without the flag nothing is added there.
  "cli/src/hook-run/read-head.ts": "a flag of open that not every system has",
  // Asks first whether there is a desktop; where the program is missing nothing happens.
  "sentinel/src/announcer.ts": "a program that few systems have",
  // Asks first whether there are users with numbers.
  "cli/bin/unf.js": "a user's number where there may be none",
  // Nothing is known of the others' numbers, and so nothing is concluded from them.
  "packages/wiring/src/record/watch-backend.ts": "a file system by its number",
  // Asks first whether this is Linux.
  "cli/src/process-world.ts": "a device by its number",
  // Asks first which system this is.
  "cli/src/ui/plan-opening.ts": "a program that few systems have",
  // Asks first whether this is Windows, where no signal stops a program.
  "packages/tui/src/raw-terminal.ts": "a signal that Windows does not send",
};

/** `what file:line` for each. Lines that only speak of it in a comment do not count. */
function findForeign(file: string, text: string): string[] {
  return text.split("\n").flatMap((line, index) => {
    const code = line.replace(/^\s*(\/\/|\/?\*).*$/, "");
    const found = foreign.filter(([what, pattern]) => pattern.test(code) && excused[file] !== what);
    return found.map(([what]) => `${what} ${file}:${index + 1}`);
  });
}

const sources = globSync("{packages/*,daemon,sentinel,cli}/{src,bin}/**/*.{ts,js}", {
  cwd: repository,
})
  .filter((file) => !/\.test\.ts$|\/testing\//.test(file))
  .filter((file) => !/^packages\/(system|watch)\//.test(file))
  .sort();

test("only packages/system and packages/watch ask for what Linux alone has", () => {
  assert.ok(sources.length > 500, `${sources.length} files`);
  const found = sources.flatMap((file) =>
    findForeign(file, readFileSync(join(repository, file), "utf8")),
  );
  assert.deepEqual(found, []);
});

test("each planted call is found, and a comment on it is none", () => {
  const planted = [
    'readFileSync("/proc/self/stat")',
    'join("/proc", String(pid), "exe")',
    "process.setgroups([]);",
    "openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)",
    'import ffi from "node:ffi";',
    'process.kill(-pid, "SIGKILL");',
    "const { type } = statfsSync(root);",
    "await lchmod(link, 0o600);",
    'net.connect("\\0unf");',
    'execFileSync("ps", ["-ef"]);',
    "statSync(`/sys/fs/cgroup/cpu.max`)",
    'existsSync("/dev/shm")',
    "const uid = process.getuid();",
    "openSync(path, constants.O_NOFOLLOW)",
    "lib.inotify_add_watch(fd)",
    'import koffi from "koffi";',
    'process.kill(pid, "SIGSTOP");',
    "statfsSync(root).type",
    "const major = stat.rdev >> 8;",
    'spawnSync("systemctl", ["--user"]);',
  ];
  for (const line of planted) assert.equal(findForeign("a.ts", line).length, 1, line);
  const clean = [
    '// As "/proc/self/stat" has it.',
    " * `process.getuid()` of the caller.",
    "const uid = process.getuid?.();",
    'const nothing = "/dev/null";',
    'lack("/proc cannot be read here");',
    "const { bavail, bsize } = statfsSync(root);",
    'if (path.includes("\\0")) return;',
  ];
  for (const line of clean) assert.deepEqual(findForeign("a.ts", line), [], line);
});

test("every excuse is needed", () => {
  for (const [file, what] of Object.entries(excused)) {
    const text = readFileSync(join(repository, file), "utf8");
    const pattern = foreign.find(([name]) => name === what)?.[1];
    assert.ok(pattern?.test(text), `${file} does without it`);
  }
});
