import { type AbsPath, type ProjectId, StorageError, UnfError, version } from "@unf/core/base";
import { limits } from "@unf/core/config";
import { daemonLockPath, projectDirectory } from "@unf/core/home";
import { Contents, TreeRecorder } from "@unf/engine";
import { guardWrites, openFileSystem, openHome, systemClock, takeLock } from "@unf/system";
import { digest } from "@unf/system/digest";
import { listProjects } from "../home/list-projects.ts";
import { openHomeTimeline } from "../home/open-timeline.ts";
import { openStore } from "../home/store.ts";
import { chooseProjectId } from "../maintenance/over-home.ts";

/** A store of trees while this process alone may write to it. */
export interface OpenTrees extends AsyncDisposable {
  readonly recorder: TreeRecorder;
}

/** The root of a history of trees that lie on no disk: a path where nothing is, nor will be. */
export function treesRoot(home: AbsPath): AbsPath {
  return `${home}/no-directory` as AbsPath;
}

/**
 * Opens the one history of trees in a home that has nothing else, and makes both where they are not
 * there. `undefined` while another process holds the daemon's lock. Throws `refused` for a home in which
 * directories are recorded.
 */
export function openTrees(home: AbsPath): OpenTrees | undefined {
  openHome(home, { create: true });
  const taken = takeLock(daemonLockPath(home), { version, command: "unf" });
  if (taken.kind === "held") return undefined;
  const { lock } = taken;
  const guard = guardWrites(home, () => {
    if (lock.stillOurs()) return;
    throw new StorageError("lock_lost", `${home} is no longer locked by this program`, {
      hint: "run it again",
    });
  });
  const letGo = () => {
    guard[Symbol.dispose]();
    lock[Symbol.dispose]();
  };
  try {
    const { recorder, timeline } = openRecorder(home);
    return {
      recorder,
      [Symbol.asyncDispose]: async () => {
        try {
          await recorder.drain();
        } catch (thrown) {
          // The inbox holds them as well, and whoever opens it next moves them.
          if (!(thrown instanceof StorageError)) throw thrown;
        } finally {
          timeline[Symbol.dispose]();
          letGo();
        }
      },
    };
  } catch (thrown) {
    letGo();
    throw thrown;
  }
}

function openRecorder(home: AbsPath) {
  const id = findHistory(home);
  const store = openStore(home, openFileSystem());
  // A program before this one may have been cut off: its objects must not be taken for durable.
  store.syncAll();
  const timeline = openHomeTimeline(home, id, { create: identityOf(home, id) });
  const recorder = new TreeRecorder({
    ...{ timeline, digest, clock: systemClock, contents: new Contents(store) },
    limits: { commit: limits.commit, messageCharsMax: limits.checkpoint.treeMessageCharsMax },
  });
  return { recorder, timeline };
}

function identityOf(home: AbsPath, id: ProjectId) {
  openFileSystem().makeDirectory(projectDirectory(home, id), 0o700);
  const nowhere = { dev: 0n, ino: 0n };
  return { project: id, root: treesRoot(home), ...nowhere, createdAt: systemClock.wall() };
}

function findHistory(home: AbsPath): ProjectId {
  const root = treesRoot(home);
  const projects = listProjects(home);
  const other = projects.find((project) => project.root !== root);
  if (other !== undefined) {
    throw new UnfError("refused", `${home} records the directory ${other.root}`, {
      hint: "trees are kept in a directory of their own",
    });
  }
  return projects[0]?.id ?? chooseProjectId(home, root);
}
