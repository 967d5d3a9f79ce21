import assert from "node:assert/strict";
import { test } from "node:test";
import { suggestTime } from "@unf/answers";
import type { WallMs } from "@unf/core/base";
import { utcZone } from "@unf/core/time";

const facts = {
  now: Date.UTC(2026, 10, 20, 13, 32, 7) as WallMs,
  zone: utcZone,
  purpose: "at",
} as const;

test("a slip of the fingers in a time is answered with the time", () => {
  const slips: Readonly<Record<string, readonly string[]>> = {
    yesterday: ["yesterdya", "yesteday", "yestreday", "Yesterdat", "yesterda", "yesterdayy"],
    today: ["tody", "todya", "toady", "todday"],
    noon: ["nooon", "nonn", "noom"],
    midnight: ["midnigth", "midnigt", "midngiht"],
    monday: ["mondya", "monda", "mnoday"],
    "monday 9:30": ["mondya 9:30"],
    "yesterday 14:00": ["yesterdya  14:00"],
    "5m ago": ["5m aog"],
    "14:30": ["14h30", "14.30"],
    "9:05": ["9h05"],
    "commit:HEAD~2": ["comit:HEAD~2", "commmit:HEAD~2", "comitt:HEAD~2"],
    "turn:12": ["trun:12", "tunr:12", "turns:12"],
    "session:7f3a": ["sesion:7f3a", "sessoin:7f3a"],
    "cp:demo": ["checkpoint:demo", "check:demo"],
    "op:91": ["ops:91"],
    "burst:3": ["brust:3", "bursts:3"],
    "@prev": ["@pre", "@perv", "@previ"],
    boot: ["bootz", "boto"],
  };
  for (const [meant, typed] of Object.entries(slips))
    for (const one of typed) assert.equal(suggestTime(one, facts), meant, one);
});

test("nothing is suggested that is no time, has not come, or is far away", () => {
  const other = [
    "",
    "src/cart.ts",
    "wednesdayish night",
    "xyzzy",
    "14h99",
    "http://x",
    "noise",
    "HEAD",
  ];
  for (const one of [...other, "a".repeat(500)])
    assert.equal(suggestTime(one, facts), undefined, one);
});
