import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { type Canary, type DoctorFacts, isHealthy, planChecks } from "@unf/answers";
import type { AbsPath, WallMs } from "@unf/core/base";
import { runFake } from "../testing/fake-world.ts";
import { daemonStatus } from "../testing/shop.ts";
import { soundFacts } from "../testing/sound-facts.ts";

const alive: Canary = { kind: "alive", recordedMs: 38, restoredMs: 21 };

const { inotify, running, sight, socket } = soundFacts;
const [project] = soundFacts.projects;
assert.ok(socket !== undefined && project !== undefined && inotify !== undefined);

const own = (path: string, mode: number, isOurs = true) => ({
  path: path as AbsPath,
  mode,
  isOurs,
});

const lostEvents = { events: 3, last_at: "2026-11-20T13:30:07.000Z" };

/** One fault each, the check that must name it, and how bad it is. */
const faults: readonly (readonly [id: string, state: "warn" | "fail", Partial<DoctorFacts>])[] = [
  ["node", "fail", { node: "22.18.9" }],
  ["node", "fail", { node: "23.11.1" }],
  ["node", "fail", { node: "24.5.0" }],
  ["home.mode", "fail", { directories: [own("/h", 0o755)] }],
  ["home.owner", "fail", { directories: [own("/h", 0o700, false)] }],
  ["home.disk", "fail", { networkDisk: "NFS" }],
  ["home", "fail", { homeProblem: "/h holds another program's files" }],
  ["home.windows", "fail", { home: "/mnt/c/Users/a/.unfudged" as AbsPath, isBelowWindows: true }],
  ["home.synced", "warn", { home: "/home/a/Dropbox (Personal)/.unfudged" as AbsPath }],
  ["project.polled", "warn", { projects: [{ ...project, polled: "the directory is on NFS" }] }],
  ["project.case", "warn", { projects: [{ ...project, foldsCase: true }] }],
  ["daemon", "fail", { running: { ...running, daemon: undefined } }],
  ["daemon", "fail", { running: { ...running, daemon: { ...daemonStatus, version: "0.0.9" } } }],
  ["daemon", "warn", { running: { daemon: undefined, sentinel: undefined, intended: false } }],
  [
    "daemon.safe_mode",
    "fail",
    { running: { ...running, daemon: { ...daemonStatus, safe_mode: true } } },
  ],
  [
    "agents",
    "warn",
    { running: { ...running, daemon: { ...daemonStatus, lost_events: lostEvents } } },
  ],
  ["sentinel", "fail", { running: { ...running, sentinel: undefined } }],
  [
    "service",
    "fail",
    { service: { state: "broken", manager: "cron", problem: "its entry is gone" } },
  ],
  ["socket", "fail", { socket: { ...socket, directory: own("/h/run", 0o755) } }],
  ["socket", "warn", { socket: { ...socket, file: own("/h/run/daemon.sock", 0o666) } }],
  ["space", "fail", { freeBytes: 1 }],
  ["space", "warn", { freeBytes: 500 * 1024 ** 2 }],
  ["evidence.writers", "warn", { sight: { ...sight, openFiles: false } }],
  ["evidence.others", "warn", { sight: { ...sight, others: false } }],
  ["inotify", "warn", { inotify: { ...inotify, max: 1000, used: 890 } }],
  ["inotify", "warn", { inotify: { ...inotify, others: { count: 60_000, most: "code" } } }],
  ["inotify.instances", "fail", { inotify: { ...inotify, instancesMax: 1 } }],
  ["project.error", "fail", { projects: [{ ...project, state: "error", reason: "damaged" }] }],
  ["project.stopped", "fail", { projects: [{ ...project, state: "stopped" }] }],
  ["project.missing", "warn", { projects: [{ ...project, state: "missing" }] }],
  ["project.degraded", "warn", { projects: [{ ...project, state: "degraded" }] }],
  ["project.silent_loss", "fail", { projects: [{ ...project, unrecorded: 3 }] }],
  [
    "timeline",
    "fail",
    { timelines: { checked: 1, all: 1, faults: [{ root: project.root, message: "torn" }] } },
  ],
  ["blake3", "fail", { isBlake3Right: false }],
  ["sqlite", "fail", { sqlite: "3.51.2" }],
  ["clock", "fail", { now: 0 as WallMs, newest: null }],
  ["clock", "warn", { newest: (soundFacts.now + 3_600_000) as WallMs }],
];

test("every line of Node that can pack is new enough", () => {
  for (const node of ["22.19.0", "22.30.1", "24.6.0", "25.0.0", "26.9.1"]) {
    const [first] = planChecks({ ...soundFacts, node }, alive);
    assert.deepEqual([first?.id, first?.state], ["node", "ok"], node);
  }
});

test("a project on a drive of Windows is told where it is recorded better, one on NFS is not", () => {
  const fixOf = (root: string, isBelowWindows: boolean) => {
    const projects = [{ ...project, root: root as AbsPath, polled: "it is on 9p" }];
    const checks = planChecks({ ...soundFacts, projects, isBelowWindows }, alive);
    return checks.find(({ id }) => id === "project.polled")?.fix;
  };
  assert.match(fixOf("/mnt/c/src", true) ?? "", /below your home/);
  assert.equal(fixOf("/mnt/c/src", false), undefined);
  assert.equal(fixOf("/mnt/data/src", true), undefined);
  const plain = planChecks({ ...soundFacts, home: "/mnt/c/h" as AbsPath }, alive);
  assert.ok(isHealthy(plain), "elsewhere /mnt/c is a directory like others");
});

test("where nothing is wrong every check says so", () => {
  const checks = planChecks(soundFacts, alive);
  assert.deepEqual(
    checks.filter(({ state }) => state !== "ok"),
    [],
  );
  assert.ok(checks.length >= 12 && isHealthy(checks));
});

