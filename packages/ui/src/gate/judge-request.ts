/** A request as far as it decides who sent it. Header names are lower case. */
export interface Heading {
  readonly method: string;
  /** As it stands in the request line. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** Why a request is not even looked at. */
export interface Refusal {
  readonly status: number;
  readonly message: string;
}

/**
 * Says why a request may not come from the page that this server sent; `undefined`: it may. A page of
 * another site cannot choose these headers: its browser writes them.
 */
export function judgeRequest(
  { method, target, headers }: Heading,
  port: number,
): Refusal | undefined {
  // A name that an attacker has pointed at this machine stands in Host as it was typed.
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  const { host, origin } = headers;
  if (typeof host !== "string" || !hosts.includes(host))
    return { status: 403, message: "this is not the name of this server" };
  if (origin !== undefined && origin !== `http://${host}`)
    return { status: 403, message: "the request comes from another site" };
  // Another port of this machine is the same site, but not the same origin.
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none")
    return { status: 403, message: "the request comes from another site" };
  if (!target.startsWith("/")) return { status: 400, message: "that is no address" };
  if (method !== "GET" && method !== "HEAD" && method !== "POST")
    return { status: 405, message: "there is no such method" };
  return method === "POST" ? judgeOrder(headers) : undefined;
}

/** A form can send neither of the two without asking first, which is not answered. */
function judgeOrder(headers: Heading["headers"]): Refusal | undefined {
  if (headers["x-unf-ui"] !== "1")
    return { status: 403, message: "the header x-unf-ui is missing" };
  const [type] = String(headers["content-type"] ?? "").split(";");
  if (type?.trim().toLowerCase() !== "application/json")
    return { status: 415, message: "the body has to be application/json" };
  return undefined;
}

/** The value of a cookie; `undefined` where it is not there, or there twice. */
export function cookieOf(headers: Heading["headers"], name: string): string | undefined {
  const values = String(headers.cookie ?? "")
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  return values.length === 1 ? values[0] : undefined;
}
