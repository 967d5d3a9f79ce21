import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { UnfError } from "../base/error.ts";
import { addCrontabLines, hasCrontabLines, takeCrontabLines } from "./crontab-lines.ts";
import { isServiceStale } from "./decide-repair.ts";
import { planServiceEntry, type ServiceEntry } from "./service-entry.ts";
import {
  chooseManager,
  type ServiceFacts,
  type ServiceManager,
  serviceManagers,
} from "./service-manager.ts";
import { parseServiceNote, renderServiceNote } from "./service-note.ts";
import type { ServiceProgram } from "./service-program.ts";

const nothing: ServiceFacts = {
  platform: "linux",
  user: "a",
  userHome: "/home/a",
  configHome: "/home/a/.config",
  systemd: undefined,
  isDesktop: false,
  hasAutostart: false,
  crontab: { kind: "absent" },
};
const systemd = { configHome: "/home/a/.config", isLingering: false };
const crontab = { kind: "usable", text: undefined, isRunning: true } as const;

const unf: ServiceProgram = {
  name: "unf",
  node: "/usr/bin/node",
  options: ["--max-old-space-size=64"],
  program: "/usr/lib/node_modules/unf/dist/sentinel.cjs",
  home: "/home/a/.unfudged",
  configHome: undefined,
};

const textOf = (manager: ServiceManager, service: Partial<ServiceProgram> = {}): string =>
  planServiceEntry(manager, { ...unf, ...service }, nothing).text;

test("the best that works here is chosen, and no other than the one that is wanted", () => {
  const cases: readonly (readonly [Partial<ServiceFacts>, ServiceManager?])[] = [
    [{ platform: "darwin" }, "launchd"],
    [{ platform: "win32" }, "task-scheduler"],
    [{ systemd, isDesktop: true, crontab }, "systemd-user"],
    [{ isDesktop: true, crontab }, "xdg-autostart"],
    [{ hasAutostart: true, crontab }, "cron"],
    [{ hasAutostart: true, crontab: { kind: "refused", why: "not allowed" } }, "xdg-autostart"],
    [{ platform: "freebsd", crontab }, "cron"],
    [{}],
  ];
  for (const [facts, manager] of cases) {
    const choose = () => chooseManager({ ...nothing, ...facts });
    if (manager !== undefined) assert.equal(choose(), manager);
    else assert.throws(choose, (thrown) => thrown instanceof UnfError && thrown.code === "refused");
  }
  assert.equal(chooseManager({ ...nothing, systemd, crontab }, "cron"), "cron");
  assert.equal(chooseManager({ ...nothing, systemd }, "xdg-autostart"), "xdg-autostart");
  for (const wanted of ["cron", "launchd"] as const)
    assert.throws(() => chooseManager({ ...nothing, systemd }, wanted));
});

test("each manager's entry is at its place, and names Node, program and home", () => {
  const places: Readonly<Record<ServiceManager, string>> = {
    "systemd-user": "/home/a/.config/systemd/user/unf.service",
    launchd: "/home/a/Library/LaunchAgents/unf.plist",
    "xdg-autostart": "/home/a/.config/autostart/unf.desktop",
    cron: "",
    "task-scheduler": "",
  };
  for (const manager of serviceManagers) {
    const entry = planServiceEntry(manager, unf, nothing);
    assert.equal(entry.kind === "file" ? entry.path : "", places[manager]);
    for (const path of [unf.node, unf.program, unf.home]) assert.ok(entry.text.includes(path));
    assert.ok(entry.text.includes("unf service enable"), manager);
  }
  const elsewhere = { ...systemd, configHome: "/home/a/dots" };
  const entry = planServiceEntry("systemd-user", unf, { ...nothing, systemd: elsewhere });
  assert.equal(entry.kind === "file" && entry.path, "/home/a/dots/systemd/user/unf.service");
  assert.equal(
    entry.kind === "file" && entry.link,
    "/home/a/dots/systemd/user/default.target.wants/unf.service",
  );
});

