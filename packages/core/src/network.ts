import { isIPv6 } from "node:net";

const GROUPS = 8;
/** RFC 6177: who gets addresses of IPv6 gets 2^64 of them at least, and uses another one for each request if they like. */
const NETWORK_GROUPS = 4;
const OF_IPV4 = /^\[::ffff:([\da-f]{1,4}):([\da-f]{1,4})\]$/;

/** What the limits of strangers count by: an address of IPv4, or the 64 bits of IPv6 that one line has. */
export function networkOf(ip: string): string {
  const bare = ip.replace(/%.*$/, "");
  if (!isIPv6(bare)) return ip;
  // RFC 5952: shortened, in lower case.
  const { hostname } = new URL(`http://[${bare}]`);
  const [, high, low] = OF_IPV4.exec(hostname) ?? [];
  if (high && low) return bytesOf(high).concat(bytesOf(low)).join(".");
  const [before = [], after] = hostname
    .slice(1, -1)
    .split("::")
    .map((part) => part.split(":").filter(Boolean));
  const zeros = after ? Array<string>(GROUPS - before.length - after.length).fill("0") : [];
  const groups = [...before, ...zeros, ...(after ?? [])];
  return `${groups.slice(0, NETWORK_GROUPS).join(":")}::/64`;
}

function bytesOf(group: string): number[] {
  const value = Number.parseInt(group, 16);
  return [value >> 8, value & 255];
}
