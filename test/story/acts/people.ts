import * as disk from "node:fs";
import { dirname, join } from "node:path";
import { type Act, everywhere, gone, type Scene, touched } from "../scene.ts";
import { editLines, linesOf, listFiles, makeWay, saveFile, someFile, somewhere } from "./disk.ts";

/** Some files are saved, known ones and new ones. */
export function savesOfPerson(scene: Scene): void {
  const { random, stage } = scene;
  for (let n = 1 + random.below(3); n > 0; n -= 1) {
    const known = random.chance(0.6) ? someFile(scene) : undefined;
    const path = known ?? somewhere(scene);
    saveFile(stage.root, path, editLines(scene, path, "person"), random.chance(0.4));
    stage.tell(touched(path));
    scene.note(`saves ${path}`);
  }
}

const save: Act = {
  name: "a person saves",
  stages: everywhere,
  weight: 4,
  play: savesOfPerson,
};

const remove: Act = {
  name: "a person removes",
  stages: everywhere,
  play: (scene) => {
    const file = someFile(scene);
    if (file === undefined) return;
    const above = dirname(file);
    const path = above !== "." && scene.random.chance(0.3) ? above : file;
    disk.rmSync(join(scene.stage.root, path), { recursive: true });
    scene.stage.tell(gone(path));
    scene.note(`removes ${path}`);
  },
};

const rename: Act = {
  name: "a person renames",
  stages: everywhere,
  play: (scene) => {
    const from = someFile(scene);
    const to = somewhere(scene);
    if (from === undefined || from === to || `${from}/`.startsWith(`${to}/`)) return;
    makeWay(scene.stage.root, to);
    if (!disk.existsSync(join(scene.stage.root, from))) return;
    disk.renameSync(join(scene.stage.root, from), join(scene.stage.root, to));
    scene.stage.tell(gone(from), touched(to));
    scene.note(`renames ${from} to ${to}`);
  },
};

const chmod: Act = {
  name: "a person changes a mode",
  stages: everywhere,
  play: (scene) => {
    const path = someFile(scene);
    if (path === undefined) return;
    disk.chmodSync(join(scene.stage.root, path), scene.random.pick([0o644, 0o755, 0o600]));
    scene.stage.tell(touched(path));
    scene.note(`chmod ${path}`);
  },
};

const swap: Act = {
  name: "a file becomes a directory",
  stages: everywhere,
  play: (scene) => {
    const { stage, model } = scene;
    const path = someFile(scene);
    if (path === undefined) return;
    disk.rmSync(join(stage.root, path));
    saveFile(stage.root, `${path}/in.txt`, `${model.word("person")}\n`);
    stage.tell(gone(path), { kind: "directory", path: path as never }, touched(`${path}/in.txt`));
    scene.note(`${path} is a directory now`);
  },
};

const massChange: Act = {
  name: "a mass change",
  stages: everywhere,
  play: (scene) => {
    const { stage, model, random } = scene;
    const count = random.pick([40, 270]);
    const said = model.word("person");
    for (let n = 0; n < count; n += 1) {
      const path = `many/${n % 9}/f${n}.txt`;
      saveFile(stage.root, path, `${said} ${random.chance(0.5) ? n : "all"}\n`);
      stage.tell(touched(path));
    }
    scene.note(`writes ${count} files`);
  },
};

const checkout: Act = {
  name: "a mass removal",
  stages: everywhere,
  play: ({ stage, note }) => {
    disk.rmSync(join(stage.root, "many"), { recursive: true, force: true });
    stage.tell(gone("many"));
    note("removes many/");
  },
};

const grow: Act = {
  name: "a file grows",
  stages: everywhere,
  play: ({ stage, model, random, note }) => {
    makeWay(stage.root, "grow.txt");
    const handle = disk.openSync(join(stage.root, "grow.txt"), "a");
    try {
      for (let n = 1 + random.below(12); n > 0; n -= 1) {
        disk.writeSync(handle, `${model.word("person")} ${"x".repeat(random.below(200))}\n`);
        stage.tell({ kind: "touched", path: "grow.txt" as never, closed: false });
      }
    } finally {
      disk.closeSync(handle);
    }
    stage.tell(touched("grow.txt"));
    note("grow.txt grows");
  },
};

