// Runs in the virtual machine, as root: plays the part of the story that the kernel's command line
// names, and tells on the second serial port what came of it.

import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { uptime } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { until } from "../../kit/until.ts";
import { people } from "./people.ts";
import { Person } from "./person.ts";
import { show, tell } from "./report.ts";

const [lena, carl, rosa] = people.map(({ name }) => new Person(name)) as [Person, Person, Person];
const words = new Map(
  readFileSync("/proc/cmdline", "utf8")
    .trim()
    .split(" ")
    .map((word) => word.split("=", 2) as [string, string]),
);

/** The machine is slow, and what it waits for may start programs. */
const patience = { limitMs: 240_000, everyMs: 500 };

/** Prints the programs' latest log lines. */
const lastLogs = "tail -n 15 ~/.unfudged/logs/sentinel.log ~/.unfudged/logs/daemon.log";

/** When this machine started, by its own clock. */
const startedAt = Date.now() - uptime() * 1000;

/** How the homes were before anything was enabled. */
const notes = "/var/lib/story";

const parts: Record<string, () => Promise<"reboot" | "poweroff">> = {
  enable: async () => {
    mkdirSync(notes);
    for (const person of [lena, carl, rosa]) person.save("a.txt", "1\n");
    // Files that a first login makes are not of unf.
    for (const person of [lena, carl]) person.type("true");
    for (const person of [lena, carl, rosa])
      writeFileSync(`${notes}/${person.name}`, JSON.stringify(person.settings()));
    enable(lena, "systemd-user", lena.type("unf watch . --service"));
    enable(carl, "systemd-user", carl.type("unf watch . --service"));
    enable(rosa, "cron", rosa.unf("watch", ".", "--service"));
    const unit = `${lena.home}/.config/systemd/user/unf.service`;
    const verified = lena.type(`systemd-analyze --user --man=no verify ${unit}`);
    show("systemd finds no fault in the unit", verified.said === "0: ", verified.said);
    return "reboot";
  },

  reboot: async () => {
    await showRecording(lena, "unf.service");
    await showRecording(rosa, "cron.service");
    const main = lena.systemctl("show", "--property=ActiveState,MainPID", "unf.service").stdout;
    const sentinel = lena.running().find(({ program }) => program === "sentinel")?.pid;
    const isMain = main.includes(`MainPID=${sentinel}\n`) && main.includes("ActiveState=active");
    show("lena: her systemd has the sentinel as the service's process", isMain, main);
    for (const person of [lena, rosa]) {
      const { code, said } = person.unf("service", "status");
      show(`${person.name}: unf service status`, code === 0, said);
    }
    await showLogin(carl);
    return writeUntilCut(lena);
  },

  "power-cut": async () => {
    await showRecording(lena, "unf.service");
    await showRecording(rosa, "cron.service");
    for (const person of [lena, rosa]) {
      const verified = person.unf("verify", "--read-data");
      show(`${person.name}: unf verify --read-data is clean`, verified.code === 0, verified.said);
    }
    const count = Number(words.get("unf.confirmed"));
    const found = lena.unf("search", "state ", "states.txt", "--all", "--limit", "1000");
    const states = Array.from({ length: count }, (_, at) => `state ${at + 1}`);
    const missing = states.filter((state) => !new RegExp(`\\b${state}$`, "m").test(found.stdout));
    show(
      `lena: all ${count} contents that were confirmed before the cut are in the history`,
      count > 0 && missing.length === 0,
      `${missing.join(", ")}\n${found.said}`,
    );
    for (const person of [lena, carl, rosa]) disable(person);
    const units = lena.systemctl("list-unit-files", "--no-legend", "unf*").stdout;
    show("lena: her systemd knows no unit of unf", units === "", units);
    return "reboot";
  },

  disabled: async () => {
    const isUp = () => lena.systemctl("is-system-running", "--wait").stdout === "running\n";
    await until("lena's systemd has started everything", isUp, patience);
    await until(
      "cron is at work",
      () => execFileSync("systemctl", ["is-active", "cron"]),
      patience,
    );
    for (const person of [lena, carl, rosa]) {
      const running = person.running();
      show(`${person.name}: nothing of unf was started`, running.length === 0, running);
      const log = person.unf("log", "a.txt");
      show(`${person.name}: the history is read without it`, log.code === 0, log.said);
    }
    return "poweroff";
  },
};

