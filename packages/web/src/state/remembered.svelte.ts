/** Choices that a browser keeps from one visit to the next: nothing of a history. */
class Remembered {
  #project = $state<string | null>(read("project"));
  #closed = $state.raw<readonly string[]>(listOf(read("closed")));
  #theme = $state<"light" | "dark" | "auto">(themeOf(read("theme")));
  #layout = $state<"unified" | "split">(read("layout") === "split" ? "split" : "unified");
  #isSpaceHidden = $state(read("space") === "hidden");
  #isWrapped = $state(read("wrap") !== "no");

  get project(): string | null {
    return this.#project;
  }
  set project(id: string | null) {
    this.#project = id;
    write("project", id);
  }
  /** Projects whose tabs were closed: those that are new are open. */
  get closed(): readonly string[] {
    return this.#closed;
  }
  set closed(roots: readonly string[]) {
    this.#closed = roots;
    write("closed", JSON.stringify(roots));
  }
  get theme(): "light" | "dark" | "auto" {
    return this.#theme;
  }
  set theme(theme: "light" | "dark" | "auto") {
    this.#theme = theme;
    write("theme", theme);
  }
  get layout(): "unified" | "split" {
    return this.#layout;
  }
  set layout(layout: "unified" | "split") {
    this.#layout = layout;
    write("layout", layout);
  }
  /** Lines that differ in white space alone count as the same. */
  get isSpaceHidden(): boolean {
    return this.#isSpaceHidden;
  }
  set isSpaceHidden(isHidden: boolean) {
    this.#isSpaceHidden = isHidden;
    write("space", isHidden ? "hidden" : "shown");
  }
  get isWrapped(): boolean {
    return this.#isWrapped;
  }
  set isWrapped(isWrapped: boolean) {
    this.#isWrapped = isWrapped;
    write("wrap", isWrapped ? "yes" : "no");
  }
}

function themeOf(word: string | null): "light" | "dark" | "auto" {
  return word === "light" || word === "dark" ? word : "auto";
}

/** Another version of the page, or somebody's hand, may have written anything. */
function listOf(text: string | null): readonly string[] {
  try {
    const value: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
  } catch {
    return [];
  }
}

/** Null also where the browser keeps nothing for pages. */
function read(name: string): string | null {
  try {
    return localStorage.getItem(`unf.${name}`);
  } catch {
    return null;
  }
}

function write(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(`unf.${name}`);
    else localStorage.setItem(`unf.${name}`, value);
  } catch {
    // A browser that keeps nothing asks again next time.
  }
}

export const remembered = new Remembered();
