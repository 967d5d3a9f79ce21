import { type PageState, parseAddress, renderAddress } from "@unf/view/page";
import type { Project } from "../server/answers.ts";
import { ask, askSelf, type Failure, type Self } from "../server/ask.ts";
import { remembered } from "./remembered.svelte.ts";

/** Where the reader is: what the address says, and which projects there are. */
class Page {
  state = $state.raw<PageState>(parseAddress(location.search));
  projects = $state.raw<readonly Project[]>([]);
  self = $state.raw<Self | null>(null);
  /** Null until it is known. */
  isRecording = $state<boolean | null>(null);
  why = $state<string | undefined>(undefined);
  failure = $state.raw<Failure | null>(null);
  isReadOnly = $derived(this.self?.read_only === true);

  constructor() {
    addEventListener("popstate", () => {
      this.state = parseAddress(location.search);
    });
    if (location.search === "" && remembered.project !== null) {
      this.go({ project: remembered.project }, "replace");
    }
  }

  /** Goes elsewhere; `replace` leaves no entry to come back to. */
  go(change: Partial<PageState>, how: "push" | "replace" = "push"): void {
    const before = renderAddress(this.state);
    this.state = { ...this.state, ...change };
    const address = renderAddress(this.state);
    if (change.project !== undefined) remembered.project = change.project;
    if (address === before) return;
    const url = address === "" ? location.pathname : address;
    if (how === "push") history.pushState(null, "", url);
    else history.replaceState(null, "", url);
  }

  async readProjects(): Promise<void> {
    const { projects } = await ask<{ projects: Project[] }>("projects", { isAll: true });
    this.projects = projects;
    const { project } = this.state;
    const isGone = project !== null && !projects.some(({ root }) => root === project);
    if (isGone) this.go({ project: null }, "replace");
  }

  async readSelf(): Promise<void> {
    this.self = await askSelf();
  }

  /** The project that a file screen is about: that of the tab, or the only one. */
  get one(): Project | undefined {
    const { project } = this.state;
    if (project !== null) return this.projects.find(({ root }) => root === project);
    const watched = this.projects.filter((one) => one.watched);
    const some = watched.length > 0 ? watched : this.projects;
    return some.length === 1 ? some[0] : undefined;
  }
}

export const page = new Page();