function enable(person: Person, manager: string, ran: { code: number | null; said: string }) {
  const { name } = person;
  show(`${name}: unf watch . --service`, ran.code === 0, ran.said);
  const status = person.type("unf service status --json");
  const state = JSON.parse(status.stdout) as { readonly manager?: string };
  show(`${name}: enabled, by ${manager}`, status.code === 0 && state.manager === manager, status);
  showSaved(person, "before the reboot");
}

/** Recording is on, and no command of unf was run since the machine started. */
async function showRecording(person: Person, service: string): Promise<void> {
  const { name } = person;
  const isOn = () => person.running().length === 2 && person.recordsUntil() > startedAt;
  await until("both programs run", isOn, patience).catch(() => undefined);
  const found = person.running();
  show(
    `${name}: sentinel and daemon run, started by ${service}, before any command of unf`,
    isOn() && found.every(({ group }) => group.includes(service)),
    [found, person.systemctl("status", "unf.service").said, person.run("sh", "-c", lastLogs).said],
  );
  showSaved(person, `of ${words.get("unf.part")}`);
  const same = JSON.stringify(person.running()) === JSON.stringify(found);
  const instead = [found, person.running(), person.run("sh", "-c", lastLogs).said];
  show(`${name}: by the very daemon that was started at boot`, same, instead);
  const status = person.unf("status", "--check");
  show(`${name}: unf status --check`, status.code === 0, status.said);
}

/** Saves a file and reads it from the history. */
function showSaved(person: Person, when: string): void {
  const text = `saved by ${person.name}, ${when}\n`;
  person.save("a.txt", text);
  const flushed = person.unf("flush");
  const read = person.unf("cat", "a.txt");
  show(
    `${person.name}: what is saved is recorded`,
    flushed.code === 0 && read.stdout === text,
    `${flushed.said}${read.said}${person.unf("log", "a.txt").said}`,
  );
}

/** Without lingering recording begins with the login and ends with the logout. */
async function showLogin(person: Person): Promise<void> {
  const { name } = person;
  const before = person.running();
  show(`${name}: nothing runs before he logs in`, before.length === 0, before);
  const session = person.logIn();
  await showRecording(person, "unf.service");
  session.kill();
  const isOff = () => person.running().length === 0;
  const ended = await until("nothing runs", isOff, patience).catch(() => false);
  show(`${name}: nothing runs after he logged out`, ended === true, person.running());
}

/** Saves and confirms one content after the other, beside a writer that never rests. */
async function writeUntilCut(person: Person): Promise<never> {
  const noise = `let n = 0; setInterval(() =>
    require("node:fs").writeFileSync("noise-" + (n % 30) + ".txt", "noise " + n++ + "\\n"), 100)`;
  person.start("node", "-e", noise);
  for (let number = 1; ; number += 1) {
    person.save("states.txt", `state ${number}\n`);
    const { code, said } = person.unf("flush");
    if (code === 0) tell({ kind: "confirmed", number });
    else show("a flush beside a busy writer", false, said);
    await pause(10);
  }
}

/** Takes the service away, which leaves nothing. */
function disable(person: Person): void {
  const { code, said } = person.unf("service", "disable");
  show(`${person.name}: unf service disable`, code === 0, said);
  const before: string[] = JSON.parse(readFileSync(`${notes}/${person.name}`, "utf8"));
  const after = person.settings();
  const isSame = JSON.stringify(before) === JSON.stringify(after);
  show(`${person.name}: the home is as it was`, isSame, { before, after });
  const crontab = person.run("crontab", "-l").said;
  show(`${person.name}: there is no crontab`, crontab.includes("no crontab for"), crontab);
}

/** Plays the part; then the machine restarts or switches itself off. */
async function main(): Promise<void> {
  let next: "reboot" | "poweroff" = "poweroff";
  try {
    next = (await parts[words.get("unf.part") ?? ""]?.()) ?? next;
  } catch (thrown) {
    show("the part was played to its end", false, String((thrown as Error).stack));
  }
  tell({ kind: "played" });
  execFileSync("systemctl", [next]);
}

await main();
