/** As Linux names what a process has opened. Nothing else lies there on this disk. */
const prefix = "/proc/self/fd/";

/** Of a node of the disk what matters here; a directory has entries. */
interface Node {
  readonly kind: string;
  readonly entries?: ReadonlyMap<string, Node>;
}

/** Names for directories that go with them wherever they are moved. */
export class MemoryPlaces {
  readonly #root: Node;
  readonly #open = new Map<string, Node>();
  #last = 0;

  constructor(root: Node) {
    this.#root = root;
  }

  /** Runs `work` with a path that names the directory until it returns. */
  run<T>(directory: Node, work: (place: string) => T): T {
    this.#last += 1;
    const place = `${prefix}${this.#last}`;
    this.#open.set(place, directory);
    try {
      return work(place);
    } finally {
      this.#open.delete(place);
    }
  }

  /** Where something lies now that is named through a place; `undefined` when that was removed. */
  truePath(path: string): string | undefined {
    if (!path.startsWith(prefix)) return path;
    const slash = path.indexOf("/", prefix.length);
    const end = slash === -1 ? path.length : slash;
    const directory = this.#open.get(path.slice(0, end));
    const above = directory && pathTo(this.#root, directory);
    return above === undefined ? undefined : above + path.slice(end) || "/";
  }
}

/** The path of a directory below another one, itself left out; `undefined` when it is not there. */
function pathTo(from: Node, directory: Node): string | undefined {
  if (from === directory) return "";
  for (const [name, below] of from.entries ?? []) {
    const rest = pathTo(below, directory);
    if (rest !== undefined) return `/${name}${rest}`;
  }
  return undefined;
}
