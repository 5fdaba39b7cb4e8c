import type { FormMetadata } from "@conform-to/react";
import {
  PROVIDER_PRESETS,
  type Provider,
  type ReconnectMailbox,
} from "@thaw/core/senders/mailbox/mailbox.schema";
import { useState } from "react";
import type { SideValue } from "./server-fields.tsx";

export type Servers = { smtp: SideValue; imap: SideValue };

const NAMES = [
  "smtp_host",
  "smtp_port",
  "smtp_security",
  "imap_host",
  "imap_port",
  "imap_security",
] as const;

/** The servers that a provider is known to have. */
export function presetServers(provider: Provider): Servers {
  const { smtp, imap } = PROVIDER_PRESETS[provider];
  return {
    smtp: { ...smtp, port: String(smtp.port) },
    imap: { ...imap, port: String(imap.port) },
  };
}

export function serversOf(
  mailbox: Omit<ReconnectMailbox, "mailbox_id" | "password" | "user_name">,
): Servers {
  return {
    smtp: {
      host: mailbox.smtp_host,
      port: String(mailbox.smtp_port),
      security: mailbox.smtp_security,
    },
    imap: {
      host: mailbox.imap_host,
      port: String(mailbox.imap_port),
      security: mailbox.imap_security,
    },
  };
}

/** Both sides of a mailbox in a form, filled in by presets and by hand. */
// Any form that has the fields will do.
// oxlint-disable-next-line typescript/no-explicit-any
export function useServers(first: Servers, form: FormMetadata<any, string[]>) {
  const [servers, setServers] = useState(first);
  const errors = form.allErrors;
  const change = (next: Servers) => {
    setServers(next);
    // What was wrong with the old value says nothing of this one.
    for (const name of NAMES) if (errors[name]) form.update({ name, validated: false });
  };
  const hasErrors = NAMES.some((name) => errors[name]);
  return { servers, change, hasErrors };
}
