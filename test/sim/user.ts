import {
  type AbsPath,
  childPath,
  encodePath,
  joinPath,
  parentPath,
  type RelPath,
  systemCode,
} from "@unf/core/base";
import type { SimProject, World } from "./world.ts";

const names = ["a", "a-b", "a.b", "b", "c", "é", ".env", "d", "node_modules"];
const rules = ["", "b\n", "*.b\n", "a-b/\n", "c\n!c/a\n", "/d\n"];
const linkTargets = ["a", "b", "d", "..", ".", "../..", "/outside", "a/b", "../d"];

interface Entry {
  readonly path: RelPath;
  readonly kind: "file" | "directory" | "link" | "special";
}

/** A person, an editor, a build: changes a project's tree, and the system tells the watcher of it. */
export class User {
  readonly #world: World;
  #written = 0;
  #project: SimProject;

  constructor(world: World) {
    this.#world = world;
    this.#project = world.projects[0] as SimProject;
  }

  /**
   * One change somewhere. Changes nothing where something is in the way. `within`: in the middle of
   * a call of the recorder. Then nobody puts a link where a restore is about to write: against that
   * moment no program is safe that goes by paths.
   */
  act({ within = false } = {}): void {
    const { random, temper, restores } = this.#world;
    this.#project = random.pick(this.#world.projects);
    const actions = [
      ...[this.#write, this.#write, this.#write, this.#replace, this.#append, this.#rename],
      ...[this.#remove, this.#chmod, this.#makeDirectory, this.#swap, this.#empty],
      ...(within && restores > 0 ? [] : [this.#link]),
      ...(temper.ignoreFiles ? [this.#ignore] : []),
      ...(temper.oddFiles ? [this.#odd] : []),
    ];
    const action = random.pick(actions);
    this.#world.changed(this.#project);
    try {
      action.call(this);
    } catch (thrown) {
      if (systemCode(thrown) === undefined) throw thrown;
      this.#world.note(() => `  (${String(thrown)})`);
    }
    this.#world.changed(this.#project);
  }

  /** Writes into a file in place while it is being read: `undefined` when there is no such file. */
  scribble(project: SimProject, path: RelPath): Uint8Array | undefined {
    this.#project = project;
    const bytes = this.#content();
    this.#world.disk.overwrite(this.#at(path), bytes);
    this.#say("scribble", path);
    this.#touched(path, true);
    return bytes;
  }

  /**
   * A change that is always possible and never seen before, so that something is recorded after it
   * and the store is written to: only then it clears away what an earlier recorder left there.
   */
  sign(project: SimProject): void {
    this.#project = project;
    const path = "signed" as RelPath;
    this.#world.disk.remove(this.#at(path));
    this.#put(path, Buffer.from(`signed ${this.#count()}\n`));
    this.#touched(path, true);
  }

  #write(): void {
    const { disk, random } = this.#world;
    const known = random.chance(0.5) ? this.#existing("file") : undefined;
    const path = known ?? this.#somewhere();
    const before = disk.lstat(this.#at(path));
    this.#put(path, this.#content());
    this.#touched(path, false);
    this.#touched(path, true);
    // With the time put back afterwards, as tools do that unpack or copy.
    if (before === undefined || !random.chance(0.15)) return;
    disk.setTime(this.#at(path), before.mtimeNs);
    this.#say("set time", path);
    this.#touched(path, false);
  }

  #append(): void {
    const file = this.#existing("file");
    if (file === undefined) return;
    const read = this.#world.disk.read(this.#at(file), 10_000);
    if (read.kind !== "content") return;
    const more = Buffer.concat([read.bytes, Buffer.from(`${this.#count()}\n`)]);
    this.#put(file, more);
    this.#touched(file, this.#world.random.chance(0.5));
  }

  /** As an editor does it: a temporary, renamed into place. */
  #replace(): void {
    const path = this.#somewhere();
    const temporary = `${path}.tmp~` as RelPath;
    this.#put(temporary, this.#content());
    this.#touched(temporary, true);
    this.#world.disk.rename(this.#at(temporary), this.#at(path));
    this.#say("replace", path);
    this.#gone(temporary);
    this.#touched(path, true);
  }

  #empty(): void {
    const path = this.#existing("file");
    if (path === undefined) return;
    this.#put(path, new Uint8Array(0));
    this.#touched(path, false);
  }

  #rename(): void {
    const { random, disk } = this.#world;
    const kind = random.pick(["file", "file", "directory"] as const);
    const from = this.#existing(kind);
    if (from === undefined) return;
    const to = this.#somewhere();
    disk.rename(this.#at(from), this.#at(to));
    this.#say("rename", from, to);
    if (kind === "directory") this.#project.operations.moved(to);
    const mayBeStaged = this.#world.restores > 0 || this.#world.hasCutRestore;
    if (kind === "directory" && mayBeStaged) this.#world.movedStaged = true;
    this.#gone(from);
    if (kind === "directory") this.#saw({ kind: "directory", path: to });
    else this.#touched(to, true);
  }

  #remove(): void {
    const path = this.#existing(this.#world.random.pick(["file", "file", "link", "directory"]));
    if (path === undefined) return;
    this.#removeTree(path);
    this.#say("remove", path);
    this.#gone(path);
  }

  #chmod(): void {
    const { random, disk, temper } = this.#world;
    const path = this.#existing("file");
    if (path === undefined) return;
    const mode = random.pick([0o644, 0o755, 0o600, temper.oddFiles ? 0o000 : 0o444]);
    disk.chmod(this.#at(path), mode);
    this.#say("chmod", path, mode.toString(8));
    this.#touched(path, false);
  }

  #link(): void {
    const path = this.#somewhere();
    this.#makeParents(path);
    this.#project.operations.touched(path);
    this.#world.disk.remove(this.#at(path));
    const target = this.#world.random.pick(linkTargets);
    this.#world.disk.symlink(this.#at(path), encodePath(target));
    this.#say("link", path, target);
    this.#touched(path, true);
  }

  #makeDirectory(): void {
    const path = this.#somewhere();
    this.#world.disk.makeDirectory(this.#at(path), 0o755);
    this.#say("mkdir", path);
    this.#saw({ kind: "directory", path });
  }

  #ignore(): void {
    const { random } = this.#world;
    if (random.chance(0.6)) return;
    const directory = random.chance(0.5) ? ("" as RelPath) : this.#existing("directory");
    const name = random.pick([".gitignore", ".unfignore"]);
    const path = childPath(directory ?? ("" as RelPath), name);
    this.#put(path, Buffer.from(random.pick(rules)));
    this.#touched(path, true);
  }

  /** A file becomes a directory of the same name, or the other way round. */
  #swap(): void {
    const { random } = this.#world;
    const path = this.#existing(random.pick(["file", "directory"]));
    if (path === undefined) return;
    const wasFile = this.#world.disk.lstat(this.#at(path))?.kind !== "directory";
    this.#removeTree(path);
    this.#gone(path);
    this.#say("swap", path);
    if (!wasFile) {
      this.#put(path, this.#content());
      this.#touched(path, true);
      return;
    }
    this.#world.disk.makeDirectory(this.#at(path), 0o755);
    this.#saw({ kind: "directory", path });
    const below = childPath(path, random.pick(names));
    this.#put(below, this.#content());
    this.#touched(below, true);
  }

  #odd(): void {
    const { random, disk } = this.#world;
    const path = this.#somewhere();
    const kind = random.pick(["fifo", "hard link", "lock", "unlock", "unlock"] as const);
    const existing = this.#existing(kind === "hard link" ? "file" : "directory");
    if (kind === "fifo") {
      this.#makeParents(path);
      this.#project.operations.touched(path);
      disk.remove(this.#at(path));
      disk.makeFifo(this.#at(path));
      this.#say(kind, path);
      this.#touched(path, false);
    } else if (existing !== undefined && kind === "hard link") {
      disk.link(this.#at(existing), this.#at(path));
      this.#project.operations.hasHardLinks = true;
      this.#say(kind, existing, path);
      this.#touched(path, true);
    } else if (existing !== undefined) {
      const mode = kind === "unlock" ? 0o755 : random.pick([0o000, 0o500, 0o400, 0o100]);
      disk.chmod(this.#at(existing), mode);
      this.#say(kind, existing, mode.toString(8));
      this.#touched(existing, false);
    }
  }

  #put(path: RelPath, bytes: Uint8Array): void {
    this.#project.operations.touched(path);
    const { disk } = this.#world;
    this.#makeParents(path);
    const kind = disk.lstat(this.#at(path))?.kind;
    // Through a link one would write into another file.
    if (kind === "link" || kind === "special") disk.remove(this.#at(path));
    if (kind === "file") disk.overwrite(this.#at(path), bytes);
    else
      disk.writeNew(this.#at(path), bytes, { mode: 0o644, sync: this.#world.random.chance(0.3) });
    const show = () => JSON.stringify(Buffer.from(bytes.subarray(0, 12)).toString("latin1"));
    this.#world.note(() => `${kind === "file" ? "write" : "create"} ${path} ${show()}`);
  }

  #makeParents(path: RelPath): void {
    const parent = parentPath(path);
    if (parent === "" || this.#world.disk.lstat(this.#at(parent)) !== undefined) return;
    this.#world.disk.makeDirectory(this.#at(parent), 0o755);
    this.#saw({ kind: "directory", path: parent });
  }

  #removeTree(path: RelPath): void {
    this.#project.operations.touched(path);
    const { disk } = this.#world;
    for (const { name } of disk.list(this.#at(path)) ?? []) this.#removeTree(childPath(path, name));
    if (disk.lstat(this.#at(path))?.kind === "directory") disk.removeDirectory(this.#at(path));
    else disk.remove(this.#at(path));
  }

  #content(): Uint8Array {
    const { random } = this.#world;
    const count = this.#count();
    if (random.chance(0.04)) return Buffer.from(`\0binary ${count}`);
    if (random.chance(0.03)) return Buffer.from("x".repeat(2001 + random.below(100)));
    if (random.chance(0.03))
      return Buffer.from([0xff, random.pick([0xd8, 0x41]), 0x41, count % 99]);
    if (random.chance(0.15)) return Buffer.from(`${count}\n`.repeat(100 + random.below(200)));
    // Few, so that contents meet again; and of one size, so that the size does not give them away.
    if (random.chance(0.6)) return Buffer.from(`${random.below(8)}\n`);
    return Buffer.from(`${count}\n`.repeat(1 + random.below(4)));
  }

  #count(): number {
    this.#written += 1;
    return this.#written;
  }

  #somewhere(): RelPath {
    const { random } = this.#world;
    const depth = random.pick([1, 1, 2, 2, 3]);
    let path = "" as RelPath;
    for (let level = 0; level < depth; level += 1) {
      // The system tells of the file itself, not of the link through which it was written.
      if (path !== "" && this.#world.disk.lstat(this.#at(path))?.kind === "link") return path;
      path = childPath(path, random.pick(names));
    }
    return path;
  }

  #existing(kind: Entry["kind"]): RelPath | undefined {
    const found: RelPath[] = [];
    this.#collect("" as RelPath, kind, found);
    return found.length === 0 ? undefined : this.#world.random.pick(found);
  }

  #collect(directory: RelPath, kind: Entry["kind"], found: RelPath[]): void {
    for (const entry of this.#listOf(directory)) {
      const path = childPath(directory, entry.name);
      // A user who moves away what a restore has just staged gets what they ask for.
      if (entry.name.startsWith(".unf-")) continue;
      if (entry.kind === kind) found.push(path);
      if (entry.kind === "directory") this.#collect(path, kind, found);
    }
  }

  #listOf(directory: RelPath) {
    try {
      return this.#world.disk.list(this.#at(directory)) ?? [];
    } catch (thrown) {
      if (systemCode(thrown) !== undefined) return [];
      throw thrown;
    }
  }

  #at(path: RelPath): AbsPath {
    return joinPath(this.#project.root, path);
  }

  #touched(path: RelPath, closed: boolean): void {
    this.#saw({ kind: "touched", path, closed });
  }

  #gone(path: RelPath): void {
    this.#saw({ kind: "gone", path });
  }

  #saw(hint: Parameters<SimProject["watcher"]["saw"]>[0]): void {
    if ("path" in hint) this.#project.operations.touched(hint.path);
    this.#project.watcher.saw(hint);
  }

  #say(...words: readonly string[]): void {
    this.#world.note(() => words.join(" "));
  }
}
