import { decodeBase64, decodePath } from "@unf/core/base";
import * as z from "zod";

const length = 4096;

/** Bytes in base64, as the string that stands for a path that is not UTF-8. */
const exact = z
  .string()
  .max(2 * length)
  .transform((text, { addIssue }) => {
    const bytes = decodeBase64(text);
    if (bytes !== undefined) return decodePath(bytes);
    addIssue("not base64");
    return z.NEVER;
  });

/**
 * A path as a request names it: a text, or the root and the `path_b64` of an answer, byte for byte, where
 * that has one because the path is not UTF-8.
 */
export const pathWord = z.union([
  z.string().min(1).max(length),
  z
    .strictObject({
      root: z.string().startsWith("/").max(length),
      root_b64: exact.optional(),
      path_b64: exact,
    })
    .transform(({ root, root_b64, path_b64 }) => `${root_b64 ?? root}/${path_b64}`),
]);

/** The page names each file of what it takes back, and reads the names of so many. */
export const pathWords = z.array(pathWord).max(20_000).default([]);
