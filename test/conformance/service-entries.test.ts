import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import process from "node:process";
import { test } from "node:test";
import { planServiceEntry, type ServiceManager, type ServiceProgram } from "@unf/core/service";

// Entries for launchd and Windows, read by parsers that others wrote: neither is at hand.

const python = ["python3", "python"].find((name) => spawnSync(name, ["--version"]).status === 0);
const onPython = { skip: python === undefined ? "there is no Python" : false };

/** Paths in which XML or a shell finds more than characters. */
const odd = [
  "",
  " a & b",
  "<unf>",
  "it's",
  '"q"',
  "]]>",
  "é東",
  "$HOME",
  "100%",
  "`x`",
  "a;b|c",
  "&amp;",
  "-- x",
];

test("a launch agent is a property list that says what it was made of", onPython, () => {
  const services = odd.map((part) => program(`/Users/a${part}`, "/", '/My Config & "more"'));
  const read = `import json, plistlib, sys
print(json.dumps([plistlib.loads(text.encode()) for text in json.load(sys.stdin)]))`;
  const texts = services.map((service) => textOf("launchd", service));
  const lists = ask(read, texts) as readonly Record<string, unknown>[];
  for (const [at, { node, program: file, home, configHome }] of services.entries()) {
    const { ProgramArguments: words, ...rest } = lists[at] ?? {};
    assert.ok(Array.isArray(words));
    assert.deepEqual(words.slice(0, 2), ["/bin/sh", "-c"]);
    assert.deepEqual(words.slice(3), ["unf", node, file, "--home", home]);
    assert.deepEqual(rest, {
      Label: "unf",
      EnvironmentVariables: { MALLOC_ARENA_MAX: "1", XDG_CONFIG_HOME: configHome },
      RunAtLoad: true,
      KeepAlive: { SuccessfulExit: false },
      ProcessType: "Background",
    });
  }
});

test("macOS finds no fault in a launch agent", {
  skip: process.platform === "darwin" ? false : "needs macOS",
}, () => {
  const input = textOf("launchd", program("/Users/a & <b>", "/"));
  const { status, stdout } = spawnSync("plutil", ["-lint", "-"], { input, encoding: "utf8" });
  assert.equal(status, 0, stdout);
});

/** The children that the schema of Task Scheduler (MS-TSCH, version 1.2) gives these, in its order where it has one. */
const children: Readonly<Record<string, readonly string[]>> = {
  Task: ["RegistrationInfo", "Triggers", "Settings", "Data", "Principals", "Actions"],
  RegistrationInfo: [
    "URI",
    "SecurityDescriptor",
    "Source",
    "Date",
    "Author",
    "Version",
    "Description",
    "Documentation",
  ],
  Triggers: [
    "BootTrigger",
    "RegistrationTrigger",
    "IdleTrigger",
    "TimeTrigger",
    "EventTrigger",
    "LogonTrigger",
    "SessionStateChangeTrigger",
    "CalendarTrigger",
  ],
  LogonTrigger: [
    "Enabled",
    "StartBoundary",
    "EndBoundary",
    "Repetition",
    "ExecutionTimeLimit",
    "UserId",
    "Delay",
  ],
  Principals: ["Principal"],
  Principal: ["UserId", "LogonType", "GroupId", "DisplayName", "RunLevel"],
  Settings: [
    "AllowStartOnDemand",
    "RestartOnFailure",
    "MultipleInstancesPolicy",
    "DisallowStartIfOnBatteries",
    "StopIfGoingOnBatteries",
    "AllowHardTerminate",
    "StartWhenAvailable",
    "NetworkProfileName",
    "RunOnlyIfNetworkAvailable",
    "WakeToRun",
    "Enabled",
    "Hidden",
    "DeleteExpiredTaskAfter",
    "IdleSettings",
    "NetworkSettings",
    "ExecutionTimeLimit",
    "Priority",
    "RunOnlyIfIdle",
  ],
  Actions: ["Exec", "ComHandler", "SendEmail", "ShowMessage"],
  Exec: ["Command", "Arguments", "WorkingDirectory"],
};

/** Those whose children stand in an order; the others' may stand in any. */
const ordered = ["LogonTrigger"];

