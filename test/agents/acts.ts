import { mkdirSync, writeFileSync } from "node:fs";
import type { Step } from "./stage.ts";

/** One thing that an agent does, and what it leaves behind: of each file its text, or that it is gone. */
export interface Act {
  readonly name: string;
  readonly leaves: Readonly<Record<string, string | null>>;
}

export interface Acts {
  readonly steps: readonly Step[];
  readonly acts: readonly Act[];
}

/** Lays out the files that the acts in `dir` change. */
export function layOut(at: (path: string) => string, dir: string): void {
  mkdirSync(at(`${dir}/tree`), { recursive: true });
  for (const name of ["edited", "over", "sed", "removed", "moved", "appended"])
    writeFileSync(at(`${dir}/${name}.txt`), `${name} of ${dir}\nsecond line\n`);
  for (const name of ["one", "two"])
    writeFileSync(at(`${dir}/tree/${name}.txt`), `${name} of ${dir}\n`);
  writeFileSync(at(`${dir}/make.sh`), `sleep 0.2\necho made in ${dir} > ${dir}/made.txt\n`);
}

/** The fourteen acts of one turn, each on files of its own in `dir`. */
export function fourteenActs(dir: string): Acts {
  const text = (name: string): string => `${name} by the agent in ${dir}\n`;
  const at = (name: string): string => `${dir}/${name}.txt`;
  const writes = (name: string): Act => ({ name, leaves: { [at(name)]: text(name) } });
  const shells = (name: string, command: string, leaves: Act["leaves"]) => ({
    step: [{ use: "shell", command }] as const,
    act: { name, leaves },
  });
  const laid = (name: string): string => `${name} of ${dir}\nsecond line\n`;
  const shell = [
    shells("sed -i", `sed -i s/second/2nd/ ${at("sed")}`, {
      [at("sed")]: laid("sed").replace("second", "2nd"),
    }),
    shells("rm", `rm ${at("removed")}`, { [at("removed")]: null }),
    shells("mv", `mv ${at("moved")} ${at("renamed")}`, { [at("renamed")]: laid("moved") }),
    shells("heredoc", `cat > ${at("heredoc")} <<'END'\n${text("heredoc")}END`, {
      [at("heredoc")]: text("heredoc"),
    }),
    shells("script", `sh ${dir}/make.sh`, { [at("made")]: `made in ${dir}\n` }),
    shells(">>", `echo appended >> ${at("appended")}`, {
      [at("appended")]: `${laid("appended")}appended\n`,
    }),
    shells("cp", `cp ${at("over")} ${at("copied")}`, { [at("copied")]: text("over") }),
    shells("rm -r", `rm -r ${dir}/tree`, {
      [`${dir}/tree/one.txt`]: null,
      [`${dir}/tree/two.txt`]: null,
    }),
    shells("in the background", `(sleep 0.3; echo late in ${dir} > ${at("late")}) & wait`, {
      [at("late")]: `late in ${dir}\n`,
    }),
  ];
  return {
    steps: [
      [{ use: "write", path: at("new"), text: text("new") }],
      [
        { use: "read", path: at("edited") },
        { use: "read", path: at("over") },
      ],
      [{ use: "edit", path: at("edited"), from: "second line", to: "edited line" }],
      [{ use: "write", path: at("over"), text: text("over"), over: laid("over") }],
      [
        { use: "write", path: at("left"), text: text("left") },
        { use: "write", path: at("right"), text: text("right") },
      ],
      ...shell.map(({ step }) => step),
    ],
    acts: [
      writes("new"),
      {
        name: "edited",
        leaves: { [at("edited")]: laid("edited").replace("second line", "edited line") },
      },
      writes("over"),
      writes("left"),
      writes("right"),
      ...shell.map(({ act }) => act),
    ],
  };
}
