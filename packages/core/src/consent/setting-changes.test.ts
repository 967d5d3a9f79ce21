import assert from "node:assert/strict";
import { test } from "node:test";
import { defaultConfig } from "../config/config.ts";
import type { Config } from "../config/settings.ts";
import { compareSettings, matterOfChange } from "./setting-changes.ts";

const compare = (before: Partial<Config>, now: Partial<Config>) =>
  compareSettings({ ...defaultConfig, ...before }, { ...defaultConfig, ...now }).map(
    ({ key, effect }) => `${key} ${effect}`,
  );

test("of each setting that differs it is said whether less is recorded or kept, or more", () => {
  const narrower: readonly Partial<Config>[] = [
    { "record.max_file_size": 1024 },
    { "filter.exclude_dirs": ["src"] },
    { "filter.exclude_extensions": ["ts"] },
    { "secrets.hash_only": ["*.env"] },
    { "secrets.skip": ["*.env"] },
    { "store.min_free": 2 ** 40 },
    { "store.cap": 4096 },
    { "store.project_cap": 4096 },
    { "retention.keep_all": 1 },
    { "retention.weekly": 0 },
  ];
  for (const now of narrower) {
    const [key] = Object.keys(now);
    assert.deepEqual(compare({}, now), [`${key} narrower`]);
    assert.deepEqual(compare(now, {}), [`${key} wider`]);
  }
  assert.deepEqual(compare({}, { "filter.allow_secrets": true }), ["filter.allow_secrets wider"]);
  assert.deepEqual(compare({}, { "agents.may_stop": true }), ["agents.may_stop other"]);
  assert.deepEqual(compare({}, {}), []);
  const [a, b] = [{ "filter.exclude_dirs": ["a", "b"] }, { "filter.exclude_dirs": ["a", "c"] }];
  assert.deepEqual(compare(a, b), ["filter.exclude_dirs narrower"], "one more, one less");
});

test("what a change takes is told by its gravest setting, and looks are nobody's business", () => {
  const matter = (now: Partial<Config>) =>
    matterOfChange(defaultConfig, { ...defaultConfig, ...now });
  assert.equal(matter({ "log.level": "debug", "ui.color": "never" }), undefined);
  assert.equal(matter({ "filter.exclude_dirs": ["src"], "log.level": "debug" }), "recording");
  assert.equal(matter({ "record.max_file_size": 1024 }), "recording");
  assert.equal(matter({ "watch.backend": "polling" }), "recording");
  assert.equal(matter({ "retention.daily": 1 }), "history");
  assert.equal(matter({ "filter.exclude_dirs": ["src"], "store.cap": 4096 }), "history");
  assert.equal(matter({ "agents.may_stop": true, "store.cap": 4096 }), "gate");
  assert.equal(matter({ "mcp.allow_restore": false }), "rights");
});
