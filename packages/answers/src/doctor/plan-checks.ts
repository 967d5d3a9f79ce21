import { planLackingEvidence } from "@unf/core/attribution";
import { limits } from "@unf/core/config";
import { countOf, groupDigits } from "@unf/core/query";
import { renderBytes } from "@unf/core/time";
import type { Canary, DoctorFacts } from "@unf/maintenance";
import { lostEventsWarning } from "../status/lost-events.ts";
import { type Check, fail, ok, warn } from "./check.ts";
import { checkProjects, isOnWindowsDrive } from "./check-projects.ts";

/** From which Node on unf runs, in each line that has one: zstd with dictionaries came with these. */
const nodeMin = [
  [22, 19],
  [24, 6],
] as const;

/** The oldest SQLite without a bug that damages databases in WAL mode (sqlite.org/wal.html). */
const sqliteMin = [3, 51, 3] as const;

const fixIt = "unf doctor --fix";

/** Judges the facts; the worst first only by its state, in a fixed order otherwise. */
export function planChecks(facts: DoctorFacts, canary: Canary | undefined): Check[] {
  return [
    checkNode(facts),
    ...checkHome(facts),
    ...checkCopies(facts),
    ...checkRunning(facts),
    ...checkService(facts),
    ...checkSocket(facts),
    ...checkSpace(facts),
    ...checkInotify(facts),
    ...checkEvidence(facts),
    ...checkProjects(facts),
    ...checkTimelines(facts),
    facts.isBlake3Right
      ? ok("blake3", "BLAKE3 test vectors")
      : fail("blake3", "digests are wrong on this machine: names of objects cannot be trusted"),
    isAtLeast(facts.sqlite, sqliteMin)
      ? ok("sqlite", `SQLite ${facts.sqlite}`)
      : fail("sqlite", `SQLite ${facts.sqlite} can damage timelines`, "npm install -g unf"),
    checkClock(facts),
    ...(canary === undefined ? [] : [checkCanary(canary)]),
  ];
}

/** True when nothing is wrong that keeps unf from its work. */
export function isHealthy(checks: readonly Check[]): boolean {
  return checks.every(({ state }) => state !== "fail");
}

function checkNode({ node, runtime }: DoctorFacts): Check {
  const isNewEnough = nodeMin.some((wanted, at) => {
    const isSameLine = node.startsWith(`${wanted[0]}.`) || at === nodeMin.length - 1;
    return isSameLine && isAtLeast(node, wanted);
  });
  if (isNewEnough) return ok("node", runtime);
  const wanted = nodeMin.map((one) => one.join(".")).join(", ");
  return fail("node", `node ${node} is too old`, `install Node ${wanted} or later`);
}

function checkHome(facts: DoctorFacts): Check[] {
  if (facts.isHomeAbsent) return [ok("home", "no home yet; unf watch makes it")];
  const open = facts.directories.filter(({ mode, isOurs }) => isOurs && mode !== 0o700);
  const foreign = facts.directories.filter(({ isOurs }) => !isOurs);
  const checks = [
    ...open.map(({ path, mode }) =>
      fail("home.mode", `${path} has mode ${octal(mode)} instead of 0700`, fixIt),
    ),
    ...foreign.map(({ path }) => fail("home.owner", `${path} belongs to another user`)),
  ];
  if (facts.networkDisk !== undefined) {
    const fix = "set UNF_HOME to a directory on a local disk";
    checks.push(
      fail("home.disk", `the home is on a network file system (${facts.networkDisk})`, fix),
    );
  }
  const problem = facts.homeProblem;
  if (problem !== undefined && checks.length === 0) checks.push(fail("home", problem));
  return checks.length > 0 ? checks : [ok("home", `home ${facts.home} is private`)];
}

/** Directories that programs keep equal with another machine, file by file, by their names. */
const synced =
  /\/(Dropbox|OneDrive|Google Drive|GoogleDrive|Nextcloud|ownCloud|Syncthing|Mobile Documents)( [^/]*|-[^/]*)?\//i;

