import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { testEnvironment, until } from "../kit/index.ts";
import { endChild } from "./network.ts";
import { readIfThere, type Stage } from "./stage.ts";

const program = fileURLToPath(new URL("person.ts", import.meta.url));

export interface Person extends AsyncDisposable {
  readonly directory: string;
  /** Waits until so many more files were saved. */
  readonly saves: (more: number) => Promise<void>;
}

/** A person who saves files in a directory of the project until disposed of. */
export function startPerson(stage: Stage, directory = "person"): Person {
  const log = join(stage.story.home.root, `${directory}.log`);
  const child = spawn(process.execPath, [program, stage.story.at(directory), log], {
    cwd: stage.place.project,
    env: testEnvironment(stage.story.home),
    stdio: ["ignore", "ignore", "inherit"],
  });
  const saved = (): number =>
    readIfThere(log) === undefined ? 0 : readFileSync(log, "utf8").split("\n").length - 1;
  return {
    directory,
    saves: async (more) => {
      const wanted = saved() + more;
      await until(`a person has saved ${more} files`, () => saved() >= wanted);
    },
    [Symbol.asyncDispose]: () => endChild(child),
  };
}
