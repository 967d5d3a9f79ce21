import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { runUnf, tempHome } from "../kit/index.ts";
import { Screen } from "../kit/screen.ts";
import { drawTerminal, type Shown } from "./draw.ts";

// `npm run picture`: the README's picture, of the program itself in a pseudo-terminal.

const size = { cols: 88, rows: 24 };
const out = join(import.meta.dirname, "../../docs/picture/first-undo.svg");

await using own = tempHome();
// Below the person's home, so that its name is as short as theirs.
const home = { ...own, project: join(own.home, "src/shop") };
const cart = (lines: readonly string[]) =>
  writeFileSync(join(home.project, "src/cart.ts"), `${lines.join("\n")}\n`);
const total = "export const total = (items) => items.reduce((sum, { price }) => sum + price, 0);";

async function unf(...args: string[]): Promise<void> {
  const { code, stderr } = await runUnf(args, { home });
  if (code !== 0) throw new Error(`unf ${args.join(" ")}: ${stderr}`);
}

async function show(typed: string): Promise<Shown> {
  await using screen = new Screen(typed.split(" ").slice(1), home, size);
  const code = await screen.end();
  const rows = screen.rows();
  if (code !== 0) throw new Error(`${typed}: exit ${code}`);
  return { typed, rows };
}

mkdirSync(join(home.project, "src"), { recursive: true });
cart(["// prices are in cents", total]);
await unf("watch");
cart(["// prices are in cents", total, "export const isEmpty = (items) => items.length === 0;"]);
await unf("flush");
cart(["export const total = () => 0;"]);
await unf("flush");

const shown: Shown[] = [];
for (const typed of [
  "unf log src/cart.ts",
  "unf diff src/cart.ts --at @prev",
  "unf restore src/cart.ts --at @prev --yes",
])
  shown.push(await show(typed));
await unf("stop");
mkdirSync(dirname(out), { recursive: true });
writeFileSync(out, drawTerminal(shown, size.cols));
console.log("drawn    docs/picture/first-undo.svg");
