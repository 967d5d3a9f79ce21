import * as z from "zod";

/** `unf ui`, before it begins to serve. */
export const uiShape = z.strictObject({
  url: z.string().describe("Opens the page once"),
  port: z.int(),
  joined: z.boolean().describe("Another run serves the page, and this one has ended"),
});
