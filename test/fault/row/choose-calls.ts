/** Which calls of a list (`CALL PATH` each) a sweep tries, as indices. */
export type ChooseCalls = (calls: readonly string[]) => readonly number[];

export const chooseEvery: ChooseCalls = (calls) => calls.map((_, at) => at);

/** Of a run of writes to one file only the first, every fourth and the last; all other calls. */
export const chooseTelling: ChooseCalls = (calls) => {
  let run = 0;
  return chooseEvery(calls).filter((at) => {
    run = calls[at] === calls[at - 1] ? run + 1 : 0;
    return run % 4 === 0 || calls[at] !== calls[at + 1];
  });
};

/** Of a bulk batch's thousand calls: the last ones, which commit it, and a few of the others. */
export const chooseFew: ChooseCalls = (calls) =>
  chooseEvery(calls).filter((at) => at >= calls.length - 6 || at % 600 === 599);

/** The same for the long form: no multiple of the calls that one content takes, so all kinds come. */
export const chooseMany: ChooseCalls = (calls) =>
  chooseEvery(calls).filter((at) => at >= calls.length - 40 || at % 7 === 6);

/** Only the first. */
export const chooseFirst: ChooseCalls = () => [0];

/** Only the first that writes bytes of a file that is not SQLite's. */
export const chooseWrite: ChooseCalls = (calls) => [
  calls.findIndex((call) => call.startsWith("write ")),
];

/** The first call of each kind: other names and numbers make no other kind. */
export const chooseKinds: ChooseCalls = (calls) => {
  const kinds = calls.map((call) => {
    const [name, path = ""] = call.split(" ");
    return `${name} ${path.split("/")[1]} ${/\.[^./]*$/.exec(path)?.[0]}`;
  });
  return chooseEvery(calls).filter((at) => kinds.indexOf(kinds[at] ?? "") === at);
};

/** The first call of each kind that concerns packs, and what comes right after each pack is in place. */
export const choosePacking: ChooseCalls = (calls) => {
  const kinds = new Set(chooseKinds(calls));
  const isPack = (at: number) => calls[at]?.includes("/packs/") === true;
  const isPlaced = (at: number) => isPack(at) && calls[at]?.startsWith("rename ") === true;
  return chooseEvery(calls).filter((at) => (isPack(at) && kinds.has(at)) || isPlaced(at - 2));
};

/** The first call of each kind, and every sixth. */
export const chooseSixth: ChooseCalls = (calls) => {
  const kinds = new Set(chooseKinds(calls));
  return chooseEvery(calls).filter((at) => kinds.has(at) || at % 6 === 5);
};

/** The last that moves a new content into place. */
export const chooseLastRename: ChooseCalls = (calls) => [
  calls.findLastIndex((call) => call.startsWith("rename ")),
];

/** The first that does. */
export const chooseFirstRename: ChooseCalls = (calls) => [
  calls.findIndex((call) => call.startsWith("rename ")),
];

/** Those that put a file in its place, wherever it was before. */
export const choosePlacing: ChooseCalls = (calls) =>
  chooseEvery(calls).filter((at) =>
    /^(rename|create|write) \/root\/[a-z/]+\.txt/.test(calls[at] ?? ""),
  );

/** Every third that moves a new content into place, and one that writes it. */
export const chooseRenames: ChooseCalls = (calls) => {
  const renames = chooseEvery(calls).filter((at) => calls[at]?.startsWith("rename "));
  const write = calls.findIndex((call) => call.startsWith("write "));
  return [write, ...renames.filter((_, nth) => nth % 3 === 1)];
};

/** The last of all: it commits what was done. */
export const chooseLast: ChooseCalls = (calls) => [calls.length - 1];
