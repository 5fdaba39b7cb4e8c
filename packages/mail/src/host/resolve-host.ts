import { lookup as systemLookup } from "node:dns/promises";
import { domainToASCII } from "node:url";
import ipaddr from "ipaddr.js";

const LOOKUP_TIMEOUT_MS = 5_000;
const MAIL_PORTS: readonly number[] = [25, 465, 587, 2525, 143, 993];
/** IPv6 gives out public addresses only here (RFC 4291 2.4); everything else is special or unassigned. */
const GLOBAL_IPV6 = ipaddr.parseCIDR("2000::/3");
/** RFC 1123 2.1: letters, digits and hyphens; underscores do occur in the names of real servers. */
const HOST_NAME = /^(?!-)[a-z0-9_-]{1,63}(?<!-)(\.(?!-)[a-z0-9_-]{1,63}(?<!-))*$/;
/** No top-level domain is a number (RFC 3696 2), so this is an address written in a way nobody should need. */
const NUMERIC_LABEL = /(^|\.)(\d+|0x[0-9a-f]*)$/;

export type HostErrorCode =
  | "host_invalid"
  | "host_private"
  | "host_elsewhere"
  | "host_not_found"
  | "host_timeout"
  | "port_refused";

/** A mail server that may not or cannot be connected to. The message is written for the user. */
export class HostError extends Error {
  override readonly name = "HostError";
  readonly code: HostErrorCode;

  constructor(code: HostErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** All addresses of a name, as text. */
export type Lookup = (name: string) => Promise<string[]>;

export type ResolveOptions = {
  /** Lets private, loopback and other special addresses through: tests and self-hosted mail servers. */
  allowPrivate?: boolean;
  /** Refuses every address that is not this machine itself. */
  onlyLoopback?: boolean;
  lookup?: Lookup;
  timeoutMs?: number;
};

export type ResolvedHost = {
  /** Connect to this and to nothing else: looking the name up again would let it change its answer. */
  ip: string;
  /** The name for SNI and the certificate; missing where the user gave an address. */
  servername?: string;
};

/**
 * Finds the address of a mail server that a user named, and refuses it where any of the name's addresses belongs to a
 * network of ours (private, loopback, link-local with the metadata service, carrier NAT, multicast, mapped, reserved).
 * @throws HostError
 */
export async function resolveHost(
  host: string,
  options: ResolveOptions = {},
): Promise<ResolvedHost> {
  const name = cleanHost(host);
  // Reads 127.1, 0x7f000001 and 2130706433 as the system's resolver would.
  if (ipaddr.isValid(name)) return { ip: checkAddress(name, host, options) };
  if (!HOST_NAME.test(name) || name.length > 253 || NUMERIC_LABEL.test(name)) {
    throw new HostError("host_invalid", `"${shorten(host)}" is not the name of a mail server`);
  }
  const addresses = await lookUp(name, options);
  const checked = addresses.map((address) => checkAddress(address, name, options));
  // Lambda and many servers have no route to IPv6.
  const ip = checked.find((address) => !address.includes(":")) ?? checked[0];
  if (!ip) throw new HostError("host_not_found", `${name} has no address`);
  return { ip, servername: name };
}

/**
 * Mail is spoken on few ports; anything else would make us a port scanner.
 * @throws HostError port_refused
 */
export function checkMailPort(port: number, allowPrivate = false): void {
  const isPort = Number.isInteger(port) && port > 0 && port < 65_536;
  if (isPort && (allowPrivate || MAIL_PORTS.includes(port))) return;
  throw new HostError(
    "port_refused",
    `Port ${port} is not a mail port. Use one of ${MAIL_PORTS.join(", ")}`,
  );
}

/** Whether an address, as text, belongs to the public internet. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  // Every other range is special: mapped and translated IPv6 hide a second address inside.
  if (parsed.range() !== "unicast") return false;
  return parsed.kind() === "ipv4" || parsed.match(GLOBAL_IPV6);
}

function cleanHost(host: string): string {
  const bare = host
    .trim()
    .replace(/^\[(.*)\]$/, "$1")
    .replace(/\.$/, "")
    .toLowerCase();
  // Non-ASCII names only: for ASCII it would rewrite numbers into addresses and hide what was typed.
  return /^[\x20-\x7e]*$/.test(bare) ? bare : domainToASCII(bare);
}

function checkAddress(
  address: string,
  host: string,
  { allowPrivate = false, onlyLoopback = false }: ResolveOptions,
): string {
  if (onlyLoopback && ipaddr.parse(address).range() !== "loopback") {
    const text = `${shorten(host)} is another machine, and here only mailboxes of this one are used`;
    throw new HostError("host_elsewhere", text);
  }
  if (allowPrivate || isPublicAddress(address)) return ipaddr.parse(address).toString();
  throw new HostError(
    "host_private",
    `${shorten(host)} is not on the public internet, so it cannot be used as a mail server`,
  );
}

async function lookUp(name: string, options: ResolveOptions): Promise<string[]> {
  const { lookup = systemAddresses, timeoutMs = LOOKUP_TIMEOUT_MS } = options;
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new HostError("host_timeout", `Looking up ${name} took too long. Please try again`));
    }, timeoutMs);
  });
  try {
    return await Promise.race([lookup(name), timeout]);
  } catch (error) {
    if (error instanceof HostError) throw error;
    const isTemporary = (error as NodeJS.ErrnoException).code === "EAI_AGAIN";
    throw isTemporary
      ? new HostError("host_timeout", `${name} could not be looked up. Please try again`)
      : new HostError("host_not_found", `There is no server called ${name}`);
  } finally {
    clearTimeout(timer);
  }
}

async function systemAddresses(name: string): Promise<string[]> {
  const found = await systemLookup(name, { all: true });
  return found.map(({ address }) => address);
}

function shorten(host: string): string {
  return host.length > 100 ? `${host.slice(0, 100)}…` : host;
}
