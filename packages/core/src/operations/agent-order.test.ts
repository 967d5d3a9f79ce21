import assert from "node:assert/strict";
import { test } from "node:test";
import { agentOrderWords, readAgentOrder } from "./agent-order.ts";

test("the words of an agent's operation say who ordered it, and a person's say nobody", () => {
  for (const session of [undefined, "claude-code-1"])
    for (const said of [["oops", "t-1"], ["restore", "--session", "x"], []]) {
      const order = { session, said };
      assert.deepEqual(readAgentOrder(agentOrderWords(order)), order);
    }
  for (const argv of [[], ["oops", "--session", "s"], ["restore", "mcp", "--session", "s"]])
    assert.equal(readAgentOrder(argv), undefined);
  assert.equal(readAgentOrder(["mcp", "--session"])?.session, undefined);
});
