import { getServers } from "node:dns";
import { type Finding, findings } from "./finding.ts";

/** Whether this machine knows whom to ask for mail servers, which it does not do now. */
export function checkNameServers(servers: readonly string[] = getServers()): Finding {
  const { ok, warns } = findings("name servers");
  if (servers.length > 0) return ok(servers.join(", "));
  const says = "none is known: no mail server, and no domain of a recipient, can be found";
  return warns(says, "/etc/resolv.conf names them");
}
