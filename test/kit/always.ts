/** Of a test that is alone with its store: it may write whatever happens. */
export const always = (): void => undefined;
