import type { LocalSettings } from "../../packages/local/src/config.ts";
import { type Finding, findings } from "./finding.ts";

const LOOPBACK = /^(?:localhost|127\.[\d.]+|\[::1\])$/;
/** Networks of cloud providers let nothing out by it. */
const BLOCKED_PORT = 25;

const EXAMPLE =
  'set SMTP_TRANSPORT, as {"host":"smtp.provider","port":587,"auth":{"user":"…","pass":"…"}}';

type Surroundings = Readonly<Record<string, string | undefined>>;

/** What follows from the public address, the sender and the mail server of the product's own, or from their absence. */
export function checkAddresses(
  { siteUrl, emailFrom, port }: LocalSettings,
  { SMTP_TRANSPORT: transport }: Surroundings,
): Finding[] {
  return [checkSite(siteUrl, port), ...checkTransport(transport, emailFrom)];
}

function checkSite(siteUrl: string | undefined, port: number): Finding {
  const { ok, warns } = findings("SITE_URL");
  const mend = "set SITE_URL to the https address of the reverse proxy before Thaw";
  if (!siteUrl || LOOPBACK.test(new URL(siteUrl).hostname)) {
    const url = siteUrl ?? `http://127.0.0.1:${port}`;
    return warns(`links in emails lead to ${url}, which opens on this machine alone`, mend);
  }
  if (!siteUrl.startsWith("https:")) {
    return warns(
      `${siteUrl} is not encrypted: passwords and sessions can be read on the way`,
      mend,
    );
  }
  return ok(siteUrl);
}

function checkTransport(transport: string | undefined, emailFrom: string): Finding[] {
  const { ok, blocks, warns } = findings("own emails");
  if (!transport) {
    const says =
      "Thaw's own emails (codes, resets, invitations) are kept on a page of this machine, and go nowhere";
    return [warns(says, EXAMPLE)];
  }
  const options = parsed(transport);
  if (!options) {
    return [blocks("SMTP_TRANSPORT is no object in JSON", EXAMPLE)];
  }
  const found: Finding[] = [];
  if (!options.host) found.push(warns("SMTP_TRANSPORT names no host", "it has to: host"));
  if (options.port === BLOCKED_PORT) {
    const says = `SMTP_TRANSPORT goes by port ${BLOCKED_PORT}, which most providers of machines block`;
    found.push(warns(says, "take 587 or 465, where the mail server has them"));
  }
  if (/@localhost>?$/.test(emailFrom)) {
    const says = `Thaw's own emails come from ${emailFrom}, which no mail server takes`;
    found.push(warns(says, "set EMAIL_FROM to an address that this mail server sends for"));
  }
  return found.length > 0 ? found : [ok(`go out from ${emailFrom} by ${String(options.host)}`)];
}

function parsed(json: string): { host?: unknown; port?: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
