import { type AbsPath, absPathToColumn, pathFromColumn, UnfError } from "@unf/core/base";
import {
  addProject,
  type IntendedProject,
  relinkProject,
  removeProject,
  setRunning,
} from "@unf/core/intent";
import { decideWatch } from "@unf/core/watching";
import type { Project, SweepReport } from "@unf/engine";
import type {
  Connection,
  ForgetParams,
  ForgetReply,
  Handlers,
  RequestContext,
  Requests,
  WatchReply,
  WatchRequest,
} from "@unf/protocol";
import { systemClock } from "@unf/system";
import {
  answerInterrupt,
  chooseProjectId,
  findMovedAlong,
  flushProject,
  homeWork,
  projectWork,
  requireMovable,
  type WorkMethod,
  workAside,
} from "@unf/wiring/recorder";
import type { Daemon } from "../recorder/daemon.ts";

/** Request → use case. A table: what each does is in the parts it calls. */
export function requestHandlers(
  daemon: Daemon,
  subscribe: (connection: Connection, root: AbsPath | undefined) => void,
  forget: (params: ForgetParams) => Promise<ForgetReply>,
): Handlers {
  return {
    ping: () => daemon.pong(),
    status: () => daemon.status(),
    flush: (params, context) => flush(daemon, params, context),
    watch: async (params, context) => {
      // Its history may be open aside at this moment.
      await daemon.aside.run(async () => undefined);
      return watch(daemon, params, context);
    },
    unwatch: ({ root }) => daemon.aside.run(() => unwatch(daemon, toPath(root))),
    ...workHandlers(daemon),
    interrupt: (params) => answerInterrupt(daemon.world.orders, params, { isLeft: false }),
    agent_event: (params) => {
      refuseInSafeMode(daemon);
      return daemon.agents.tell(params);
    },
    repair: (params) =>
      daemon.aside.run(() =>
        daemon.busy.during("repair", async () => {
          const reply = await homeWork.repair(daemon.world, daemon.projects, params);
          // Opens again, and sweeps, the projects that were closed for it.
          await daemon.reconcile({});
          return reply;
        }),
      ),
    import: (params) => {
      refuseInSafeMode(daemon);
      return daemon.aside.run(async () => {
        // Its contents stand in the store long before a row names them: nothing is collected meanwhile.
        const work = () => homeWork.import(daemon.world, daemon.projects, params);
        const reply = await daemon.collecting.run(() => daemon.busy.during("import", work));
        await daemon.reconcile({});
        return reply;
      });
    },
    collect: (params) => {
      refuseInSafeMode(daemon);
      const work = () => homeWork.collect(daemon.world, daemon.projects, params);
      return daemon.collecting.run(() => daemon.busy.during("collect", work));
    },
    forget: (params) => {
      refuseInSafeMode(daemon);
      return daemon.busy.during("forget", () => forget(params));
    },
    reload: async () => {
      await daemon.reload();
      return {};
    },
    stop: () => {
      daemon.writeIntent((intent) => setRunning(intent, false));
      daemon.endSoon("stop");
      return { pid: daemon.pid };
    },
    restart: () => {
      daemon.endSoon("restart");
      return { pid: daemon.pid };
    },
    subscribe: ({ root }, { connection }) => {
      subscribe(connection, root === undefined ? undefined : toPath(root));
      return {};
    },
  };
}

async function flush(
  daemon: Daemon,
  { root: column, sweep = false, unwatched = false }: Requests["flush"]["params"],
  { progress: onProgress }: RequestContext,
): Promise<Requests["flush"]["reply"]> {
  const { projects } = daemon;
  const all = async (members: readonly Project[]) => ({
    projects: await Promise.all(members.map((one) => flushProject(one, sweep, onProgress))),
  });
  if (column === undefined) return all(projects.openProjects());
  const root = toPath(column);
  if (!unwatched || projects.has(root)) return all([projects.require(root)]);
  const params = { root: column, unwatched };
  const order = { method: "flush", params, by: "daemon", onProgress } as const;
  return daemon.aside.run(() =>
    // It may have been watched while this waited for its turn.
    projects.has(root) ? all([projects.require(root)]) : workAside(daemon.world, order),
  );
}

/** A flush without a root is of all projects, and has a handler of its own. */
type OwnWork = Exclude<WorkMethod, "flush">;

/** Requests that may change any number of files or rows. */
const isLong: ReadonlySet<OwnWork> = new Set(["restore", "invert", "oops", "prune", "prune_undo"]);

/** Requests that write to one project, watched or not: history is kept after `unf unwatch`, too. */
function workHandlers(daemon: Daemon): Pick<Handlers, OwnWork> {
  const handler =
    <M extends OwnWork>(method: M) =>
    (params: Requests[M]["params"], context: RequestContext) =>
      isLong.has(method)
        ? daemon.busy.during(method, () => work(daemon, { method, params }, context))
        : work(daemon, { method, params }, context);
  return {
    begin: handler("begin"),
    restore: handler("restore"),
    invert: handler("invert"),
    oops: handler("oops"),
    checkpoint: handler("checkpoint"),
    checkpoint_delete: handler("checkpoint_delete"),
    checkpoint_pin: handler("checkpoint_pin"),
    accept_rules: handler("accept_rules"),
    prune: handler("prune"),
    prune_undo: handler("prune_undo"),
  };
}

