import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Published } from "./agent/agent.ts";

/**
 * Installs the program as npm does, without running its install scripts, and gives the file that starts
 * it. What is in the directory already is not asked for again.
 */
export function installAgent(cache: string, { package: name, version, bin }: Published): string {
  const directory = join(cache, `${name.replaceAll(/[@/]/g, "-")}-${version}`);
  const program = join(directory, "node_modules", bin);
  if (existsSync(program)) return program;
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, "package.json"), '{ "private": true }\n');
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--save-exact"];
  const words = ["install", "--prefix", directory, ...flags, `${name}@${version}`];
  const { status, stderr } = spawnSync("npm", words, { encoding: "utf8" });
  if (status !== 0) throw new Error(`npm ${words.join(" ")}: exit ${status}\n${stderr}`);
  if (!existsSync(program)) throw new Error(`${name}@${version} has no ${bin}`);
  return program;
}
