import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { parse } from "smol-toml";
import { defaultConfig, parseConfig } from "./config.ts";
import { parseSetting, renderDefaultConfig, renderSetting, setSetting } from "./edit-setting.ts";
import { nearestName } from "./nearest-name.ts";
import { type Config, type SettingKey, settingKeys, settings } from "./settings.ts";

test("no file and an empty file give the defaults without complaint", () => {
  for (const raw of [undefined, {}, parse("")]) {
    const parsed = parseConfig(raw);
    assert.deepEqual(parsed.config, defaultConfig);
    assert.deepEqual(parsed.complaints, []);
    assert.equal(parsed.given.size, 0);
  }
});

test("values of a file are taken and named as given", () => {
  const parsed = parseConfig(
    parse(`
      ui.pager = "less -R"
      [record]
      max_file_size = "4 MiB"
      [filter]
      exclude_dirs = ["target", "target", "out"]
      exclude_extensions = [".LOG", "tmp"]
      allow_secrets = true
      [log]
      level = "debug"
    `),
  );
  assert.deepEqual(parsed.complaints, []);
  assert.deepEqual(parsed.config, {
    ...defaultConfig,
    "ui.pager": "less -R",
    "record.max_file_size": 4 * 1024 * 1024,
    "filter.exclude_dirs": ["target", "out"],
    "filter.exclude_extensions": ["log", "tmp"],
    "filter.allow_secrets": true,
    "log.level": "debug",
  });
  assert.ok(parsed.given.has("log.level") && !parsed.given.has("ui.color"));
});

test("each broken value is complained about and replaced by its default", () => {
  const table: readonly (readonly [SettingKey, unknown])[] = [
    ["record.max_file_size", "large"],
    ["record.max_file_size", "1"],
    ["record.max_file_size", 1023],
    ["record.max_file_size", 2 ** 40],
    ["record.max_file_size", 2048.5],
    ["record.max_file_size", Number.NaN],
    ["record.max_file_size", true],
    ["record.max_file_size", { bytes: 5 }],
    ["filter.exclude_dirs", "target"],
    ["filter.exclude_dirs", ["a/b"]],
    ["filter.exclude_dirs", ["a,b"]],
    ["filter.exclude_dirs", [""]],
    ["filter.exclude_dirs", [5]],
    ["filter.exclude_dirs", ["\u001b[31m"]],
    ["filter.exclude_dirs", ["\ud800"]],
    ["filter.exclude_dirs", Array.from({ length: 1001 }, (_, index) => `${index}`)],
    ["filter.exclude_extensions", ["."]],
    ["filter.allow_secrets", "true"],
    ["filter.allow_secrets", 1],
    ["log.level", "loud"],
    ["log.level", null],
    ["ui.color", ["auto"]],
    ["ui.pager", "a\nb"],
    ["ui.pager", "x".repeat(2000)],
  ];
  for (const [key, value] of table) {
    const [section = "", name = ""] = key.split(".");
    const parsed = parseConfig({ [section]: { [name]: value } });
    assert.deepEqual(parsed.config, defaultConfig, key);
    assert.equal(parsed.complaints.length, 1, `${key} ${JSON.stringify(value)}`);
    assert.equal(parsed.complaints[0]?.key, key);
    assert.match(parsed.complaints[0]?.message ?? "", /^expects /);
    assert.ok(!parsed.given.has(key));
  }
});

test("on reload a broken value keeps the last good one, a removed one falls back to the default", () => {
  const lastGood: Config = { ...defaultConfig, "log.level": "debug", "ui.color": "never" };
  const parsed = parseConfig({ log: { level: "loud" } }, lastGood);
  assert.equal(parsed.config["log.level"], "debug");
  assert.equal(parsed.config["ui.color"], "auto");
  assert.deepEqual(parsed.complaints, [
    { key: "log.level", message: "expects one of error, warn, info, debug; using debug" },
  ]);
});

test("an unknown key is complained about, with the one it is close to", () => {
  const raw = parse('[record]\nmax_filesize = 1\n[zzz]\nquite = "other"\n[loglevel]\n');
  assert.deepEqual(parseConfig({ ...raw, color: "auto" }).complaints, [
    { key: "record.max_filesize", message: "unknown setting; did you mean record.max_file_size?" },
    { key: "zzz.quite", message: "unknown setting" },
    { key: "color", message: "unknown setting" },
  ]);
});