const values: Readonly<Record<string, RegExp>> = {
  LogonType: /^(S4U|Password|InteractiveToken|InteractiveTokenOrPassword)$/,
  RunLevel: /^(LeastPrivilege|HighestAvailable)$/,
  MultipleInstancesPolicy: /^(Parallel|Queue|IgnoreNew|StopExisting)$/,
  DisallowStartIfOnBatteries: /^(true|false)$/,
  StopIfGoingOnBatteries: /^(true|false)$/,
  ExecutionTimeLimit: /^PT\d+S$/,
};

type Element = readonly [
  tag: string,
  attributes: Readonly<Record<string, string>>,
  text: string,
  inner: readonly Element[],
];

test(
  "a logon task is as the schema of Task Scheduler has it, and says what it was made of",
  onPython,
  () => {
    const names = odd.filter((part) => !/["<>|]/.test(part));
    const services = names.map((part) => program(`C:\\Users\\a${part}`, "\\"));
    const read = `import json, sys, xml.etree.ElementTree as xml
def tree(e): return [e.tag, e.attrib, (e.text or "").strip(), [tree(c) for c in e]]
print(json.dumps([tree(xml.fromstring(text.encode("utf-16"))) for text in json.load(sys.stdin)]))`;
    const texts = services.map((service) => textOf("task-scheduler", service));
    const tasks = ask(read, texts) as readonly Element[];
    for (const [at, { node, program: file, home }] of services.entries()) {
      const task = tasks[at] as Element;
      check(task);
      assert.equal(task[1].version, "1.2");
      const all = flat(task);
      const [argumentsOf] = all.filter(([tag]) => local(tag) === "Arguments");
      // Between the outer quotes cmd has its command, and that has each word between quotes.
      const [, line = ""] =
        /^--headless cmd\.exe \/d \/s \/c "(.*)"$/.exec(argumentsOf?.[2] ?? "") ?? [];
      const words = [...line.matchAll(/"([^"]*)"/g)].map(([, word]) => word);
      assert.deepEqual(words, [node, file, node, file, home]);
      const context = all.find(([tag]) => local(tag) === "Actions")?.[1].Context;
      assert.equal(all.find(([tag]) => local(tag) === "Principal")?.[1].id, context);
    }
    const wrong = (from: string, to: string) => {
      const [first = ""] = texts;
      const [task] = ask(read, [first.replace(from, to)]) as readonly Element[];
      assert.throws(() => check(task as Element), from);
    };
    wrong("<RunLevel>LeastPrivilege", "<RunLevel>Least");
    wrong("<Command>conhost.exe</Command>", "<Program>conhost.exe</Program>");
    wrong("/mit/task", "/mit/tasks");
  },
);

/** Throws where the schema has something else. */
function check([tag, , text, inner]: Element): void {
  const space = "{http://schemas.microsoft.com/windows/2004/02/mit/task}";
  assert.ok(tag.startsWith(space), tag);
  const name = local(tag);
  const allowed = children[name];
  const names = inner.map(([of]) => local(of));
  if (allowed === undefined) assert.deepEqual(names, [], name);
  else for (const child of names) assert.ok(allowed.includes(child), `${child} in ${name}`);
  if (ordered.includes(name)) {
    const places = names.map((child) => allowed?.indexOf(child) ?? -1);
    assert.deepEqual(
      places,
      places.toSorted((a, b) => a - b),
      name,
    );
  }
  assert.match(text, values[name] ?? /^/, name);
  inner.forEach(check);
}

function flat(element: Element): Element[] {
  return [element, ...element[3].flatMap(flat)];
}

function local(tag: string): string {
  return tag.replace(/^\{.*\}/, "");
}

function program(directory: string, separator: string, configHome?: string): ServiceProgram {
  const at = (...names: string[]) => [directory, ...names].join(separator);
  const home = at(".unfudged");
  const options = ["--max-old-space-size=64"];
  return {
    name: "unf",
    node: at("bin", "node"),
    options,
    program: at("unf", "sentinel.cjs"),
    home,
    configHome,
  };
}

function textOf(manager: ServiceManager, service: ServiceProgram): string {
  const user = { user: "PC\\a & b", userHome: "/Users/a", configHome: "/Users/a/.config" };
  return planServiceEntry(manager, service, { ...user, systemd: undefined }).text;
}

function ask(script: string, texts: readonly string[]): unknown {
  const run = spawnSync(python ?? "", ["-c", script], {
    input: JSON.stringify(texts),
    env: { ...process.env, PYTHONUTF8: "1" },
    encoding: "utf8",
  });
  assert.equal(run.status, 0, run.stderr);
  return JSON.parse(run.stdout);
}
