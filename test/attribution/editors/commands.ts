import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { until } from "../../kit/index.ts";

/** Work that an agent's command does all the time, beside what it is ordered to write. */
export const noises = {
  sleep: "sleep 100000",
  "a log line every 50 ms":
    'while :; do echo "$(date) still at work" >> "$OUT/work.log"; sleep 0.05; done',
  "a compiler every 150 ms":
    'while :; do n=$((n+1)); gcc -S -DN=$n -o own/out.s "$OUT/unit.c"; sleep 0.15; done',
  "cp every 20 ms": 'while :; do cp "$OUT/page" "$OUT/copied"; sleep 0.02; done',
} as const;

export type Noise = keyof typeof noises;

/** Short writes of the command in its directory `own`, each of which makes one version. */
const writes: readonly ((nth: number) => string)[] = [
  (nth) => `echo 'words of an agent ${nth}' > own/echo-${nth}.txt`,
  (nth) => `cat "$OUT/text" > own/cat-${nth}.txt`,
  (nth) => `cp "$OUT/text" own/cp-${nth}.txt`,
  (nth) => `sed -i 's/words.*/words of an agent ${nth}/' own/sed.txt`,
  (nth) => `echo 'words of an agent ${nth}' >> own/append.txt`,
  (nth) => `rm own/old-${nth}.txt`,
  (nth) => `mv own/old-${nth}.txt own/new-${nth}.txt`,
];

/** A command that writes what it is ordered to: it reads its orders from a named pipe beside the project. */
export class Command {
  readonly #out: string;
  #orders = 0;

  constructor(root: string, project: string, orders: number) {
    this.#out = join(root, "command");
    mkdirSync(join(this.#out, "done"), { recursive: true });
    mkdirSync(join(project, "own"), { recursive: true });
    execFileSync("mkfifo", [join(this.#out, "orders")]);
    const unit = Array.from(
      { length: 40 },
      (_, n) => `int f${n}(int a) { return a * N + ${n}; }\n`,
    );
    writeFileSync(join(this.#out, "unit.c"), unit.join(""));
    writeFileSync(join(this.#out, "page"), "p".repeat(10_000));
    writeFileSync(join(this.#out, "text"), "a text that an agent copies\n");
    writeFileSync(join(project, "own/sed.txt"), "words of nobody\n");
    writeFileSync(join(project, "own/append.txt"), "words of nobody\n");
    for (let n = 0; n < orders; n += 1)
      writeFileSync(join(project, `own/old-${n}.txt`), `old ${n}\n`);
  }

  /** The line that the agent hands to its shell. */
  line(noise: Noise): string {
    const obey = 'while read -r line <&3; do eval "$line"; done';
    return `OUT='${this.#out}'; (${noises[noise]}) & exec 3<> "$OUT/orders"; ${obey}`;
  }

  /** Orders the next write, and waits until it is done. */
  async write(): Promise<void> {
    const nth = this.#orders;
    this.#orders += 1;
    const done = join(this.#out, "done", String(nth));
    const write = writes[nth % writes.length] as (nth: number) => string;
    await appendFile(join(this.#out, "orders"), `${write(nth)}; : > "$OUT/done/${nth}"\n`);
    await until("the command has written", () => existsSync(done));
  }
}
