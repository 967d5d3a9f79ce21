import assert from "node:assert/strict";
import { test } from "node:test";
import type { AbsPath, ProjectId, WallMs } from "../base/brand.ts";
import { sayQuarantine } from "../intent/quarantine.ts";
import { decideTrouble, type TroubleFacts } from "./decide-trouble.ts";

const at = (minute: number) => (minute * 60_000) as WallMs;
const project = (n: number) => ({
  id: `${n}`.repeat(16) as ProjectId,
  root: `/src/p${n}` as AbsPath,
  addedAt: at(0),
  options: {},
});
const [one, two, three] = [project(1), project(2), project(3)];
const intent = { generation: 3, running: true, projects: [one, two] };
const well: TroubleFacts = {
  intent,
  holder: { kind: "daemon", pid: 7, isHung: false },
  heartbeat: at(9),
  condition: { pid: 7, safeSince: undefined, projects: [] },
  supervision: undefined,
};
const full = { id: one.id, state: "stopped", since: at(5), why: "the disk is full" } as const;
const swept = { id: two.id, state: "sweeps", since: at(6), why: "no watches left" } as const;
const noting = (...projects: readonly (typeof full | typeof swept)[]): TroubleFacts => ({
  ...well,
  condition: { pid: 7, safeSince: undefined, projects },
});

test("where all is well nothing is said, nor where nothing is watched", () => {
  assert.equal(decideTrouble(well, undefined), undefined);
  assert.equal(decideTrouble(well, one), undefined);
  const nothing = {
    ...well,
    intent: { ...intent, projects: [] },
    holder: { kind: "none" },
  } as const;
  assert.equal(decideTrouble(nothing, undefined), undefined);
  assert.equal(
    decideTrouble({ ...well, condition: undefined }, one),
    undefined,
    "it has just started",
  );
});

test("a project that nobody wants recorded is unwatched, whatever else is so", () => {
  const scope = { ...three, recordedUntil: at(4) };
  const trouble = decideTrouble({ ...well, holder: { kind: "none" } }, scope);
  assert.deepEqual(trouble, { kind: "unwatched", since: at(4), root: three.root });
});

test("a stop by a person is told from a daemon that is not there, that waits, and that hangs", () => {
  const absent = { ...well, holder: { kind: "none" } } as const;
  const stopped = { ...absent, intent: { ...intent, running: false } };
  assert.deepEqual(decideTrouble(stopped, one), { kind: "stopped", since: at(9) });
  assert.deepEqual(decideTrouble(absent, one), {
    ...{ kind: "absent", since: at(9), crashes: 0, until: undefined },
  });
  const waiting = { ...absent, supervision: { pid: 3, crashes: 5, until: at(12) } };
  assert.deepEqual(decideTrouble(waiting, undefined), {
    ...{ kind: "absent", since: at(9), crashes: 5, until: at(12) },
  });
  const hung = { ...well, holder: { kind: "daemon", pid: 7, isHung: true } } as const;
  assert.equal(decideTrouble(hung, one)?.kind, "hung");
  const unreadable = { ...absent, intent: undefined };
  assert.equal(decideTrouble(unreadable, one)?.kind, "absent", "unreadable means: keep recording");
});

test("of its own trouble a project is told, of another's only who asks for all", () => {
  const facts = noting(full, swept);
  assert.deepEqual(decideTrouble(facts, one), { kind: "project", ...full, root: one.root });
  assert.deepEqual(decideTrouble(facts, two), { kind: "project", ...swept, root: two.root });
  assert.deepEqual(decideTrouble(facts, undefined), decideTrouble(facts, one), "the worst");
  assert.equal(decideTrouble(noting(full), two), undefined);
  assert.equal(decideTrouble(noting(swept), undefined)?.kind, "project");
});

test("a project in quarantine is told from the intent alone, and several are counted", () => {
  const quarantined = { since: at(2), reason: "it crashed the daemon three times" };
  const projects = [one, { ...two, quarantined }];
  const facts = { ...noting(full), intent: { ...intent, projects } };
  assert.deepEqual(decideTrouble(facts, two), {
    ...{ kind: "project", id: two.id, root: two.root, state: "quarantined" },
    ...{ since: at(2), why: sayQuarantine({ ...two, quarantined }) },
  });
  assert.deepEqual(decideTrouble(facts, undefined), { kind: "projects", count: 2, of: 2 });
});

test("safe mode is said where nothing worse is", () => {
  const safe = (...projects: readonly (typeof full)[]) => ({
    ...well,
    condition: { pid: 7, safeSince: at(8), projects },
  });
  assert.deepEqual(decideTrouble(safe(), one), { kind: "safe_mode", since: at(8) });
  assert.equal(decideTrouble(safe(full), one)?.kind, "project");
});
