import { resolveCname } from "@thaw/mail/host/resolve-cname";
import { config } from "../../config.ts";

/** Whether a host is another name of what users point theirs to; undefined when nobody could be asked. */
export async function pointsHere(host: string): Promise<boolean | undefined> {
  const names = await resolveCname(host, { servers: config.dnsServers() });
  return names?.includes(config.whiteLabelTarget().toLowerCase());
}
