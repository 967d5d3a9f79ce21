import { decodeBase64, decodePath, encodeBase64, encodePath, isUtf8Path } from "@unf/core/base";

/** A path under a name: the text, and where it is not UTF-8 its exact bytes under `<name>_b64`. */
export type PathFields<N extends string> = { readonly [K in N]: string } & {
  readonly [K in `${N}_b64`]?: string | undefined;
};

/** A path as fields of an answer: `name`, and `name_b64` with the exact bytes when it is not UTF-8. */
export function pathFields<N extends string>(name: N, path: string): PathFields<N> {
  return writeFields(name, path) as PathFields<N>;
}

/** The path that fields of an answer hold, byte for byte. */
export function exactPath<N extends string>(name: N, fields: PathFields<N>): string {
  const { [`${name}_b64`]: base64 }: Readonly<Record<string, string | undefined>> = fields;
  const bytes = base64 === undefined ? undefined : decodeBase64(base64);
  return bytes === undefined ? fields[name] : decodePath(bytes);
}

function writeFields(name: string, path: string): Readonly<Record<string, string>> {
  if (isUtf8Path(path)) return { [name]: path };
  const shown = path.replace(/[\udc80-\udcff]/g, "\ufffd").toWellFormed();
  return { [name]: shown, [`${name}_b64`]: encodeBase64(encodePath(path)) };
}
