import process from "node:process";

/** How a piece of work ended. `uncaught`: a daemon would end now. `hung`: not in its time. */
export type Attempt = "done" | "failed" | "uncaught" | "hung";

/** Half a minute is more than any of it takes. Unit: ms. */
const limitMs = 30_000;

let onUncaught: (thrown: unknown) => void = () => undefined;

/** Hands whatever nobody catches to the attempt that is under way. To be called once. */
export function catchUncaught(): void {
  process.on("uncaughtException", (thrown) => onUncaught(thrown));
  process.on("unhandledRejection", (thrown) => onUncaught(thrown));
}

/** Waits for `work`, and gives what it threw to `failures`. */
export async function attempt(work: () => Promise<unknown>, failures: unknown[]): Promise<Attempt> {
  const { promise, resolve } = Promise.withResolvers<Attempt>();
  const limit = setTimeout(() => {
    failures.push(new Error("it hangs"));
    resolve("hung");
  }, limitMs);
  onUncaught = (thrown) => {
    failures.push(thrown);
    resolve("uncaught");
  };
  work().then(
    () => resolve("done"),
    (thrown: unknown) => {
      failures.push(thrown);
      resolve("failed");
    },
  );
  const outcome = await promise;
  clearTimeout(limit);
  onUncaught = () => undefined;
  return outcome;
}
