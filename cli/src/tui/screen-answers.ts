import { type Asker, commandOf, viewerOf } from "@unf/answers";
import type { AbsPath } from "@unf/core/base";
import { shortenHome } from "@unf/core/query";
import type { ScreenHost } from "@unf/tui";
import { type ListRequest, type Request, type ScreenEvent, summaryOfPlan } from "@unf/view/screen";
import type { FlagTable } from "../frame/argv/flag.ts";
import { openAsker } from "../frame/call/asker.ts";
import type { Call } from "../frame/call/command.ts";
import { toFailure } from "../frame/failure/failure.ts";
import { troubleLine } from "../running/say-trouble.ts";
import { readDetail } from "./read-detail.ts";
import { type ListPlace, readCounted, readList, readWhole } from "./read-list.ts";
import { readVersions } from "./read-versions.ts";
import { RecordingWatch } from "./recording-watch.ts";
import { carryOutScreenOrder, planScreenOrder } from "./screen-orders.ts";

/** The part of the history that the screen begins with. */
export interface Place {
  /** `undefined` outside of all projects. */
  readonly root: AbsPath | undefined;
  /** A directory or file below the root, absolute. */
  readonly directory: AbsPath | undefined;
}

type Tell = (event: ScreenEvent) => void;
type Asked = Exclude<Request, { readonly kind: "quit" | "redraw" | "suspend" }>;

/** This run as the screen asks it: questions and orders by the same words as every other face. */
export class ScreenAnswers {
  readonly #call: Call<FlagTable>;
  readonly #place: Place;
  /** The newest request of each kind that has not been begun: an older one is of no use any more. */
  readonly #waiting = new Map<Asked["kind"], { readonly request: Asked; readonly tell: Tell }>();
  #isAtWork = false;

  constructor(call: Call<FlagTable>, place: Place) {
    this.#call = call;
    this.#place = place;
  }

  host(): ScreenHost {
    const { terminal, world } = this.#call;
    return {
      write: (text) => world.stdout.write(text),
      hasColour: terminal.hasColour,
      viewing: () => ({
        now: world.now(),
        zone: this.#call.asker.zone,
        isAscii: terminal.isAsciiOnly,
        shortenHome: (path) => shortenHome(path, world.env.HOME),
      }),
      ask: (request, tell) => {
        if (request.kind === "quit" || request.kind === "redraw" || request.kind === "suspend")
          return;
        this.#waiting.set(request.kind, { request, tell });
        void this.#work();
      },
      listen: (tell) => new RecordingWatch(this.#call.world, () => this.#readTrouble(), tell),
    };
  }

  /** One request after the other, and keys between them. */
  async #work(): Promise<void> {
    if (this.#isAtWork) return;
    this.#isAtWork = true;
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve));
      const [next] = this.#waiting;
      if (next === undefined) break;
      this.#waiting.delete(next[0]);
      const { request, tell } = next[1];
      tell(await this.#answer(request));
    }
    this.#isAtWork = false;
  }

  async #answer(request: Asked): Promise<ScreenEvent> {
    try {
      return await this.#read(request);
    } catch (thrown) {
      const { code, message, hint } = toFailure(thrown);
      // The hints of commands name flags; here the same key makes the plan anew.
      const way = code === "conflict" ? "press the key again to see it anew" : hint;
      const text = way === undefined ? message : `${message} (${way})`;
      if (request.kind === "versions") return { kind: "versions", path: request.path, list: [] };
      const of = request.kind === "apply" ? "plan" : request.kind;
      return { kind: "failed", of, number: request.number, text };
    }
  }

  async #read(request: Asked): Promise<ScreenEvent> {
    switch (request.kind) {
      case "list":
      case "older": {
        const { kind, question, number } = request;
        const listed = await this.#inProject(question, readList);
        return { kind: kind === "list" ? "listed" : "older", number, ...listed };
      }
      case "count": {
        const { question, number } = request;
        const counted = await this.#inProject(question, readCounted);
        return { kind: "counted", number, counted };
      }
      case "whole": {
        const { question, number } = request;
        const { list } = question;
        const entry = await this.#inProject(list, (asker, _, place) =>
          readWhole(asker, question, place),
        );
        return { kind: "whole", number, entry };
      }
      case "detail": {
        const { question, number } = request;
        const root = question.shows === "text" ? undefined : question.root;
        const detail = await this.#ask(root, (asker) => readDetail(asker, question));
        return { kind: "detailed", number, detail };
      }
      case "versions": {
        const { root, path } = request;
        const list = await this.#ask(root, (asker) => readVersions(asker, { root, path }));
        return { kind: "versions", path, list };
      }
      case "plan": {
        const { order, number } = request;
        const shown = await this.#ask(order.root, (asker) => planScreenOrder(asker, order));
        return { kind: "planned", number, plan: shown };
      }
      case "apply": {
        const { order, number } = request;
        const argv = ["tui", commandOf(order.name, order)];
        const done = await this.#ask(order.root, (asker) =>
          carryOutScreenOrder(asker, order, { plan: request.plan, argv }),
        );
        const { operation, said } = done;
        const undo = operation === null ? "" : `; saved as ${operation}, u takes it back`;
        return {
          kind: "done",
          number,
          order,
          plan: done,
          text: said ?? `${summaryOfPlan(done, "done")}${undo}`,
        };
      }
    }
  }

  /** Asks the project that a list is about, or all. */
  #inProject<T>(
    question: ListRequest,
    read: (asker: Asker, question: ListRequest, place: ListPlace) => Promise<T>,
  ): Promise<T> {
    const { root, directory } = this.#place;
    const within = question.only.file?.root ?? root;
    const project =
      question.scope === "all" && question.only.file === undefined ? undefined : within;
    return this.#ask(project, (asker) => read(asker, question, { root: project, directory }));
  }

  /** Why nothing is recorded here; `null` where all is. */
  #readTrouble(): Promise<string | null> {
    const { root } = this.#place;
    return this.#ask(root, async (asker) => {
      const { wiring, reader } = await asker.openHome();
      const entry = reader.projects().find((project) => project.root === root);
      const scope = entry === undefined ? undefined : { ...entry, recordedUntil: undefined };
      const trouble = await wiring.readTrouble(reader.home, scope);
      const told = { viewer: viewerOf(asker), userHome: asker.userHome, between: "-" };
      return trouble === undefined ? null : troubleLine(trouble, told);
    });
  }

  /** Closes what an answer was read from as soon as it is there. */
  async #ask<T>(root: string | undefined, ask: (asker: Asker) => Promise<T>): Promise<T> {
    const owned: Disposable[] = [];
    const { globals, world } = this.#call;
    const quiet = () => undefined;
    const asker = openAsker({
      globals: { ...globals, project: root },
      world,
      note: quiet,
      warn: quiet,
      concerns: quiet,
      own: (resource) => {
        owned.unshift(resource);
        return resource;
      },
    });
    try {
      return await ask(asker);
    } finally {
      for (const resource of owned) resource[Symbol.dispose]();
    }
  }
}
