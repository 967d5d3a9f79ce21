/** Version of all programs: that of `cli/package.json`, which a test compares. */
export const version = "0.1.0";
