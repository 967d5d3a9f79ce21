import type { Writer } from "@unf/answers";
import { type AbsPath, StorageError, UnfError, version } from "@unf/core/base";
import { daemonLockPath } from "@unf/core/home";
import type { Log } from "@unf/core/ports";
import { Orders } from "@unf/engine";
import { forgetHome, nothingOpen, nothingWatched, searchForgotten } from "@unf/maintenance";
import type { ForgetParams, Method, Requests } from "@unf/protocol";
import { guardWrites, type Lock, openHome, takeLock } from "@unf/system";
import { readSettings } from "../home/settings.ts";
import { scanHome } from "../maintenance/over-home.ts";
import { openRecorderWorld } from "../record/recorder-world.ts";
import { wakeSentinelThere } from "../running/ensure-running.ts";
import { homeWork, isHomeWork } from "./home-work.ts";
import { answerInterrupt } from "./interrupt.ts";
import { isWork } from "./project-work.ts";
import { workAside } from "./work-aside.ts";

/**
 * Holds the daemon's lock as long as it is open, so that no daemon can start meanwhile. `undefined`
 * while another process holds it.
 */
export function openInThisProcess(home: AbsPath): Writer | undefined {
  openHome(home, { create: false });
  const taken = takeLock(daemonLockPath(home), { version, command: "unf" });
  if (taken.kind === "held") return undefined;
  const { lock } = taken;
  const orders = new Orders();
  const guard = guardWrites(home, () => requireLock(lock, home));
  return {
    kind: "process",
    request: async (method, params, onProgress) => {
      const isForget = method === "forget";
      if (!isWork(method) && !isHomeWork(method) && !isForget) {
        throw new UnfError("daemon_unavailable", "the daemon is not running", {
          hint: "unf start",
        });
      }
      lock.holdFor(commandOf(method, params));
      const { config } = await readSettings(home);
      const world = { ...openRecorderWorld(home, config, silentLog), orders };
      // Method and parameters belong together; TypeScript does not follow that through a type parameter.
      if (isWork(method)) {
        const order = { method, params: params as never, by: "process", onProgress } as const;
        return (await workAside(world, order)) as never;
      }
      if (isHomeWork(method)) {
        return (await homeWork[method](world, nothingOpen, params as never, onProgress)) as never;
      }
      const reply = await forgetHome(world, nothingWatched(world), params as ForgetParams);
      return { ...reply, ...(await searchForgotten(world, scanHome)) } as never;
    },
    interrupt: async (params) => answerInterrupt(orders, params, { isLeft: true }),
    [Symbol.asyncDispose]: async () => {
      guard[Symbol.dispose]();
      lock[Symbol.dispose]();
      // It waits for the lock's place: recording goes on at once.
      wakeSentinelThere(home);
    },
  };
}

function requireLock(lock: Lock, home: AbsPath): void {
  if (lock.stillOurs()) return;
  throw new StorageError("lock_lost", `${home} is no longer locked by this command`, {
    hint: "run it again",
  });
}

/** The command that a person knows the request by. */
function commandOf<M extends Method>(method: M, params: Requests[M]["params"]): string {
  const word = commandWords[method] ?? method;
  return `unf ${method === "invert" && "kind" in params ? params.kind : word}`;
}

const commandWords: { readonly [M in Method]?: string } = {
  collect: "gc",
  repair: "verify --repair",
  checkpoint_delete: "checkpoint",
  checkpoint_pin: "checkpoint",
  prune_undo: "prune --undo",
};

/** A command has no log file: what goes wrong reaches its caller. */
const silentLog: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};
