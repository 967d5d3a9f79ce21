import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { type Finished, type TempHome, testEnvironment, wordsOf } from "../kit/index.ts";

/** Runs its words below a process that is called like an agent and waits for them. */
const runsWords = `const { spawnSync } = require("node:child_process");
  const [program, ...words] = process.argv.slice(1);
  process.exit(spawnSync(program, words, { stdio: "inherit" }).status ?? 1);`;

/** The words before a program's own that let it descend from an agent's process. */
export function agentAbove({ root }: TempHome): readonly string[] {
  const program = join(root, "bin", "claude");
  mkdirSync(join(root, "bin"), { recursive: true });
  if (!existsSync(program)) symlinkSync(process.execPath, program);
  return [program, "-e", runsWords, "--"];
}

/** True where a program can be given a terminal of its own. */
export function hasTerminals(): boolean {
  return process.platform === "linux" && spawnSync("script", ["--version"]).status === 0;
}

/** One run at a terminal: `asked`, once it is shown, is answered with `answer`. */
export interface Typing {
  readonly home: TempHome;
  readonly asked: RegExp;
  readonly answer: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly via?: readonly string[];
}

/** Runs `unf <args>` at a terminal of its own, at which somebody sits. */
export async function runAtTerminal(
  args: readonly string[],
  { home, asked, answer, env = {}, via = [] }: Typing,
): Promise<Pick<Finished, "code" | "stdout">> {
  const words = [...via, ...wordsOf("unf"), ...args];
  const line = words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
  const child = spawn("script", ["-qefc", line, "/dev/null"], {
    cwd: home.project,
    env: { ...testEnvironment(home, { TERM: "dumb", ...env }), SHELL: "/bin/sh" },
    stdio: ["pipe", "pipe", "inherit"],
  });
  let stdout = "";
  let isAnswered = false;
  child.stdin.on("error", () => undefined);
  child.stdout.on("data", (bytes: Buffer) => {
    stdout += bytes.toString("utf8");
    if (isAnswered || !asked.test(stdout)) return;
    isAnswered = true;
    child.stdin.write(`${answer}\n`);
  });
  const limit = setTimeout(() => child.kill("SIGKILL"), 120_000);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  clearTimeout(limit);
  return { code, stdout };
}
