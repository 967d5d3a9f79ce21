// A coding agent that is rewound by turn: a checkpoint before each turn, a preview, and a restore
// that does exactly what was shown, or nothing.
//
//   node rewind-turns.mjs <watched directory>

import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { openProject } from "unf";

const project = await openProject(process.argv[2] ?? ".");
const at = (path) => join(project.root, path);

await turn("add a price list", async () => {
  await writeFile(at("prices.txt"), "tea 3\nmilk 1\n");
});
await turn("raise the prices", async () => {
  await writeFile(at("prices.txt"), "tea 4\nmilk 2\n");
  await writeFile(at("notes.txt"), "raised by 1\n");
});
await turn("tidy up", async () => {
  await rm(at("prices.txt"));
});

const [, raise] = (await project.checkpoints()).reverse();
let plan = await preview(raise);

// Somebody saves a file while the person is still reading the preview.
await writeFile(at("notes.txt"), "raised by 1, ask Ann\n");

plan = await apply(raise, plan.planId).catch((error) => {
  if (error.code !== "conflict") throw error;
  console.log("Files have changed since; look again.");
  return undefined;
});
if (plan === undefined) plan = await apply(raise, (await preview(raise)).planId);

const undone = await project.undo({ operation: plan.operation });
console.log(`Taken back op-${undone.inverted}: ${undone.actions.length} files.`);

await project.close();

/** One turn of the agent. The checkpoint before it is what a rewind returns to. */
async function turn(prompt, work) {
  await project.checkpoint({ label: prompt });
  await work();
}

/** Says what a rewind would do, and changes nothing. */
async function preview(turn) {
  const plan = await project.restore(turn.id, { exact: true, dryRun: true });
  console.log(`Rewind to before "${turn.label}":`);
  for (const { action, path } of plan.actions) console.log(`  ${action} ${path}`);
  return plan;
}

/** Carries out that plan and no other. */
async function apply(turn, planId) {
  const done = await project.restore(turn.id, { exact: true, planId });
  console.log(`Done as op-${done.operation}.`);
  return done;
}
