import assert from "node:assert/strict";
import { test } from "node:test";
import { UnfError } from "@unf/core/base";
import { runFake } from "../testing/fake-world.ts";
import { soundFacts } from "../testing/sound-facts.ts";

test("a daemon that did not hear it the first time is asked to restart again", async () => {
  const { running } = soundFacts;
  const pid = running.daemon?.pid ?? 0;
  assert.ok(pid > 0);
  let asked = 0;
  const reply = (method: string) => {
    if (method !== "restart") return { pid: asked < 3 ? pid : pid + 1 };
    asked += 1;
    if (asked < 3) throw new UnfError("daemon_unavailable", "it did not answer within 3 s");
    return {};
  };
  const { exit, stderr } = await runFake(["restart"], { running, reply });
  assert.deepEqual([exit, asked, stderr], [0, 3, ""]);
});
