import assert from "node:assert/strict";
import { test } from "node:test";
import type { ServiceReport } from "@unf/answers";
import { UnfError } from "@unf/core/base";
import type { CliWiring } from "../frame/world/world.ts";
import { fakeServicePlan } from "../testing/fake-machine.ts";
import { type FakeSetup, runFake } from "../testing/fake-world.ts";

const disabled: ServiceReport = {
  ...{ state: "disabled", problem: undefined, manager: undefined, file: undefined },
  ...{ isEdited: false, answer: undefined },
};
const enabled: ServiceReport = {
  ...disabled,
  ...{ state: "enabled", manager: "systemd-user", file: "/home/a/unf.service", answer: "yes" },
};
const watched = {
  ...{ id: "0000000000000001", root: "/home/a/src/shop", already: false, backend: "inotify" },
  ...{ directories: 1, files_recorded: 1, files_skipped: {}, bytes: 1 },
};

/** A machine that remembers what was done to it. */
function openMachine(found: ServiceReport, more: Partial<CliWiring> = {}) {
  const done: string[] = [];
  let report = found;
  const wiring: Partial<CliWiring> = {
    readService: async () => report,
    enableService: async (_, { entry }) => {
      done.push(`enable ${entry.manager}`);
      report = enabled;
    },
    disableService: async () => {
      done.push("disable");
      return fakeServicePlan.entry;
    },
    answerService: (_, answer) => void done.push(`answer ${answer}`),
    ...more,
  };
  const run = (argv: string, setup: FakeSetup = {}) =>
    runFake(argv.split(" "), { wiring, reply: () => watched, ...setup });
  return { done, run };
}

const nowhere = async () => {
  throw new UnfError("refused", "nothing could start unf here");
};

test("on a terminal it is offered once, and the answer is remembered", async () => {
  const cases = [
    ["y", ["enable systemd-user"]],
    ["n", ["answer no"]],
    ["", ["answer no"]],
    [undefined, []],
  ] as const;
  for (const [answer, expected] of cases) {
    const { done, run } = openMachine(disabled);
    const answers = answer === undefined ? [] : [answer];
    const { asked, stdout, stderr } = await run("watch .", { tty: true, answers });
    assert.match(asked.at(-1) ?? "", /restart, too\? That writes \/home\/a\/.*\[y\/N\]/);
    assert.deepEqual(done, expected, answer);
    assert.equal(/systemd-user enabled/.test(stdout), answer === "y");
    assert.equal(/does not survive a restart/.test(stderr), answer !== "y");
  }
  const { run, done } = openMachine({ ...disabled, answer: "no" });
  const again = await run("watch .", { tty: true });
  assert.deepEqual([again.asked, done], [[], []]);
});

test("nobody is asked without a terminal, with --yes, for an agent, or where nothing could start it", async () => {
  const cases: readonly (readonly [string, FakeSetup])[] = [
    ["watch .", {}],
    ["watch . --yes", { tty: true }],
    ["watch .", { tty: true, env: { CLAUDECODE: "1" } }],
    ["watch . --no-service", { tty: true }],
  ];
  for (const [argv, setup] of cases) {
    const { done, run } = openMachine(disabled);
    const { asked, exit, stderr } = await run(argv, setup);
    assert.deepEqual([exit, asked], [0, []], argv);
    const isSilent = argv.includes("--no-service");
    assert.deepEqual(done, isSilent ? ["answer no"] : []);
    assert.equal(/does not survive a restart/.test(stderr), !isSilent, argv);
  }
  const bare = openMachine(disabled, { planService: nowhere });
  const { asked, stderr } = await bare.run("watch .", { tty: true });
  assert.deepEqual([asked, bare.done], [[], []]);
  assert.match(stderr, /does not survive a restart/);
});

test("--service enables it, and where that cannot be nothing is watched", async () => {
  const { done, run } = openMachine(disabled);
  const { stdout } = await run("watch . --service --json");
  assert.deepEqual(JSON.parse(stdout).service, { manager: "systemd-user", enabled: true });
  assert.deepEqual(done, ["enable systemd-user"]);
  const bare = openMachine(disabled, { planService: nowhere });
  const refused = await bare.run("watch . --service");
  assert.deepEqual([refused.exit, refused.requests, bare.done], [4, [], []]);
  assert.equal((await run("watch . --service --no-service")).exit, 2);
});

test("a service that would start nothing is a warning at unf watch", async () => {
  const { run } = openMachine({ ...enabled, state: "broken", problem: "its entry is gone" });
  const { stderr, asked } = await run("watch . --quiet", { tty: true });
  assert.match(stderr, /warning: .*its entry is gone.*unf service enable/);
  assert.deepEqual(asked, []);
});

test("enabling shows every line that is written, and a dry run writes none", async () => {
  const { done, run } = openMachine(disabled);
  const planned = await run("service enable -n");
  assert.match(planned.stdout, /^Would write \/home\/a\/\S+unf.service\n {4}\[Unit\]\nWould link /);
  assert.deepEqual(done, []);
  const { stdout } = await run("service enable");
  assert.match(stdout, /^Wrote .*\n {4}\[Unit\]\nLinked .*\nEnabled systemd-user\nloginctl /);
  assert.deepEqual(done, ["enable systemd-user"]);
});

test("an agent cannot disable it, not even with --yes; a person types a word", async () => {
  const env = { CLAUDECODE: "1" };
  const { done, run } = openMachine(enabled);
  for (const argv of ["service disable", "service disable --yes", "service disable --json"])
    assert.equal((await run(argv, { env })).exit, 4, argv);
  assert.equal((await run("service disable", { env, tty: true, answers: ["y"] })).exit, 4);
  assert.deepEqual(done, []);
  assert.equal((await run("service disable -n", { env })).exit, 0);
  await run("service disable", { env, tty: true, answers: ["disable"] });
  await run("service disable");
  assert.deepEqual(done, ["disable", "disable"]);
});

test("a wrong word is wrong usage, with the right one named", async () => {
  const { run } = openMachine(disabled);
  const wrong = await run("service enabel");
  assert.equal(wrong.exit, 2);
  assert.match(wrong.stderr, /unf service enable/);
  assert.equal((await run("service status --manager cron")).exit, 2);
  assert.equal((await run("service")).exit, 2);
});
