import { tellEvents, textOf } from "./hooks.ts";
import type { Context, Event, Pi } from "./host.ts";
import { pathFrom, readPoints } from "./ledger.ts";
import { Rewinder } from "./rewinder.ts";
import { Snapshots } from "./snapshots.ts";
import type { Plan } from "./store.ts";

/** Outlives the extension, which pi loads anew for every session. */
interface Shared {
  /** Which instance of the extension looks after a session; one in a project may stand beside a person's. */
  readonly owners: WeakMap<object, object>;
  /** By the file of the session that is left: what is to be carried out in its fork. */
  readonly forks: Map<string, Plan>;
}

const key = Symbol.for("unf.pi");

function shared(): Shared {
  const holder = globalThis as { [key]?: Shared };
  holder[key] ??= { owners: new WeakMap(), forks: new Map() };
  return holder[key];
}

/** The extension: tells unf what pi does, and brings files back along with the conversation. */
export function unf(pi: Pi): void {
  tellEvents(pi);
  const me = {};
  const { owners, forks } = shared();
  const snapshots = new Snapshots(pi);
  const rewinder = new Rewinder(snapshots);
  let pending: Plan | undefined;

  /** Listens where no other instance does. */
  const on = (name: string, handle: (event: Event, ctx: Context) => unknown): void => {
    pi.on(name, async (event, ctx) => {
      const { sessionManager: session } = ctx;
      if (!owners.has(session)) owners.set(session, me);
      if (owners.get(session) !== me) return undefined;
      try {
        return await handle(event, ctx);
      } catch (thrown) {
        if (isStale(ctx)) return undefined;
        throw thrown;
      }
    });
  };

  on("session_start", async (event, ctx) => {
    await snapshots.open(ctx);
    const left = event.reason === "fork" ? (event.previousSessionFile ?? "") : undefined;
    const plan = left === undefined ? undefined : forks.get(left);
    if (left !== undefined) forks.delete(left);
    if (plan !== undefined) await rewinder.carryOut(ctx, plan);
  });
  on("session_shutdown", (_event, { sessionManager }) => owners.delete(sessionManager));

  let isTold = false;
  on("before_agent_start", (event, ctx) => {
    isTold = true;
    return snapshots.beforePrompt(ctx, event.prompt ?? "");
  });
  on("message_start", (event, ctx) => {
    const { role, content } = event.message ?? {};
    if (role === "assistant") return snapshots.bindPrompts(ctx);
    if (role !== "user") return undefined;
    const wasTold = isTold;
    isTold = false;
    return wasTold ? undefined : snapshots.beforePrompt(ctx, textOf(content));
  });
  on("turn_end", (event, ctx) => snapshots.after(ctx, event.messageEntryId ?? lastAnswer(ctx)));
  // A turn that was cut off may have no end of its own.
  on("agent_end", (_event, ctx) => {
    const entry = lastAnswer(ctx);
    const isBound = readPoints(ctx.sessionManager.getEntries()).has(entry ?? "");
    return isBound ? undefined : snapshots.after(ctx, entry);
  });
  on("session_compact", (event, ctx) => snapshots.after(ctx, event.compactionEntry?.id));

  on("session_before_fork", async (event, ctx) => {
    const file = ctx.sessionManager.getSessionFile() ?? "";
    forks.delete(file);
    if (event.position === "at") return undefined;
    const { answer, plan } = await rewinder.ask(ctx, event.entryId ?? "");
    if (plan !== undefined) forks.set(file, plan);
    return answer;
  });
  on("session_before_tree", async (event, ctx) => {
    pending = undefined;
    const { answer, plan } = await rewinder.ask(ctx, event.preparation?.targetId ?? "");
    pending = plan;
    return answer;
  });
  on("session_tree", async (event, ctx) => {
    const plan = pending;
    pending = undefined;
    if (plan !== undefined) await rewinder.carryOut(ctx, plan);
    // The summary of the branch that was left is an entry of its own, with the files of now.
    await snapshots.after(ctx, event.summaryEntry?.id);
    snapshots.show(ctx);
  });
}

/** The session was left while unf was waited for: nothing is to be said of it any more. */
function isStale(ctx: Context): boolean {
  try {
    return ctx.cwd === "";
  } catch {
    return true;
  }
}

/** The newest answer of the model on the branch. */
function lastAnswer({ sessionManager: session }: Context): string | undefined {
  const path = pathFrom(session.getLeafId(), session);
  return path.find(({ message }) => message?.role === "assistant")?.id;
}
