/** The reactions of a program to signals. */
export interface SignalActions {
  /** SIGTERM, SIGINT. Comes again when the sender does not wait. */
  readonly end: (signal: "SIGTERM" | "SIGINT") => void;
  /** SIGHUP: read intent and configuration again. */
  readonly reload: () => void;
}

/**
 * Listens to signals until disposed. A terminal that closes sends SIGHUP only to programs in its
 * session, which those started by `spawnProgram` are not. SIGPIPE does nothing: a write to a closed
 * connection fails by itself.
 */
export function onSignals(actions: SignalActions): Disposable {
  const listeners = {
    SIGTERM: () => actions.end("SIGTERM"),
    SIGINT: () => actions.end("SIGINT"),
    SIGHUP: () => actions.reload(),
    SIGPIPE: () => undefined,
  };
  const entries = Object.entries(listeners);
  for (const [signal, listener] of entries) process.on(signal, listener);
  return {
    [Symbol.dispose]() {
      for (const [signal, listener] of entries) process.off(signal, listener);
    },
  };
}
