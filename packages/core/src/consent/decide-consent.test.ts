import assert from "node:assert/strict";
import { test } from "node:test";
import { type ConsentFacts, decideConsent, type Matter } from "./decide-consent.ts";

const matters: readonly Matter[] = ["recording", "history", "rights", "gate"];

const agent: ConsentFacts = {
  ...{ matter: "recording", isByAgent: true },
  ...{ isScratch: false, mayStop: false, isAtTerminal: false },
};

const decide = (more: Partial<ConsentFacts>) => decideConsent({ ...agent, ...more });

test("an agent is refused, and a person at its terminal is asked, whatever the order takes", () => {
  for (const matter of matters) {
    assert.equal(decide({ matter }), "refuse", matter);
    assert.equal(decide({ matter, isAtTerminal: true }), "ask", matter);
  }
});

test("where nothing tells of an agent, and in a home that is to be thrown away, nobody is asked", () => {
  for (const matter of matters) {
    for (const isAtTerminal of [false, true]) {
      assert.equal(decide({ matter, isAtTerminal, isByAgent: false }), "allow", matter);
      assert.equal(decide({ matter, isAtTerminal, isScratch: true }), "allow", matter);
    }
  }
});

test("a person opens all of it to agents, and nobody else does", () => {
  const decided = matters.map((matter) => decide({ matter, mayStop: true }));
  assert.deepEqual(decided, ["allow", "allow", "allow", "refuse"]);
});