test("each fault is named by its check, and by that one alone", () => {
  for (const [id, state, fault] of faults) {
    const checks = planChecks({ ...soundFacts, ...fault }, alive);
    const said = checks.filter((check) => check.state !== "ok");
    assert.deepEqual(
      said.map((check) => `${check.state} ${check.id}`),
      [`${state} ${id}`],
      JSON.stringify(fault),
    );
    assert.equal(isHealthy(checks), state === "warn", id);
  }
});

/** Named in tests of their own. */
const elsewhere = ["live"];

test("every check that can complain is in the table of faults", () => {
  const folder = new URL("../../../packages/answers/src/doctor/", import.meta.url);
  const sources = ["plan-checks.ts", "check-projects.ts"].map((name) =>
    readFileSync(new URL(name, folder), "utf8"),
  );
  const complaints = [...sources.join("").matchAll(/\b(?:warn|fail|judge)\(\s*["`]([a-z0-9_.]+)/g)];
  const known = faults.map(([id]) => id);
  const missing = complaints
    .map(([, id = ""]) => id)
    .filter((id) => !known.includes(id) && !elsewhere.includes(id))
    // `evidence.` goes on with what is lacking.
    .filter((id) => !id.endsWith(".") || !known.some((one) => one.startsWith(id)));
  assert.ok(complaints.length > 30, `${complaints.length} complaints`);
  assert.deepEqual(missing, []);
});

test("what is no fault is said as well: no service, and where the history lies", () => {
  const said = (facts: Partial<DoctorFacts>) => {
    const checks = planChecks({ ...soundFacts, ...facts }, alive);
    return new Map(checks.map(({ id, state, message }) => [id, `${state} ${message}`]));
  };
  const service = { state: "disabled", manager: undefined, problem: undefined } as const;
  assert.match(said({ service }).get("service") ?? "", /^ok .* \(unf service enable\)$/);
  assert.match(said({}).get("service") ?? "", /^ok systemd-user starts /);
  assert.match(said({}).get("home.backup") ?? "", /^ok .* a backup of it is whole if taken /);
  const synced = said({ home: "/home/a/OneDrive/.unfudged" as AbsPath });
  assert.equal(synced.has("home.backup"), false);
  const absent = said({ isHomeAbsent: true, directories: [], projects: [], socket: undefined });
  assert.equal(absent.get("home"), "ok no home yet; unf watch makes it");
  for (const id of ["service", "daemon", "home.backup", "space"]) assert.ok(!absent.has(id), id);
});

test("processes that are not listed are lacking for commands and for agents without hooks", () => {
  const checks = planChecks({ ...soundFacts, sight: { ...sight, children: false } }, alive);
  const said = checks.filter(({ state }) => state !== "ok").map(({ id, state }) => [id, state]);
  const lacking = ["evidence.lives", "evidence.hookless"];
  assert.deepEqual(
    said,
    lacking.map((id) => [id, "warn"]),
  );
});

test("a live test that fails is a problem and says why", () => {
  const checks = planChecks(soundFacts, { kind: "dead", why: "nothing was recorded" });
  assert.deepEqual(checks.at(-1)?.message, "live test: nothing was recorded");
  assert.ok(!isHealthy(checks));
});

test("the watch limit comes with the line that raises it", () => {
  const full = { ...inotify, max: 65_536, used: 58_211, others: { count: 900, most: "code" } };
  const [found] = planChecks({ ...soundFacts, inotify: full }, alive).filter(
    ({ state }) => state === "warn",
  );
  assert.match(
    found?.message ?? "",
    /58.211 of 65.536, 900 of other programs, most of them code's \(90 %\)/,
  );
  assert.match(found?.fix ?? "", /^echo fs\.inotify\.max_user_watches=524288 \| sudo tee /);
});

test("unf doctor ends with 1 when something is wrong, and --fix does only what is safe", async () => {
  const done: string[] = [];
  const wiring = {
    readDoctorFacts: async () => ({
      ...soundFacts,
      directories: [own("/h", 0o755)],
      running: { ...running, daemon: undefined },
    }),
    makePrivate: async (entries: readonly { readonly path: string }[]) => {
      done.push(...entries.map(({ path }) => path));
    },
  };
  const looked = await runFake(["doctor"], { wiring });
  assert.equal(looked.exit, 1);
  assert.match(looked.stdout, /^fail\thome\.mode\t\/h has mode 0755 .*\tunf doctor --fix$/m);
  await runFake(["doctor", "--fix", "--dry-run"], { wiring });
  assert.deepEqual([done, looked.requests, looked.woken], [[], [], 0]);
  const fixed = await runFake(["doctor", "--fix"], { wiring, reply: () => ({}) });
  assert.deepEqual(done, ["/h", "/home/a/.unfudged/run"]);
  assert.deepEqual(
    fixed.requests.map(({ method }) => method),
    ["ping"],
  );
});

test("on a terminal each line begins with its sign", async () => {
  const { stdout } = await runFake(["doctor"], { tty: true, env: { NO_COLOR: "1" } });
  assert.ok(stdout.split("\n").every((line) => line === "" || line.startsWith("✔ ")));
});

test("the runtimes of the command and of the daemon are told, as they need not be one", () => {
  const daemon = { ...daemonStatus, runtime: "node 24.21.0" };
  const facts = { ...soundFacts, runtime: "bun 1.4.5", running: { ...running, daemon } };
  const said = new Map(planChecks(facts, alive).map(({ id, message }) => [id, message]));
  assert.equal(said.get("node"), "bun 1.4.5");
  assert.equal(said.get("daemon"), "daemon 0.1.0 = cli 0.1.0, run by node 24.21.0");
});