async function work<M extends OwnWork>(
  daemon: Daemon,
  { method, params }: { readonly method: M; readonly params: Requests[M]["params"] },
  { progress }: RequestContext,
): Promise<Requests[M]["reply"]> {
  refuseInSafeMode(daemon);
  const root = toPath(params.root);
  const workHere = () =>
    projectWork[method].carryOut(daemon.projects.require(root), params, progress);
  if (daemon.projects.has(root)) return workHere();
  const order = { method, params, by: "daemon", onProgress: progress } as const;
  return daemon.aside.run(async () =>
    // It may have been watched while this waited for its turn.
    daemon.projects.has(root) ? workHere() : workAside(daemon.world, order),
  );
}

function refuseInSafeMode(daemon: Daemon): void {
  if (!daemon.safeMode) return;
  throw new UnfError("refused", "the daemon only records after a crash loop", {
    hint: "look into logs/daemon.crash.log in unf's home, then: unf restart",
  });
}

async function watch(
  daemon: Daemon,
  request: WatchRequest,
  context: RequestContext,
): Promise<WatchReply> {
  const root = toPath(request.root);
  const refusal = decideWatch(daemon.watchFacts(root));
  if (refusal !== undefined) {
    const { code, message, hint } = refusal;
    throw new UnfError(code, `${root}: ${message}`, hint === undefined ? {} : { hint });
  }
  const moved =
    request.relink === undefined
      ? undefined
      : requireMovable(daemon.home, toPath(request.relink), root);
  const id = moved?.id ?? chooseProjectId(daemon.home, root);
  const already = daemon.projects.members.some(
    ({ intended, kind }) => intended.root === root && intended.id === id && kind === "open",
  );
  const { max_file_bytes, include_ignored, binary, no_initial_scan } = request.options;
  const intended: IntendedProject = {
    id,
    root,
    addedAt: systemClock.wall(),
    options: {
      ...(max_file_bytes === undefined ? {} : { maxFileBytes: max_file_bytes }),
      ...(include_ignored === undefined || include_ignored.length === 0
        ? {}
        : { includeIgnored: include_ignored }),
      ...(binary === undefined ? {} : { binary }),
    },
  };
  const isMove = moved !== undefined && moved.root !== root;
  // A project inside it that moved with it would else be missing, and its files the outer one's.
  const along = isMove ? findMovedAlong(daemon.home, moved.root, root) : [];
  daemon.writeIntent((intent) => {
    const changed = isMove ? relinkProject(intent, intended) : addProject(intent, intended);
    const nested = along.map((one) => ({ ...intended, ...one, options: {} }));
    const wanted = nested.reduce(relinkProject, changed);
    return daemon.isForeground ? wanted : setRunning(wanted, true);
  });
  const report = await daemon.reconcile({
    baseline: no_initial_scan === true ? "none" : "baseline",
    onProgress: (seen) => context.progress({ phase: "scanning", ...seen, total: null }),
  });
  const project = daemon.projects.require(root);
  // It is watched from now on, but a person must learn that nothing is recorded yet.
  project.suspension.check();
  const from = isMove ? { relinked_from: absPathToColumn(moved.root) } : {};
  return { ...reportWatch(daemon, project, { already, report: report.get(root) }), ...from };
}

function reportWatch(
  daemon: Daemon,
  project: Project,
  { already, report }: { readonly already: boolean; readonly report: SweepReport | undefined },
): WatchReply {
  const { root } = project.ports;
  const facts = project.suspension.readFacts();
  return {
    id: daemon.projects.intended(root).id,
    root: absPathToColumn(root),
    already,
    backend: daemon.backendOf(root).name,
    directories: project.directories,
    files_recorded: facts.files,
    files_skipped: Object.fromEntries(
      Object.entries(report?.skipped ?? {}).filter(([, count]) => count > 0),
    ),
    bytes: facts.contentBytes,
  };
}

async function unwatch(daemon: Daemon, root: AbsPath): Promise<Requests["unwatch"]["reply"]> {
  const member = daemon.projects.members.find(({ intended }) => intended.root === root);
  if (member === undefined) {
    throw new UnfError("not_watched", `${root} is not watched`, { hint: "unf list" });
  }
  const bytes = member.kind === "open" ? member.project.suspension.readFacts().contentBytes : 0;
  daemon.writeIntent((intent) => removeProject(intent, member.intended.id));
  await daemon.reconcile({});
  return { root: absPathToColumn(root), bytes };
}

function toPath(column: string): AbsPath {
  return pathFromColumn(column) as string as AbsPath;
}
