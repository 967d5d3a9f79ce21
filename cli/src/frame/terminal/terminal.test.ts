import assert from "node:assert/strict";
import { test } from "node:test";
import { decideColour, decidePager, decideTerminal, type TerminalFacts } from "./terminal.ts";

const flags = { color: undefined, json: false, jsonl: false, "no-pager": false, quiet: false };
const tty: TerminalFacts = {
  env: { LANG: "C.UTF-8" },
  isStdinTty: true,
  isStdoutTty: true,
  isStderrTty: true,
  columns: 100,
};

const colour = (env: Record<string, string>, isTty: boolean, more: object = {}) =>
  decideColour({ flag: undefined, setting: "auto", env, isTty, ...more });

test("each wish about colour yields to the one before it", () => {
  assert.equal(colour({}, true), true);
  assert.equal(colour({}, false), false);
  assert.equal(colour({}, false, { setting: "always" }), true);
  assert.equal(colour({}, true, { setting: "never" }), false);
  assert.equal(colour({ TERM: "dumb" }, true, { setting: "always" }), false);
  assert.equal(colour({ TERM: "dumb", CLICOLOR_FORCE: "1" }, false), true);
  assert.equal(colour({ CLICOLOR: "0" }, true), false);
  assert.equal(colour({ CLICOLOR: "0", CLICOLOR_FORCE: "1" }, false), true);
  assert.equal(colour({ CLICOLOR_FORCE: "0" }, false), false);
  assert.equal(colour({ CLICOLOR_FORCE: "1", FORCE_COLOR: "0" }, true), false);
  assert.equal(colour({ FORCE_COLOR: "1", NO_COLOR: "1" }, true), false);
  assert.equal(colour({ FORCE_COLOR: "", NO_COLOR: "" }, false), true);
  assert.equal(colour({ NO_COLOR: "1" }, true, { flag: "always" }), true);
  assert.equal(colour({ FORCE_COLOR: "1" }, true, { flag: "never" }), false);
});

test("JSON is never coloured, paged, asked or animated, whatever the terminal", () => {
  const terminal = decideTerminal(tty, { ...flags, json: true, color: "always" });
  assert.equal(terminal.hasColour, false);
  assert.equal(terminal.pager, undefined);
  assert.equal(terminal.mayAsk, false);
  assert.equal(terminal.mayAnimate, false);
  assert.equal(terminal.width, undefined);
});

test("nobody is asked in CI, under an agent, or when stdin is not a terminal", () => {
  assert.equal(decideTerminal(tty, flags).mayAsk, true);
  assert.equal(decideTerminal({ ...tty, isStdinTty: false }, flags).mayAsk, false);
  assert.equal(decideTerminal({ ...tty, isStderrTty: false }, flags).mayAsk, false);
  for (const name of ["CI", "CLAUDECODE", "AI_AGENT", "UNF_AGENT"]) {
    const terminal = decideTerminal({ ...tty, env: { [name]: "1" } }, flags);
    assert.deepEqual(
      [terminal.mayAsk, terminal.mayAnimate, terminal.pager],
      [false, false, undefined],
      name,
    );
    assert.equal(decideTerminal({ ...tty, env: { [name]: "" } }, flags).mayAsk, true, name);
  }
});

test("a pager is for a person at a terminal", () => {
  assert.deepEqual(decideTerminal(tty, flags).pager, ["less"]);
  assert.equal(decideTerminal({ ...tty, isStdoutTty: false }, flags).pager, undefined);
  assert.equal(decideTerminal(tty, { ...flags, "no-pager": true }).pager, undefined);
});

test("the pager's words are split at blanks, and the first place that names one decides", () => {
  assert.deepEqual(decidePager({ PAGER: "more" }, ""), ["more"]);
  assert.deepEqual(decidePager({ PAGER: "more" }, "less -S"), ["less", "-S"]);
  assert.deepEqual(decidePager({ UNF_PAGER: "bat; rm -rf /" }, "less"), ["bat;", "rm", "-rf", "/"]);
  assert.equal(decidePager({ UNF_PAGER: "" }, "less"), undefined);
  assert.equal(decidePager({ PAGER: "cat" }, ""), undefined);
});

test("lines and signs are ASCII where the locale is not UTF-8", () => {
  assert.equal(decideTerminal({ ...tty, env: { LANG: "C" } }, flags).isAsciiOnly, true);
  assert.equal(
    decideTerminal({ ...tty, env: { LANG: "C", LC_ALL: "de_DE.utf8" } }, flags).isAsciiOnly,
    false,
  );
  assert.equal(decideTerminal({ ...tty, env: {} }, flags).isAsciiOnly, false);
});

test("a terminal that says it has no columns counts as one of 80", () => {
  assert.equal(decideTerminal({ ...tty, columns: 0 }, flags).width, 80);
  assert.equal(decideTerminal({ ...tty, columns: 1 }, flags).width, 20);
});
