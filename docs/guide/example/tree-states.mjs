// A program whose files lie in its memory: each answer of a model is a state that one can go back to.

import { join } from "node:path";
import process from "node:process";
import { openTree } from "unf";

const [directory = "."] = process.argv.slice(2);
await using history = await openTree(join(directory, "states"), { maxCheckpoints: 10_000 });

let files = new Map([["index.html", "<h1>Tea</h1>\n"]]);
const first = await history.checkpoint(files, { label: "Build a shop for tea" });

files.set("index.html", "<h1>Tea</h1>\n<button>Buy</button>\n");
files.set("logo.png", Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0));
const second = await history.checkpoint(files, { label: "Add a button\nand a logo" });

for (const { label, files } of await history.checkpoints()) console.log(`${label}: ${files} files`);
const { added, removed } = await history.diffStat(first.id, second.id);
console.log(`+${added} -${removed}`);
process.stdout.write(await history.diff(first.id, second.id));

files = await history.restore(first.id);
console.log(new TextDecoder().decode(files.get("index.html")).trim());