test("an entry for systemd is skipped when the program is gone, and starts again only after a failure", () => {
  const lines = textOf("systemd-user", { configHome: "/home/a/my config" }).split("\n");
  for (const line of [
    "ConditionPathExists=/usr/bin/node",
    "ConditionPathExists=/usr/lib/node_modules/unf/dist/sentinel.cjs",
    'ExecStart="/usr/bin/node" --max-old-space-size=64 "/usr/lib/node_modules/unf/dist/sentinel.cjs" --home "/home/a/.unfudged"',
    'Environment="XDG_CONFIG_HOME=/home/a/my config"',
    "Restart=on-failure",
    "WantedBy=default.target",
  ])
    assert.ok(lines.includes(line), line);
});

test("a launch agent and a logon task are XML in which paths are text", () => {
  const agent = textOf("launchd", { home: "/Users/a & b/<unf>" });
  assert.ok(agent.includes("<string>/Users/a &amp; b/&lt;unf&gt;</string>"));
  assert.match(agent, /<key>SuccessfulExit<\/key>\n {4}<false\/>/);
  const task = textOf("task-scheduler", {
    node: "C:\\Program Files\\nodejs\\node.exe",
    program: "C:\\Users\\a\\npm\\unf\\sentinel.cjs",
    home: "C:\\Users\\a\\.unfudged",
  });
  assert.ok(
    task.includes(
      '"if exist "C:\\Program Files\\nodejs\\node.exe" if exist "C:\\Users\\a\\npm\\unf\\sentinel.cjs" "C:\\Program Files\\nodejs\\node.exe" --max-old-space-size=64 "C:\\Users\\a\\npm\\unf\\sentinel.cjs" --home "C:\\Users\\a\\.unfudged""</Arguments>',
    ),
  );
  assert.match(task, /<UserId>a<\/UserId>/);
});

