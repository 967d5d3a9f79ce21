export interface LiveListener {
  rows(project: string): void;
  recording(isRecording: boolean, why: string | undefined): void;
  /** The stream was cut off; the browser tries again by itself, for as long as the server lets it in. */
  lost(): void;
  found(): void;
}

/**
 * Hears of new rows while the page is visible. The browser takes a broken stream up again by itself, from
 * the last event that it has; after the page was hidden, everything may be new.
 */
export function listen(project: string | null, listener: LiveListener): () => void {
  let source: EventSource | undefined;
  const close = () => {
    source?.close();
    source = undefined;
  };
  const open = () => {
    if (document.hidden || source !== undefined) return;
    source = new EventSource(
      project === null ? "/api/live" : `/api/live?project=${encodeURIComponent(project)}`,
    );
    source.addEventListener("open", () => listener.found());
    source.addEventListener("error", () => listener.lost());
    source.addEventListener("rows", ({ data }) => listener.rows(JSON.parse(data).project));
    source.addEventListener("recording", ({ data }) => {
      const { recording, why } = JSON.parse(data);
      listener.recording(recording, why);
    });
  };
  const change = () => {
    if (document.hidden) return close();
    open();
    listener.rows("");
  };
  document.addEventListener("visibilitychange", change);
  open();
  return () => {
    document.removeEventListener("visibilitychange", change);
    close();
  };
}
