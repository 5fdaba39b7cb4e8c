import { resolveTxt } from "@thaw/mail/host/resolve-cname";
import { config } from "../../config.ts";

/** The TXT record that shows a host to be an account's: only the domain's holder can set it. It names nobody. */
export const proofOf = (accountId: number, host: string) => ({
  name: `_account.${host}`,
  value: `account=${accountId}`,
});

/** Whether the record is there; undefined when nobody could be asked. */
export async function isProven(accountId: number, host: string): Promise<boolean | undefined> {
  const { name, value } = proofOf(accountId, host);
  return (await resolveTxt(name, { servers: config.dnsServers() }))?.includes(value);
}