test("a program that needs no Node is named once, with the words that it is to get", () => {
  const alone = { node: "/usr/bin/unf", options: [":sentinel"], program: "/usr/bin/unf" };
  const starts: Readonly<Record<ServiceManager, string>> = {
    "systemd-user": '"/usr/bin/unf" :sentinel --home "/home/a/.unfudged"\n',
    launchd: "then exec &quot;$n&quot; :sentinel".replaceAll("&quot;", '"'),
    "xdg-autostart": ":sentinel",
    cron: 'if [ -x "$n" ]; then exec "$n" :sentinel "$@"',
    "task-scheduler": '"if exist "/usr/bin/unf" "/usr/bin/unf" :sentinel --home',
  };
  for (const manager of serviceManagers) {
    const text = textOf(manager, alone);
    assert.ok(text.includes(starts[manager]), `${manager}: ${text}`);
    assert.doesNotMatch(text, /-e |usr\/bin\/unf["' ]+\/usr\/bin\/unf["' ]+--home/, manager);
  }
});

test("a path that no manager can quote is refused, and a line too long for a cron", () => {
  for (const home of ["/home/a\nb", "/home/\0", "/home/\ufffd"])
    for (const manager of serviceManagers) assert.throws(() => textOf(manager, { home }), UnfError);
  assert.throws(() => textOf("cron", { home: `/${"x".repeat(900)}` }), UnfError);
});

/** Everything that some manager or shell takes for more than a character. */
const path = fc
  .string({ unit: fc.constantFrom(..."ab /'\"$`\\%;&|!#~*?(){}<>=é".split("")), minLength: 1 })
  .map((text) => `/${text}`);

test("whatever a home is called, systemd and desktops read its path back", () => {
  fc.assert(
    fc.property(path, (home) => {
      const unit = /^ExecStart=(.*)$/m.exec(textOf("systemd-user", { home }))?.[1] ?? "";
      assert.equal(readSystemdWords(unit).at(-1), home);
      const entry = /^Exec=(.*)$/m.exec(textOf("xdg-autostart", { home }))?.[1] ?? "";
      assert.equal(readDesktopWords(entry).at(-1), home);
    }),
  );
});

/** As systemd.service(5) reads a command line. */
function readSystemdWords(line: string): string[] {
  const words = line.match(/"(?:[^"\\]|\\.)*"|\S+/g) ?? [];
  return words.map((word) =>
    word
      .replace(/^"(.*)"$/, "$1")
      .replace(/\\(.)/g, "$1")
      .replace(/%(.)/g, (_, of: string) => (of === "%" ? "%" : "<specifier>"))
      .replace(/\$(.?)/g, (_, of: string) => (of === "$" ? "$" : "<variable>")),
  );
}

/** As the Desktop Entry Specification reads a value, and then a command line. */
function readDesktopWords(value: string): string[] {
  const line = value.replace(/\\(.)/g, (_, of: string) => (of === "\\" ? "\\" : `<${of}>`));
  const words = line.match(/"(?:[^"\\]|\\.)*"|\S+/g) ?? [];
  return words.map((word) =>
    word
      .replace(/^"(.*)"$/, "$1")
      .replace(/\\(["`$\\])/g, "$1")
      .replace(/%(.)/g, (_, of: string) => (of === "%" ? "%" : "<field>")),
  );
}

/** Lines that a person may have, some of them without an end. */
const someText = fc.option(
  fc
    .array(fc.constantFrom("", "# mine", "0 5 * * * backup", "MAILTO=a", "@reboot other"))
    .chain((lines) => fc.constantFrom(lines.join("\n"), [...lines, ""].join("\n"))),
  { nil: undefined },
);

test("lines that were put into a crontab come out again, and nothing else changes", () => {
  const lines = textOf("cron");
  fc.assert(
    fc.property(someText, someText, (mine, later) => {
      const { text, before } = addCrontabLines(mine, lines);
      assert.ok(hasCrontabLines(text, lines));
      const taken = takeCrontabLines(text, lines, { name: "unf", before });
      assert.deepEqual(taken, { kind: "taken", text: mine });
      // Lines that a person put behind them in the meantime stay.
      const more = text + (later ?? "");
      const whole = mine === undefined || mine === "" || mine.endsWith("\n") ? "" : "\n";
      const rest = takeCrontabLines(more, lines, { name: "unf", before });
      if ((later ?? "") !== "")
        assert.deepEqual(rest, { kind: "taken", text: `${mine ?? ""}${whole}${later}` });
    }),
  );
});

test("lines that somebody changed are found, those of another home are not", () => {
  const lines = textOf("cron");
  const changed = lines.replace("@reboot ", "@reboot nice ");
  const mine = "MAILTO=a\n";
  const found = takeCrontabLines(`${mine}${changed}# end\n`, lines, {
    name: "unf",
    before: "whole",
  });
  assert.deepEqual(found, { kind: "changed", text: `${mine}# end\n` });
  const other = textOf("cron", { name: "unf-1a2b3c4d" });
  assert.equal(takeCrontabLines(other, lines, { name: "unf", before: "whole" }).kind, "absent");
});

test("an entry follows upgrades, and never an older installation", () => {
  const enabled = { node: "/n", program: "/p", version: "0.9.2" };
  const stale = (own: string, gone?: string) => isServiceStale(enabled, own, (at) => at !== gone);
  assert.deepEqual(
    [stale("0.9.2"), stale("0.9.2", "/n"), stale("0.9.2", "/p")],
    [false, true, true],
  );
  assert.deepEqual(
    [stale("0.10.0"), stale("1.0.0-beta.1"), stale("0.9.1"), stale("0.8.99")],
    [true, true, false, false],
  );
});

test("what the home remembers is read back, and nonsense is forgotten", () => {
  for (const manager of serviceManagers) {
    const entry: ServiceEntry = planServiceEntry(manager, unf, nothing);
    const before = manager === "cron" ? "unfinished" : "whole";
    const own = {
      node: "/n",
      program: "/p",
      version: "0.1.0",
      host: "h",
      made: ["/home/a/.config"],
    };
    const note = { answer: "yes", enabled: { entry, ...own, before } } as const;
    assert.deepEqual(parseServiceNote(renderServiceNote(note)), note);
  }
  for (const text of ["", "[]", '{"format":2,"answer":"no"}', "{"])
    assert.deepEqual(parseServiceNote(text), { answer: undefined, enabled: undefined });
});
