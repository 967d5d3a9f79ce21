// node checkpoint-unwatched.ts <directory> <store> <count>
//
// Changes a file and sets a checkpoint, so often, and says each. Where another program has the store for
// too long, it asks again.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { openProject } from "@unf/client";

const [directory = "", home = "", count = "1"] = process.argv.slice(2);
await using project = await again(() => openProject(directory, { home, watch: false }));
for (let n = 0; n < Number(count); n += 1) {
  writeFileSync(join(directory, "counter.txt"), `${process.pid} ${n}\n`);
  const { id } = await again(() => project.checkpoint({ label: `${process.pid} ${n}` }));
  process.stdout.write(`${id}\n`);
}

async function again<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (thrown) {
      if ((thrown as { readonly code?: string }).code !== "daemon_unavailable") throw thrown;
    }
  }
}
