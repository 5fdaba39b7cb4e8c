import {
  type Icon,
  IconBan,
  IconBuilding,
  IconChecklist,
  IconFileText,
  IconInbox,
  IconMailbox,
  IconPlug,
  IconRocket,
  IconSend,
  IconUsers,
} from "@tabler/icons-react";
import type { Permission } from "@thaw/core/actor";
import type { TextKey } from "../messages/namespaces.ts";

export const GROUPS = ["outreach", "senders", "insight", "bottom"] as const;
export type Group = (typeof GROUPS)[number];

/** What is counted beside a section. */
export type CountName = "unread" | "openTasks" | "pausedByGuard";

/** A place in the main navigation. */
export type Section = {
  label: TextKey<"shell">;
  group: Group;
  to: string;
  /** Everything under this path marks the section as current. */
  under: string;
  icon: Icon;
  /** `g` and then this letter goes there. */
  key: string;
  permission: Permission;
  /** Gone once the account has done the first things. */
  isUntilStarted?: boolean;
  /** Everyone else has it among the settings. */
  isForClients?: boolean;
  /** Shows the count that the layout knows for it. */
  count?: CountName;
};

/** Everything that exists, in the order shown; a new screen adds one entry. */
export const SECTIONS: readonly Section[] = [
  {
    label: "getStarted",
    group: "outreach",
    to: "/app/get-started",
    under: "/app/get-started",
    icon: IconRocket,
    key: "b",
    permission: "campaigns:read",
    isUntilStarted: true,
  },
  {
    label: "campaigns",
    group: "outreach",
    to: "/app/email-campaign/all",
    under: "/app/email-campaign",
    icon: IconSend,
    key: "c",
    permission: "campaigns:read",
    count: "pausedByGuard",
  },
  {
    label: "leads",
    group: "outreach",
    to: "/app/leads/all",
    under: "/app/lead",
    icon: IconUsers,
    key: "l",
    permission: "leads:read",
  },
  {
    label: "inbox",
    group: "outreach",
    to: "/app/master-inbox",
    under: "/app/master-inbox",
    icon: IconInbox,
    key: "i",
    permission: "inbox:read",
    count: "unread",
  },
  {
    label: "tasks",
    group: "outreach",
    to: "/app/tasks",
    under: "/app/tasks",
    icon: IconChecklist,
    key: "k",
    permission: "inbox:read",
    count: "openTasks",
  },
  {
    label: "templates",
    group: "outreach",
    to: "/app/templates",
    under: "/app/templates",
    icon: IconFileText,
    key: "t",
    permission: "campaigns:read",
  },
  {
    label: "emailAccounts",
    group: "senders",
    to: "/app/email-accounts",
    under: "/app/email-account",
    icon: IconMailbox,
    key: "e",
    permission: "mailboxes:read",
  },
  {
    label: "integrations",
    group: "senders",
    to: "/app/integrations/linkedin",
    under: "/app/integrations",
    icon: IconPlug,
    key: "n",
    permission: "integrations:write",
  },
  {
    label: "clients",
    group: "senders",
    to: "/app/client-views",
    under: "/app/client-view",
    icon: IconBuilding,
    key: "v",
    permission: "clients:write",
  },
  {
    label: "blockList",
    group: "senders",
    to: "/app/domain-block-list",
    under: "/app/domain-block-list",
    icon: IconBan,
    key: "x",
    permission: "block-list:read",
    isForClients: true,
  },
];