const binary: Act = {
  name: "a binary or large file",
  stages: everywhere,
  play: (scene) => {
    const { stage, model, random } = scene;
    const path = random.chance(0.5) ? somewhere(scene) : (someFile(scene) ?? somewhere(scene));
    const isLarge = random.chance(0.3);
    const word = model.word("person");
    const text = isLarge ? `${word} ${"x".repeat(stage.fileBytesMax)}` : `\0${word}`;
    saveFile(stage.root, path, Buffer.from(text), random.chance(0.3));
    stage.tell(touched(path));
    scene.note(`${path} is ${isLarge ? "too large" : "binary"}`);
  },
};

/** Writes in place to a file with several names: whoever holds on to another one sees it. */
function writeThroughName({ stage, model, random, note }: Scene): boolean {
  const linked = listFiles(stage.root).filter(
    (path) => !model.announced.has(path) && disk.lstatSync(join(stage.root, path)).nlink > 1,
  );
  if (linked.length === 0) return false;
  const path = random.pick(linked);
  disk.writeFileSync(join(stage.root, path), `\0${model.word("person")}`);
  stage.tell(touched(path));
  note(`writes to ${path}, which has other names`);
  return true;
}

const hardLink: Act = {
  name: "a hard link",
  stages: everywhere,
  play: (scene) => {
    const { stage, random } = scene;
    if (random.chance(0.4) && writeThroughName(scene)) return;
    const from = someFile(scene);
    const to = somewhere(scene);
    if (from === undefined || from === to || `${from}/`.startsWith(`${to}/`)) return;
    makeWay(stage.root, to);
    if (!disk.existsSync(join(stage.root, from))) return;
    disk.rmSync(join(stage.root, to), { force: true });
    if (random.chance(0.3)) {
      disk.writeFileSync(join(stage.root, from), `\0${scene.model.word("person")}`);
      stage.tell(touched(from));
    }
    disk.linkSync(join(stage.root, from), join(stage.root, to));
    const isEdited = random.chance(0.5) && linesOf(stage.root, to).length > 0;
    if (isEdited) disk.writeFileSync(join(stage.root, to), editLines(scene, to, "person"));
    stage.tell(touched(to));
    scene.note(`${to} is ${from} too${isEdited ? ", and edited" : ""}`);
  },
};

const symbolicLink: Act = {
  name: "a symbolic link",
  stages: everywhere,
  play: (scene) => {
    const path = somewhere(scene);
    makeWay(scene.stage.root, path);
    disk.rmSync(join(scene.stage.root, path), { force: true });
    disk.symlinkSync(scene.random.pick(["a.txt", "src", "/nowhere"]), join(scene.stage.root, path));
    scene.stage.tell(touched(path));
    scene.note(`${path} is a link`);
  },
};

const ignore: Act = {
  name: "an ignore file",
  stages: everywhere,
  play: (scene) => {
    const { stage, random } = scene;
    const at = join(stage.root, ".gitignore");
    const rules = random.pick([undefined, "*.md\n", "/src\n", "docs/\n*.log\n", "/d.txt\n", "\n"]);
    if (rules === undefined) disk.rmSync(at, { force: true });
    else disk.writeFileSync(at, rules);
    stage.tell(rules === undefined ? gone(".gitignore") : touched(".gitignore"));
    scene.note(`.gitignore: ${JSON.stringify(rules ?? null)}`);
  },
};

export const peoplesActs: readonly Act[] = [
  save,
  remove,
  rename,
  chmod,
  swap,
  massChange,
  checkout,
  grow,
  binary,
  hardLink,
  symbolicLink,
  ignore,
];