/** A history is many files that belong together: who copies them one by one gets a torn one. */
function checkCopies({ home, isHomeAbsent, isBelowWindows }: DoctorFacts): Check[] {
  if (isBelowWindows && isOnWindowsDrive(home)) {
    const text = `the home ${home} is on a drive of Windows, whose locks and flushes are not Linux's`;
    return [fail("home.windows", text, "set UNF_HOME to a directory of WSL's own disk")];
  }
  const [, program] = synced.exec(`${home}/`) ?? [];
  if (program !== undefined) {
    const text = `the home ${home} is in ${program}, which copies its files while they are written`;
    return [warn("home.synced", text, "set UNF_HOME to a directory that nothing synchronises")];
  }
  if (isHomeAbsent) return [];
  const text = `the history is in ${home} alone: a backup of it is whole if taken between unf stop and unf start`;
  return [ok("home.backup", text)];
}

function checkRunning({ running, version, isHomeAbsent, homeProblem, now }: DoctorFacts): Check[] {
  const { daemon, sentinel, intended } = running;
  if (isHomeAbsent || homeProblem !== undefined) return [];
  if (!intended && daemon === undefined)
    return [warn("daemon", "recording is stopped", "unf start")];
  const checks: Check[] = [];
  if (daemon === undefined) checks.push(fail("daemon", "the daemon does not run", fixIt));
  else if (daemon.version === version) {
    const by = daemon.runtime === undefined ? "" : `, run by ${daemon.runtime}`;
    checks.push(ok("daemon", `daemon ${version} = cli ${version}${by}`));
  } else checks.push(fail("daemon", `daemon ${daemon.version}, cli ${version}`, "unf restart"));
  if (daemon?.safe_mode === true)
    checks.push(fail("daemon.safe_mode", "safe mode after repeated crashes", "unf restart"));
  const lost = lostEventsWarning(daemon, now);
  if (lost !== undefined) checks.push(warn("agents", lost, "logs/daemon.log in the home says why"));
  return [...checks, checkSentinel(sentinel, intended)];
}

/** One that records in the foreground has none. */
function checkSentinel(sentinel: number | undefined, intended: boolean): Check {
  if (sentinel !== undefined) return ok("sentinel", "sentinel runs");
  return intended
    ? fail("sentinel", "no sentinel keeps the daemon alive", fixIt)
    : ok("sentinel", "the daemon runs in a terminal, until that ends it");
}

/** Not everybody wants it: that it is not enabled is no fault. */
function checkService({ service, isHomeAbsent, homeProblem }: DoctorFacts): Check[] {
  if (isHomeAbsent || homeProblem !== undefined) return [];
  const { state, manager, problem } = service;
  const fix = "unf service enable";
  switch (state) {
    case "broken":
      return [fail("service", `the service does not start unf: ${problem}`, fix)];
    case "disabled":
      return [ok("service", `recording does not begin by itself after a restart (${fix})`)];
    case "enabled":
      return [ok("service", `${manager} starts a Node and a unf that are there`)];
  }
}

function checkSocket({ socket }: DoctorFacts): Check[] {
  if (socket === undefined) return [];
  const { file, directory } = socket;
  if (!file.isOurs || !directory.isOurs)
    return [fail("socket", `${file.path} belongs to another user`)];
  if ((directory.mode & 0o077) !== 0)
    return [
      fail("socket", `${directory.path} is open to others (${octal(directory.mode)})`, fixIt),
    ];
  if ((file.mode & 0o077) !== 0)
    return [
      warn("socket", `the socket has mode ${octal(file.mode)} instead of 0600`, "unf restart"),
    ];
  return [ok("socket", `socket ${octal(file.mode)}`)];
}

