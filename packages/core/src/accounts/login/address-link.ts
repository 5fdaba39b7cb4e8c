import { newOneTimeToken, type TokenHolder } from "./one-time-token.ts";

type Key = { accountId: number; userId: number };
/** The address that the user has, and the one that the link was mailed to: the same at a sign-up. */
type Addresses = { from: string; to: string };

/** A link that proves an address, and the write that makes it work. It dies with the address that the user has. */
export function newAddressLink({ accountId, userId }: Key, { from, to }: Addresses) {
  // Neither address has a line break.
  return newOneTimeToken("verify-email", { accountId, userId, boundTo: `${from}\n${to}` });
}

export function addressesOf({ boundTo = "" }: TokenHolder): Addresses {
  const [from = "", to = ""] = boundTo.split("\n");
  return { from, to };
}
