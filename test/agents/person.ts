// node person.ts DIRECTORY LOG
//
// Saves files of its own until it is ended, one by temp-and-rename, the next in place, and notes each.

import { appendFileSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as pause } from "node:timers/promises";

const [directory = "", log = ""] = process.argv.slice(2);
const betweenMs = 150;
const names = ["letter.txt", "list.txt", "plan.txt", "poem.txt"];

mkdirSync(directory, { recursive: true });
for (let count = 0; ; count += 1) {
  const path = join(directory, names[count % names.length] ?? "");
  const text = `save ${count} of ${process.pid}\n`.repeat(1 + (count % 7));
  if (count % 2 === 0) {
    writeFileSync(`${path}.new`, text);
    renameSync(`${path}.new`, path);
  } else writeFileSync(path, text);
  appendFileSync(log, `${count}\n`);
  await pause(betweenMs);
}
