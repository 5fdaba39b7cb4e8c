import { bounceReport, MAX_REPORT_LENGTH, returnedOriginal } from "./bounce-text.ts";
import type { ReceivedMessage } from "./read-message.ts";

const ADDRESS =
  /(?<![a-z0-9!#$%&'*+/=?^_`{|}~.-])[a-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@(?:[a-z0-9-]{1,63}\.){1,8}[a-z][a-z0-9-]{1,62}/gi;

/** The addresses that a report in plain text is about, lower-case. */
export function recipientsInText(message: ReceivedMessage): string[] {
  const listed = addressesIn(message.headers.get("x-failed-recipients") ?? "");
  if (listed.length > 0) return listed;
  const isOurs = ownAddresses(message);
  const report = `${bounceReport(message.text).slice(0, MAX_REPORT_LENGTH)}\n${message.subject}`;
  const sentTo = returnedField(message, "to");
  const candidates = [
    linesThatStartWithAnAddress(report),
    commandRecipients(report),
    addressesIn(
      report.replace(/message-id:.*|<[^<>\s]{1,200}@[^<>\s]*>(?=\s*(?:message-id))/gi, ""),
    ),
    addressesIn(sentTo),
    commandRecipients(message.text.slice(0, MAX_REPORT_LENGTH)),
  ];
  const written = addressesIn(sentTo);
  const named = candidates.map((some) =>
    some.filter((one) => !isOurs(one) && (!isSystem(one) || written.includes(one))),
  );
  return unique(named.find((some) => some.length > 0) ?? []);
}

/** Addresses that cannot have failed: whom the report was sent to and who wrote it. */
function ownAddresses(message: ReceivedMessage): (address: string) => boolean {
  const { headers } = message;
  const own = [
    ...message.to.map(({ address }) => address),
    message.from?.address ?? "",
    ...["delivered-to", "envelope-to", "apparently-to"].flatMap((name) =>
      addressesIn(headers.get(name) ?? ""),
    ),
    ...addressesIn(returnedField(message, "from")).slice(0, 1),
  ];
  const known = new Set(own);
  return (address) => known.has(address);
}

/** Mail systems write reports; they fail only where someone wrote to them. */
const isSystem = (address: string) => /^(?:mailer-daemon|postmaster)@/.test(address);

/** A field of the returned original, from its attached header or from the text below the report. */
export function returnedField({ originalHeaders, text }: ReceivedMessage, name: string): string {
  const attached = originalHeaders?.get(name);
  if (attached) return attached;
  const below = returnedOriginal(text) || text;
  return new RegExp(`^[ \\t>]*${name}:[ \\t]*(.+(?:\\n[ \\t]+.+)?)`, "im").exec(below)?.[1] ?? "";
}

function linesThatStartWithAnAddress(report: string): string[] {
  return report.split("\n").flatMap((line) => {
    const opening =
      /^[\s"'<(*-]*(?:(?:to|recipient|address|failed recipient|rcpt)\s*:\s*)?<?/i.exec(line);
    const rest = line.slice(opening?.[0].length ?? 0);
    const [first] = addressesIn(rest.slice(0, 200));
    return first && rest.toLowerCase().startsWith(first) ? [first] : [];
  });
}

function commandRecipients(report: string): string[] {
  const commands =
    report.match(/(?:rcpt to:?|5\d\d[ -][\d.# ]*)\s*<?[^\s<>]{3,200}@[^\s<>]{3,200}/gi) ?? [];
  return commands.flatMap((command) => addressesIn(command));
}

export function addressesIn(text: string): string[] {
  return unique((text.match(ADDRESS) ?? []).map((address) => address.toLowerCase()));
}

export function unique(values: string[]): string[] {
  return [...new Set(values)];
}
