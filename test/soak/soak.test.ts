import assert from "node:assert/strict";
import { test } from "node:test";
import { testSeed } from "../kit/index.ts";
import { withOwnMounts } from "../kit/own-mounts.ts";
import { faultNamed } from "./faults.ts";
import { Place } from "./place.ts";
import { Soak } from "./soak.ts";

// The short form of `npm run soak`: that everything is recorded again and nothing is lost. How long it
// takes is what the long form measures; a machine that is busy with other tests says nothing of that.

const kinds = [
  "kill -9 of the daemon",
  "kill -9 of both",
  "run/ removed",
  "home full, and empty again",
  "hostile ignore file",
];

const options = { pace: { operations: 60, restMs: 1500 }, holdMs: 500, limitMs: 180_000 };

withOwnMounts(import.meta.filename, () => {
  test("whatever befalls it, it goes on by itself, nothing is lost, and it is said while it lasts", async (t) => {
    await using place = await Place.open({ seed: testSeed(), hasMounts: true, homeSize: "96m" });
    const soak = new Soak(place, options);
    for (const kind of kinds) {
      const { span, missed, lost, failures } = await soak.play(faultNamed(kind));
      const { asked, said } = span.sayings;
      t.diagnostic(`${kind}: ${Math.round(span.ms ?? -1)} ms, said ${said} of ${asked}`);
      assert.deepEqual(failures, [], kind);
      assert.ok(span.ms !== undefined, `${kind}: it is recorded again`);
      assert.deepEqual(missed, [], `${kind}: the last states`);
      assert.deepEqual(lost, [], `${kind}: acknowledged versions`);
      if (kind.startsWith("home")) assert.equal(said, asked, `${kind}: everybody who asks is told`);
    }
  });
});
