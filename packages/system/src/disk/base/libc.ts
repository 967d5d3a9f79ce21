import { createRequire } from "node:module";
import { getSystemErrorName } from "node:util";
import { systemError } from "./system-error.ts";

/** System calls of Linux that Node does not offer. Paths are bytes; a failure throws as Node's do. */
export interface Libc {
  renameWith(from: Uint8Array, to: Uint8Array, flags: number): void;
  /** Names of extended attributes, each ended by NUL. Like the next three of a link itself. */
  attributes(path: Uint8Array): Uint8Array<ArrayBuffer>;
  attribute(path: Uint8Array, name: Uint8Array): Uint8Array;
  setAttribute(path: Uint8Array, name: Uint8Array, value: Uint8Array): void;
  removeAttribute(path: Uint8Array, name: Uint8Array): void;
  /** The `struct ucred` of who is at the other end of a Unix socket; `undefined` where that is refused. */
  peerCredentials(fd: number): Uint8Array<ArrayBuffer> | undefined;
  /** Makes this process the parent of each process below it that loses its own. False where that is refused. */
  adoptOrphans(): boolean;
  /** Takes note of the end of a child, if it has ended. */
  waitFor(child: number): void;
  /** Gives what was freed back to the system, where this libc can. */
  trim(): void;
}

/** As far as it is used here. The type of the package is left out: the sentinel must not reach it. */
interface Koffi {
  load(library: null): {
    func(name: string, result: string, parameters: readonly string[]): NativeCall;
  };
  errno(): number;
}

type NativeCall = (...args: readonly (number | Uint8Array | Uint32Array)[]) => number;

/** `null`: looked for and not there. */
let loaded: Libc | null | undefined;

/**
 * Loaded when it is first asked for, since few processes ever need it. `undefined` on other systems,
 * and where koffi has no build or libc no such call.
 */
export function findLibc(): Libc | undefined {
  if (loaded === undefined) loaded = process.platform === "linux" ? load() : null;
  return loaded ?? undefined;
}

const currentDirectory = -100;
const solSocket = 1;
/** `asm/socket.h` of POWER has a number of its own; all others that Node has builds for have 17. */
const soPeerCred = process.arch === "ppc64" ? 21 : 17;
/** `PR_SET_CHILD_SUBREAPER` and `WNOHANG`. */
const setChildSubreaper = 36;
const withoutWaiting = 1;
const path = "const uint8_t *";
/** Linux lets neither a list of names nor a value be longer. */
const attributeBytesMax = 65_536;

function load(): Libc | null {
  try {
    // Not an import: koffi must stay a file beside the bundle, and be absent without harm.
    const koffi = createRequire(import.meta.url)("koffi") as Koffi;
    // The program itself: Node is linked with the libc it runs on, be that glibc or musl.
    const program = koffi.load(null);
    const renameat2 = program.func("renameat2", "int", ["int", path, "int", path, "unsigned int"]);
    const text = ["const uint8_t *", "const uint8_t *"];
    const list = program.func("llistxattr", "long", [path, "void *", "unsigned long"]);
    const get = program.func("lgetxattr", "long", [...text, "void *", "unsigned long"]);
    const setters = [...text, "const void *", "unsigned long", "int"];
    const set = program.func("lsetxattr", "int", setters);
    const remove = program.func("lremovexattr", "int", text);
    const option = program.func("getsockopt", "int", ["int", "int", "int", "void *", "void *"]);
    const long = "unsigned long";
    const prctl = program.func("prctl", "int", ["int", long, long, long, long]);
    const waitpid = program.func("waitpid", "int", ["int", "void *", "int"]);
    const check = (result: number, call: string): number => {
      if (result >= 0) return result;
      const code = getSystemErrorName(-koffi.errno());
      throw systemError(code, call);
    };
    return {
      renameWith: (from, to, flags) => {
        const ends = [currentDirectory, ended(from), currentDirectory, ended(to)] as const;
        check(renameat2(...ends, flags), "renameat2");
      },
      attributes: (of) => {
        const room = new Uint8Array(attributeBytesMax);
        return room.slice(0, check(list(ended(of), room, room.length), "llistxattr"));
      },
      attribute: (of, name) => {
        const room = new Uint8Array(attributeBytesMax);
        const length = get(ended(of), ended(name), room, room.length);
        return room.slice(0, check(length, "lgetxattr"));
      },
      setAttribute: (of, name, value) =>
        void check(set(ended(of), ended(name), value, value.length, 0), "lsetxattr"),
      removeAttribute: (of, name) => void check(remove(ended(of), ended(name)), "lremovexattr"),
      peerCredentials: (fd) => {
        const room = new Uint8Array(12);
        const length = new Uint32Array([room.length]);
        return option(fd, solSocket, soPeerCred, room, length) === 0 && length[0] === 12
          ? room
          : undefined;
      },
      adoptOrphans: () => prctl(setChildSubreaper, 1, 0, 0, 0) === 0,
      waitFor: (child) => void waitpid(child, new Uint32Array(1), withoutWaiting),
      trim: () => void findTrim(program)?.(0),
    };
  } catch {
    // There is a way without it, whatever keeps it from being loaded.
    return null;
  }
}

/** A call of glibc's own: musl, say, has none. */
function findTrim(program: ReturnType<Koffi["load"]>): NativeCall | undefined {
  try {
    return program.func("malloc_trim", "int", ["unsigned long"]);
  } catch {
    return undefined;
  }
}

/** As C has it. */
function ended(bytes: Uint8Array): Uint8Array {
  const text = new Uint8Array(bytes.length + 1);
  text.set(bytes);
  return text;
}
