import assert from "node:assert/strict";
import { test } from "node:test";
import { howMany, testSeed } from "@unf/test";
import fc from "fast-check";
import { agentSettings, readJsonValue } from "./settings.ts";

const agents = agentSettings.filter(({ projectFile }) => projectFile.endsWith(".json"));
const seed = testSeed();
const runs = howMany("UNF_SETTINGS_RUNS", { short: 100, long: 300 });

for (const { agent, events, planInstall, planUninstall, readInstalled } of agents) {
  test(`${agent}: whatever the settings are, uninstalling gives back every byte`, () => {
    const program = { node: "/usr/bin/node", program: "/opt/unf/bin/unf.js" };
    fc.assert(
      fc.property(randomSettings(events), (text) => {
        const installed = planInstall(text, program);
        assert.ok(installed.kind === "changed");
        assert.notEqual(readJsonValue(installed.text), undefined, "it is not JSON any more");
        assert.equal(readInstalled(installed.text), "installed");
        assert.deepEqual(planInstall(installed.text, program), { kind: "already" });
        assert.deepEqual(planUninstall(installed.text), { kind: "changed", text });
      }),
      { numRuns: runs, seed },
    );
  });
}

// Settings as people write them: comments, trailing commas, every kind of white space.

const blank = fc.constantFrom("", "", " ", "  ", "\t", "\n", "\n  ", "\n\t", "\n\n");
const comment = fc.constantFrom(
  "",
  "",
  "",
  "// note\n",
  " // note  \n  ",
  "/* a */",
  "/* a\n b */ ",
);
const trivia = fc.tuple(blank, comment, blank).map((parts) => parts.join(""));
const comma = fc.tuple(trivia, trivia).map(([before, after]) => `${before},${after}`);

const name = fc.constantFrom("model", "env", "permissions", "a b", "é", "theme", "//", "x\\u0041");
const scalar = fc.constantFrom('"text"', '"// no comment"', '"a,b"', "1", "-2.5e3", "true", "null");

const { value } = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    scalar,
    list(tie("value")),
    object(fc.tuple(name, tie("value"))),
  ),
}));

function list(child: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return enclosed("[", child, "]");
}

function object(property: fc.Arbitrary<readonly [string, string]>): fc.Arbitrary<string> {
  return enclosed(
    "{",
    fc.tuple(property, trivia, trivia).map(([[key, text], a, b]) => `"${key}"${a}:${b}${text}`),
    "}",
  );
}

function enclosed(open: string, child: fc.Arbitrary<string>, close: string): fc.Arbitrary<string> {
  return fc
    .tuple(fc.array(fc.tuple(child, comma), { maxLength: 3 }), trivia, trivia, trivia, fc.boolean())
    .map(([children, first, last, behind, isTrailing]) => {
      const inside = children
        .map(([text, separator], index) => {
          if (index < children.length - 1) return text + separator;
          return isTrailing ? `${text}${behind},${last}` : text + last;
        })
        .join("");
      return open + first + inside + close;
    });
}

/** Properties with names that do not repeat. */
function distinct(names: readonly string[], child: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .tuple(
      fc.subarray([...names]),
      fc.array(child, { minLength: names.length, maxLength: names.length }),
      fc.array(fc.tuple(trivia, trivia, comma), {
        minLength: names.length,
        maxLength: names.length,
      }),
      fc.tuple(trivia, trivia, trivia, fc.boolean()),
    )
    .map(([chosen, values, spaces, [first, last, behind, isTrailing]]) => {
      const inside = chosen.map((key, index) => {
        const [a, b, separator] = spaces[index] ?? ["", "", ","];
        const text = `"${key}"${a}:${b}${values[index]}`;
        if (index < chosen.length - 1) return text + separator;
        return isTrailing ? `${text}${behind},${last}` : text + last;
      });
      return `{${first}${inside.join("")}}`;
    });
}

/** A settings text: an object, which may have hooks of its own for some of the events. */
function randomSettings(events: readonly string[]): fc.Arbitrary<string> {
  const handler = fc.constantFrom(
    '{ "command": "lint --fix" }',
    '{"type":"command","command":"notify done"}',
    '{\n  "matcher": "Write",\n  "hooks": [{ "type": "command", "command": "x" }]\n}',
    '{ "hooks": [] }',
    '"odd"',
  );
  const hooks = distinct([...events.slice(0, 3), "Other"], list(handler));
  const root = fc.oneof(
    distinct(["model", "env", "permissions"], value),
    fc
      .tuple(distinct(["model", "hooks", "env"], fc.constant("§")), hooks, value)
      .map(([text, hooked, other]) =>
        text.replace(/("hooks"[^§]*)§/, (_, key) => `${key}${hooked}`).replaceAll("§", () => other),
      ),
  );
  return fc
    .tuple(fc.constantFrom("", "\ufeff"), trivia, root, trivia, fc.boolean())
    .map(([mark, before, text, after, isWindows]) => {
      const whole = before + text + after;
      return mark + (isWindows ? whole.replaceAll("\n", "\r\n") : whole);
    });
}
