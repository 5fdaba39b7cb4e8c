// `npm run generate`: who may do what, from the table that enforces it.

import { PERMISSIONS } from "@thaw/core/actor";
import { ACCESS, HOLDERS } from "@thaw/core/kernel/access/access-table";
import { FEATURE_ACCESS } from "@thaw/core/kernel/access/feature";
import { FEATURES } from "@thaw/core/kernel/access/feature.schema";
import { tableOf, writeOrCheck } from "./generated-document.ts";

const TITLES: Record<(typeof HOLDERS)[number], string> = {
  OWNER: "Owner",
  ADMIN_ACCESS: "Admin",
  FULL_MEMBER_ACCESS: "Full member",
  LIMITED_FULL_MEMBER_ACCESS: "Limited member",
  VIEW_ONLY_ACCESS: "View only",
  full_access: "Client with full access",
  reply_master_inbox: "Client who replies",
  client: "Client",
};
const CELLS = { all: "all", own: "own", client: "its own", "-": "" } as const;

const rows = PERMISSIONS.map((permission) => {
  const { does, visibility } = ACCESS[permission];
  return [`\`${permission}\``, does, ...HOLDERS.map((holder) => CELLS[visibility[holder]])];
});
const table = tableOf(["Permission", "May", ...HOLDERS.map((holder) => TITLES[holder])], rows);

const WHO = { everyone: "everyone", team: "all but clients", owner: "the owner" } as const;
const PLANS: Partial<Record<string, string>> = {
  any: "any",
  trial: "the trial",
  "no trial": "any but the trial",
  details: "one with `enterprise_plan_details`",
};

const features = tableOf(
  ["Feature", "Opens", "To", "With a plan"],
  FEATURES.map((feature) => {
    const { opens, who, plan } = FEATURE_ACCESS[feature];
    return [`\`${feature}\``, opens, WHO[who], PLANS[plan] ?? `that has \`${plan}\``];
  }),
);

writeOrCheck(
  "docs/permissions.md",
  `# Who may do what

Of whose records: *all* of the account's, one's *own* (made by oneself or assigned to one), or a client's (*its own*).
\`packages/core/src/kernel/access\` decides it for screens, the API and the socket alike; \`docs/routes.md\` says which permission each
route takes. Nobody changes their own role or the owner's.

${table}

## Features

Features depend on the plan of the account and on the kind of the user. Pages of a feature redirect users without it
(\`route-guard.ts\`); \`GET /api/plan-details\` names those of the caller. At our own hosts an agency's client is seen as one
of the team.

${features}`,
);
