import process from "node:process";
import { openTree } from "@unf/client";

// Sets `count` checkpoints of a growing tree, says the number of each on a line, and ends.
const [store = "", name = "", count = "1"] = process.argv.slice(2);
await using trees = await openTree(store);
for (let step = 1; step <= Number(count); step += 1) {
  const tree = { [`${name}.txt`]: `${step}\n`, "big.txt": `${name} ${step}\n`.repeat(2000) };
  const { id } = await trees.checkpoint(tree, { label: `${name} ${step}` });
  process.stdout.write(`${id}\n`);
}
