import assert from "node:assert/strict";
import { test } from "node:test";
import { defaultConfig } from "../config/config.ts";
import type { Config } from "../config/settings.ts";
import { thinsEarlier } from "./thins-earlier.ts";

const earlier: readonly (readonly [Partial<Config>, Partial<Config>])[] = [
  [{ "retention.auto": false }, { "retention.auto": true }],
  [{}, { "retention.keep_all": 3_600_000 }],
  [{}, { "retention.hourly": 0 }],
  [{}, { "retention.daily": 0 }],
  [{}, { "retention.weekly": 0 }],
  [{}, { "retention.turns": 0 }],
  [{}, { "retention.operations": 7 * 86_400_000 }],
  [{}, { "store.cap": 4096 }],
  [{ "store.cap": 4096 }, { "store.cap": 4095 }],
  [{ "store.cap": 4096 }, { "store.cap": 0 }],
  [{}, { "store.project_cap": 4096 }],
];

test("a shorter age, a smaller cap and thinning that begins take versions that would stay", () => {
  for (const [before, now] of earlier) {
    const [a, b] = [
      { ...defaultConfig, ...before },
      { ...defaultConfig, ...now },
    ];
    assert.ok(thinsEarlier(a, b), JSON.stringify([before, now]));
    assert.ok(!thinsEarlier(b, b));
  }
});

test("the way back takes none, nor does any other setting", () => {
  for (const [before, now] of earlier) {
    // Between a cap and what suits the disk nobody knows which is smaller.
    if (now["store.cap"] !== undefined && before["store.cap"] !== 4096) continue;
    if (now["store.cap"] === 0) continue;
    assert.ok(!thinsEarlier({ ...defaultConfig, ...now }, { ...defaultConfig, ...before }));
  }
  assert.ok(!thinsEarlier(defaultConfig, { ...defaultConfig, "log.level": "debug" }));
});
