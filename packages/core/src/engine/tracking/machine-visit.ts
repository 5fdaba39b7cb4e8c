import { isbot } from "isbot";

/** Proxies of mailbox providers and scanners that open everything before a person sees it. No RFC lists them. */
const PROXY =
  /GoogleImageProxy|YahooMailProxy|Barracuda|Mimecast|Proofpoint|Symantec|MessageLabs|Trend ?Micro|FireEye|Sophos|Cisco|IronPort|SafeLinks|ZScaler|Avanan/i;
/** Apple's Mail Privacy Protection loads images with nothing but this. */
const BARE = /^Mozilla\/5\.0$/;
/** D11: nobody reads a mail within two seconds of its delivery. */
const TOO_SOON_MS = 2_000;

/** Whether a program, not a person, loaded an image or followed a link. Such visits are stored apart and trigger nothing. */
export function isMachineVisit(visit: {
  userAgent: string;
  /** Epoch milliseconds. */
  at: number;
  sentAt: number;
}): boolean {
  const { userAgent, at, sentAt } = visit;
  if (at - sentAt < TOO_SOON_MS) return true;
  return userAgent === "" || BARE.test(userAgent) || PROXY.test(userAgent) || isbot(userAgent);
}