test("names of JavaScript's own objects are no settings", () => {
  const raw: unknown = JSON.parse('{"__proto__":{"x":1},"constructor":{"name":1},"toString":1}');
  const parsed = parseConfig(raw);
  assert.deepEqual(parsed.config, defaultConfig);
  assert.deepEqual(
    parsed.complaints.map(({ key }) => key),
    ["__proto__.x", "constructor.name", "toString"],
  );
});

test("whatever a file holds, the result is a complete configuration", () => {
  const section = fc.constantFrom("record", "filter", "log", "ui", "x");
  const name = fc.constantFrom("max_file_size", "exclude_dirs", "level", "color", "pager", "y");
  const raw = fc.oneof(fc.anything(), fc.dictionary(section, fc.dictionary(name, fc.anything())));
  fc.assert(
    fc.property(raw, (value) => {
      const { config } = parseConfig(value);
      assert.deepEqual(Object.keys(config), [...settingKeys]);
      for (const key of settingKeys) assert.deepEqual(reread(key, config), config[key]);
    }),
  );
});

function reread(key: SettingKey, config: Config): unknown {
  const parsed = parseSetting(key, renderSetting(key, config[key]));
  assert.ok(parsed.kind === "value", key);
  return parsed.value;
}

test("a typed value is read, or answered with what is expected", () => {
  assert.deepEqual(parseSetting("record.max_file_size", "5MiB"), {
    kind: "value",
    value: 5 * 1024 ** 2,
  });
  assert.deepEqual(parseSetting("filter.exclude_dirs", "a, b"), {
    kind: "value",
    value: ["a", "b"],
  });
  assert.deepEqual(parseSetting("filter.exclude_dirs", ""), { kind: "value", value: [] });
  assert.deepEqual(parseSetting("filter.allow_secrets", "yes"), {
    kind: "invalid",
    why: "expects true or false",
  });
  assert.deepEqual(parseSetting("record.max_file_size", "5"), {
    kind: "invalid",
    why: "expects a size from 1KiB to 64MiB",
  });
});

test("a setting written into a file is read back from it", () => {
  const words = fc.array(fc.string({ unit: "grapheme", maxLength: 12 }), { maxLength: 4 });
  fc.assert(
    fc.property(words, fc.string(), (list, line) => {
      for (const [key, raw] of [
        ["filter.exclude_dirs", list.join(",")],
        ["ui.pager", line],
      ] as const) {
        const parsed = parseSetting(key, raw);
        if (parsed.kind === "invalid") continue;
        const edit = setSetting("", key, parsed.value as never);
        assert.ok(edit.kind === "edited");
        assert.deepEqual(parseConfig(parse(edit.text)).config[key], parsed.value);
      }
    }),
  );
});

test("the default file changes nothing, and neither do its lines when they are uncommented", () => {
  const file = renderDefaultConfig();
  assert.deepEqual(parseConfig(parse(file)).given.size, 0);
  const uncommented = file.replace(/^# ([a-z_]+ = )/gm, "$1");
  const parsed = parseConfig(parse(uncommented));
  assert.deepEqual(parsed.complaints, []);
  assert.deepEqual(parsed.config, defaultConfig);
  assert.deepEqual([...parsed.given], [...settingKeys]);
});

test("every default is a value the setting itself accepts", () => {
  for (const key of settingKeys) {
    assert.deepEqual(reread(key, defaultConfig), settings[key].default);
    assert.match(key, /^[a-z]+\.[a-z_]+$/);
  }
});

test("the nearest name is found within a third of a word, or the only one begun, and nothing beyond", () => {
  const names = ["watch", "unwatch", "status", "restore", "log"];
  const table: readonly (readonly [string, string | undefined])[] = [
    ["wathc", "watch"],
    ["Status", "status"],
    ["restor", "restore"],
    ["lgo", "log"],
    ["lo", "log"],
    ["ol", undefined],
    ["rest", "restore"],
    ["sta", "status"],
    ["st", undefined],
    ["xyz", undefined],
    ["", undefined],
    ["r".repeat(1000), undefined],
  ];
  for (const [word, expected] of table) assert.equal(nearestName(word, names), expected, word);
});

test("a short word with all its letters right is known although they are few, unless two are as near", () => {
  const names = ["turns", "tui", "get", "set", "diff", "search", "log", "undo"];
  const table: readonly (readonly [string, string | undefined])[] = [
    ["trun", "turns"],
    ["gt", "get"],
    ["dif", "diff"],
    ["srch", "search"],
    ["lg", "log"],
    ["gl", undefined],
    ["xt", undefined],
    ["tx", undefined],
    ["t", undefined],
  ];
  for (const [word, expected] of table) assert.equal(nearestName(word, names), expected, word);
  assert.equal(nearestName("gt", ["get", "got"]), undefined);
});
