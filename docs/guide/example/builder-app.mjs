// A builder app: a model writes files, and each of its answers is a checkpoint that carries the
// app's own state. Going back brings back files, steps and chat messages together.
//
//   node builder-app.mjs <watched directory>

import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import process from "node:process";
import { openProject } from "unf";

const project = await openProject(process.argv[2] ?? ".");

/** Knowledge of the app beside the files. */
let state = { steps: [], messages: [] };

await answer("Build a shop for tea", {
  "index.html": "<h1>Tea</h1>\n<p>Fresh every day.</p>\n",
  "style.css": "h1 { color: green; }\n",
});
await answer("Add a cart", {
  "index.html": "<h1>Tea</h1>\n<p>Fresh every day.</p>\n<button>Buy</button>\n",
  "src/cart.js": "export const cart = [];\n",
});
await answer("Start over, in black", { "index.html": "<h1>Black tea</h1>\n", "style.css": null });
await listVersions();

// A person improves the page by hand, and regrets the last answer all the same.
await write("index.html", "<h1>Black tea</h1>\n<p>Imported.</p>\n");
const latest = state;
await goBack("Add a cart");
await say();

// The work by hand was in no version, and is not lost.
await project.undo();
state = latest;
await say();

await project.close();

/** One answer of the model: its files are written, and what led to them is kept with them. */
async function answer(prompt, files) {
  const steps = [...state.steps];
  for (const [path, text] of Object.entries(files)) {
    await write(path, text);
    steps.push({ action: text === null ? "delete" : "write", path });
  }
  const messages = [...state.messages, { role: "user", content: prompt }];
  state = { steps, messages: [...messages, { role: "assistant", content: "Done." }] };
  await project.checkpoint({ label: prompt, payload: JSON.stringify(state) });
}

/** Every version, with what it changed. */
async function listVersions() {
  let before;
  for (const version of (await project.checkpoints()).reverse()) {
    const stat = before && (await project.diffStat(before.id, { to: version.id }));
    const changes = stat ? `${stat.files.length} changed, +${stat.added} -${stat.removed}` : "new";
    console.log(`${version.label}: ${version.files} files, ${changes}`);
    before = version;
  }
}

/** Makes files, steps and messages what they were. */
async function goBack(label) {
  const versions = await project.checkpoints();
  const version = versions.find((checkpoint) => checkpoint.label === label);
  if (await project.hasChanges(versions[0].id))
    console.log("Changes since the last version: kept.");
  await project.restore(version.id, { exact: true });
  state = JSON.parse(new TextDecoder().decode(await project.payload(version.id)));
}

async function say() {
  const page = await readFile(join(project.root, "index.html"), "utf8");
  const { messages, steps } = state;
  console.log(
    `${messages.length} messages, ${steps.length} steps; the page: ${JSON.stringify(page)}`,
  );
}

async function write(path, text) {
  const file = join(project.root, path);
  if (text === null) return rm(file);
  await mkdir(dirname(file), { recursive: true });
  return writeFile(file, text);
}
