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
  chooseEvery(calls).filter((at) => at >= calls.length - 6 || at % 300 === 299);

/** The same for the long form: no multiple of the calls that one content takes, so all kinds come. */
export const chooseMany: ChooseCalls = (calls) =>
  chooseEvery(calls).filter((at) => at >= calls.length - 40 || at % 7 === 6);

/** Only the first. */
export const chooseFirst: ChooseCalls = () => [0];

/** Only the first that writes bytes of a file that is not SQLite's. */
export const chooseWrite: ChooseCalls = (calls) => [
  calls.findIndex((call) => call.startsWith("write ")),
];
