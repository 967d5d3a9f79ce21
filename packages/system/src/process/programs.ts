import { basename, join } from "node:path";

/** What runs in the background. */
export type ProgramName = "daemon" | "sentinel";

/**
 * The file that Node is to run for a program: beside the bundle that asks, or its `main.ts` when the
 * sources run as they are.
 */
export function programPath(program: ProgramName): string {
  return locateProgram(program, import.meta.filename);
}

/** The same, asked by `self`: this module's own file, which is the bundle's in a bundle. */
export function locateProgram(program: ProgramName, self: string): string {
  const directory = join(self, "..");
  if (basename(self) !== "programs.ts") return join(directory, `${program}.cjs`);
  return join(directory, "../../../..", program, "src/main.ts");
}
