import type { Sample } from "../../../../../tests/support/sample.ts";

export const sample: Sample = {
  make: async ({ world }) => ({ mailbox_id: world.mailboxIds[0] ?? 0 }),
  body: ({ world }) => ({ mailbox_ids: world.mailboxIds }),
  bodies: {
    "PUT /api/mailboxes/:mailbox_id/tracking-domain": { domain: "t.other.example" },
    "POST /api/mailboxes/:mailbox_id/reconnect": {
      smtp_host: "mail.other.example",
      smtp_port: 465,
      smtp_security: "SSL",
      imap_host: "mail.other.example",
      imap_port: 993,
      imap_security: "SSL",
    },
  },
};
