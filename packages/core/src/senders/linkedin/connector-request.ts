import { createHmac } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { HostError } from "@thaw/mail/host/resolve-host";
import { DEFAULT_LOCALE } from "@thaw/text/locale";
import { renderText } from "@thaw/text/render";
import { say, type Text } from "@thaw/text/say";
import * as v from "valibot";
import { now } from "../../clock.ts";
import { config } from "../../config.ts";
import { pinnedRequest } from "../../pinned-request.ts";

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 64 * 1024;
/** At once and after these pauses; the caller comes back minutes later. */
const PAUSES_MS = [300, 1_500];

const Answer = v.object({
  /** What the connector calls it: for asking again. */
  ref: v.pipe(v.string(), v.nonEmpty(), v.maxLength(200), v.regex(/^[\w.~:-]+$/)),
  status: v.picklist(["PENDING", "DONE", "ACCEPTED", "FAILED"]),
  /** For people: why it failed. */
  message: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => text.replace(/\s+/g, " ").trim().slice(0, 300)),
    ),
    "",
  ),
});
export type ConnectorAnswer = v.InferOutput<typeof Answer>;

/** The connector did not do the action. `isPassing`: asking again later may help. */
export class ConnectorFailure extends Error {
  readonly text: Text;
  readonly isPassing: boolean;

  constructor(text: Text, isPassing: boolean) {
    super(renderText(DEFAULT_LOCALE, text));
    this.text = text;
    this.isPassing = isPassing;
  }
}

export type ConnectorLogin = { url: string; secret: string };
export type ConnectorCall = {
  path: string;
  /** Posted; without one the path is only asked. */
  body?: object;
  /** The same for every try of the same thing, however late. */
  idempotencyKey?: string;
};

/**
 * One call of the contract in docs/linkedin-connector.md. Goes to a public address only, follows no redirect, and is tried three
 * times.
 *
 * @throws ConnectorFailure
 */
export async function askConnector(
  login: ConnectorLogin,
  call: ConnectorCall,
): Promise<ConnectorAnswer> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await askOnce(login, call);
    } catch (error) {
      const failure = failureOf(error);
      const pause = PAUSES_MS[attempt];
      if (!failure.isPassing || pause === undefined) throw failure;
      await sleep(pause);
    }
  }
}

function failureOf(error: unknown): ConnectorFailure {
  if (error instanceof ConnectorFailure) return error;
  if (error instanceof HostError) {
    const isPassing = error.code === "host_timeout";
    const key = isPassing ? "linkedin.addressSlow" : "linkedin.addressNotFound";
    return new ConnectorFailure(say(key), isPassing);
  }
  return new ConnectorFailure(say("linkedin.connectorUnreachable"), true);
}

async function askOnce(
  { url, secret }: ConnectorLogin,
  { path, body, idempotencyKey }: ConnectorCall,
): Promise<ConnectorAnswer> {
  const address = new URL(`${url}${path}`);
  const allowPrivate = config.allowPrivateMailHosts();
  if (address.protocol !== "https:" && !allowPrivate) {
    throw new ConnectorFailure(say("linkedin.connectorHttps"), false);
  }
  const method = body ? "POST" : "GET";
  const text = body ? JSON.stringify(body) : "";
  const timestamp = String(Math.floor(now() / 1000));
  const signed = `${timestamp}.${method}.${address.pathname}.${text}`;
  const response = await pinnedRequest(address, {
    method,
    headers: {
      accept: "application/json",
      "x-thaw-timestamp": timestamp,
      "x-thaw-signature": createHmac("sha256", secret).update(signed).digest("hex"),
      ...(body ? { "content-type": "application/json" } : {}),
      ...(idempotencyKey ? { "idempotency-key": idempotencyKey } : {}),
    },
    ...(body ? { body: text } : {}),
    allowPrivate,
    maxBytes: MAX_BYTES,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  return read(response.status, await response.text());
}

/** RFC 9110 15.5: 408 and 429 pass, as do the server's own troubles; other refusals stay. */
function read(status: number, text: string): ConnectorAnswer {
  const isPassing = status === 408 || status === 425 || status === 429 || status >= 500;
  const answered = say("linkedin.connectorAnswered", { status });
  if (isPassing) throw new ConnectorFailure(answered, true);
  const parsed = v.safeParse(Answer, parse(text));
  if (parsed.success && (status < 300 || parsed.output.status === "FAILED")) return parsed.output;
  throw new ConnectorFailure(status < 300 ? say("linkedin.connectorUnreadable") : answered, false);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