function checkSpace({ freeBytes, isHomeAbsent }: DoctorFacts): Check[] {
  if (freeBytes === undefined || isHomeAbsent) return [];
  const text = `${renderBytes(freeBytes)} free`;
  const { freeBytesMin, freeBytesWarned } = limits.doctor;
  if (freeBytes < freeBytesMin) return [fail("space", `only ${text}`, "free some space")];
  if (freeBytes < freeBytesWarned) return [warn("space", `only ${text}`, "free some space")];
  return [ok("space", text)];
}

function checkInotify({ inotify, projects }: DoctorFacts): Check[] {
  if (inotify === undefined) return [];
  const { used = 0, others, max, instancesMax } = inotify;
  const checks: Check[] = [];
  if (inotify.used !== undefined || others.count > 0) {
    // The limit is the user's: an editor that watches the same tree has as many.
    const share = max === 0 ? 1 : (used + others.count) / max;
    const most = others.most === undefined ? "" : `, most of them ${others.most}'s`;
    const beside =
      others.count === 0 ? "" : `, ${groupDigits(others.count)} of other programs${most}`;
    const text = `inotify watches ${groupDigits(used)} of ${groupDigits(max)}${beside}`;
    checks.push(
      share < limits.doctor.watchShareWarned
        ? ok("inotify", text)
        : warn("inotify", `${text} (${Math.floor(share * 100)} %)`, raise("watches", 524_288)),
    );
  }
  if (projects.length + 1 > instancesMax) {
    const text = `${countOf(projects.length, "project")}, but only ${instancesMax} inotify instances`;
    checks.push(fail("inotify.instances", text, raise("instances", 1024)));
  }
  return checks;
}

/** Evidence that is lacking: on other systems than Linux that is no fault of the machine. */
function checkEvidence({ sight }: DoctorFacts): Check[] {
  const lacking = planLackingEvidence(sight);
  if (lacking.length === 0) return [ok("evidence", "it can be seen which processes write")];
  const judge = sight.isLinux ? warn : ok;
  return lacking.map(({ evidence, why, follows }) =>
    judge(`evidence.${evidence}`, `${why}: ${follows}`),
  );
}

function raise(what: "watches" | "instances", to: number): string {
  return `echo fs.inotify.max_user_${what}=${to} | sudo tee /etc/sysctl.d/60-unf.conf && sudo sysctl --system`;
}

function checkTimelines({ timelines }: DoctorFacts): Check[] {
  const { checked, all, faults } = timelines;
  if (all === 0) return [];
  const found = faults.map(({ root, message }) =>
    fail("timeline", `the timeline of ${root}: ${message}`, "unf verify --repair"),
  );
  if (found.length > 0) return found;
  const rest = checked === all ? "" : ` of ${all}; unf verify checks all`;
  return [ok("timeline", `${countOf(checked, "timeline")} whole${rest}`)];
}

function checkClock({ now, newest }: DoctorFacts): Check {
  const date = new Date(now).toISOString();
  if (now < limits.doctor.clockMin) return fail("clock", `the clock says ${date}`, "set the clock");
  if (newest !== null && newest > now + 60_000) {
    const text = `the clock is behind the newest version (${new Date(newest).toISOString()})`;
    return warn("clock", text, "set the clock");
  }
  return ok("clock", "clock");
}

function checkCanary(canary: Canary): Check {
  if (canary.kind === "dead") return fail("live", `live test: ${canary.why}`, "unf status -v");
  const { recordedMs, restoredMs } = canary;
  return ok(
    "live",
    `live test: a probe file was recorded in ${recordedMs} ms and restored in ${restoredMs} ms`,
  );
}

function octal(mode: number): string {
  return mode.toString(8).padStart(4, "0");
}

function isAtLeast(found: string, wanted: readonly number[]): boolean {
  const parts = found.split(".").map(Number);
  for (const [index, least] of wanted.entries()) {
    const part = parts[index] ?? 0;
    if (part !== least) return part > least;
  }
  return true;
}
