// node storm-writer.ts <directory> <files> <writes a second> <seconds>
// Rewrites the files in turn at that pace, each closed before the next, and prints what it did. In
// place and not truncated first: ext4 begins to write a truncated file to the disk when it is closed.

import { closeSync, constants, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const [directory = "", files = "0", pace = "0", seconds = "0"] = process.argv.slice(2);
const filler = "  const value = read(source, offset);\n".repeat(90);
const start = performance.now();
let written = 0;

function elapsed(): number {
  return (performance.now() - start) / 1000;
}

function writeOne(): void {
  const path = join(directory, `hot-${written % Number(files)}.ts`);
  const fd = openSync(path, constants.O_WRONLY | constants.O_CREAT);
  writeSync(fd, `// write ${String(written).padStart(9, "0")}\n${filler}`);
  closeSync(fd);
  written += 1;
}

while (elapsed() < Number(seconds)) {
  while (written < elapsed() * Number(pace) && elapsed() < Number(seconds)) writeOne();
  await pause(1);
}
console.log(JSON.stringify({ written, seconds: elapsed() }));
