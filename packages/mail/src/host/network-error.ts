import { HostError } from "./resolve-host.ts";

type Failure = Error & {
  code?: string;
  /** Nodemailer keeps the system's code here. */
  originalCode?: string;
  timeoutType?: string;
};

/** What went wrong on the way to a mail server, in words for the user: names the server, the port and the likely cause. */
export function describeNetworkError(error: unknown, { host, port }: ServerAddress): string {
  if (error instanceof HostError) return error.message;
  const failure = error as Failure;
  const server = `${host}:${port}`;
  const codes = [failure.originalCode, failure.code];
  const known = codes.map((code) => code && TEXTS[code]).find(Boolean);
  if (known) return `${server} ${known}`;
  const message = oneLine(failure.message ?? String(error));
  if (/certificate|altnames/i.test(message)) {
    return `The certificate of ${server} was not accepted: ${message}`;
  }
  if (/wrong version number|packet length too long|unknown protocol/i.test(message)) {
    return `${server} does not speak SSL. Try TLS or another port`;
  }
  return `The connection to ${server} failed: ${message}`;
}

type ServerAddress = { host: string; port: number };

const TOO_LONG = "did not answer in time. Check the host, the port and the security type";
const UNREACHABLE = "cannot be reached";
const ENDED = "ended the connection";

const TEXTS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "refused the connection. Check the port",
  ECONNRESET: ENDED,
  EPIPE: ENDED,
  EConnectionClosed: ENDED,
  NoConnection: ENDED,
  ClosedAfterConnectTLS: ENDED,
  ClosedAfterConnectText: ENDED,
  EHOSTUNREACH: UNREACHABLE,
  ENETUNREACH: UNREACHABLE,
  ETIMEDOUT: TOO_LONG,
  ETIMEOUT: TOO_LONG,
  CONNECT_TIMEOUT: TOO_LONG,
  GREETING_TIMEOUT: TOO_LONG,
  UPGRADE_TIMEOUT: TOO_LONG,
};

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim().slice(0, 300);
}
