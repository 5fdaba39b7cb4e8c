import type { Case } from "./doctor-scene.ts";
import { SENDER } from "./good-world.ts";

export const EMAIL_CASES: Case[] = [
  {
    name: "the sandbox",
    change: ({ world }) => void (world.ses.production = false),
    found: ["warns", "email", /sandbox/, /production access/],
  },
  {
    name: "an account that may not send",
    change: ({ world }) => void (world.ses.sending = false),
    found: ["warns", "email", /sends nothing/, /AWS Support/],
  },
  {
    name: "an account shut down",
    change: ({ world }) => void (world.ses.enforcement = "SHUTDOWN"),
    found: ["warns", "email", /sends nothing .*SHUTDOWN/, /AWS Support/],
  },
  {
    name: "an account under review",
    change: ({ world }) => void (world.ses.enforcement = "PROBATION"),
    found: ["warns", "email", /under review/, /SES console/],
  },
  {
    name: "a small sending quota",
    change: ({ world }) => void (world.ses.perDay = 200),
    found: ["warns", "email", /200 emails a day/, /Service Quotas/],
  },
  {
    name: "a sender that nobody created",
    change: ({ world }) => void (world.identities = {}),
    found: ["warns", "email", new RegExp(`not verified ${SENDER}`), /create acme-mail\.net/],
  },
  {
    name: "a sender that is not verified yet",
    change: ({ world }) =>
      void (world.identities = {
        "acme-mail.net": { verified: false, dkim: "PENDING", tokens: ["abc"] },
      }),
    found: [
      "warns",
      "email",
      /not verified/,
      /CNAME abc\._domainkey\.acme-mail\.net → abc\.dkim\.amazonses\.com/,
    ],
  },
  {
    name: "a sender without DKIM",
    change: ({ world }) => void (world.identities = { [SENDER]: { verified: true } }),
    found: ["warns", "email", /does not sign with DKIM/, /DKIM/],
  },
];
