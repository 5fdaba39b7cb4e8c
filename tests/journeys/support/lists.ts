import type { Api } from "./api.ts";
import { CAMPAIGNS, CLIENTS, FOLDERS, INBOX, LEADS, TAGS, TEAM } from "./screens.ts";

/** A screen that lists something, with the table of its rows or what only they say, and what its empty state, if it has one, offers or names. */
export type List = { path: string; rows: string | RegExp; next?: string | RegExp };

/** Where the lists of a campaign and of a folder are. */
export type Own = { campaign: string; folder: string };

/** Lists that anyone can fill. */
export const ownLists = ({ campaign, folder }: Own): List[] => [
  { path: CAMPAIGNS, rows: "Campaigns", next: "New campaign" },
  { path: FOLDERS, rows: /^This summer$/, next: "New folder" },
  { path: folder, rows: "Campaigns", next: "All campaigns" },
  { path: LEADS, rows: "Leads", next: "New campaign" },
  { path: "/app/leads/erasures", rows: /^Lead \d+$/, next: /Open a lead to erase/ },
  { path: "/app/tasks", rows: "Tasks", next: "New task" },
  { path: "/app/tasks/all", rows: "Tasks", next: "New task" },
  { path: "/app/templates", rows: "Templates", next: "New template" },
  { path: CLIENTS, rows: "Clients", next: "New client" },
  { path: TEAM, rows: "Team members", next: "Invite member" },
  { path: TAGS, rows: "Tags", next: "New tag" },
  {
    path: "/app/settings/global-block-list",
    rows: "Addresses and domains on the block list",
    next: /Add addresses or domains by hand/,
  },
  { path: "/app/settings/api-keys", rows: "API keys", next: "Create API key" },
  // A user who sees it has logged in, which is an act.
  { path: "/app/settings/activity", rows: "Activity" },
  {
    path: "/app/integrations/linkedin",
    rows: "LinkedIn accounts",
    next: "Add LinkedIn account",
  },
  { path: `${campaign}/lead-list`, rows: "Leads of this campaign", next: "Add leads" },
  { path: `${campaign}/subsequence`, rows: "Subsequences", next: "New subsequence" },
];

/** Lists that mail fills. */
export const mailLists = (campaign: string): List[] => [
  { path: "/app/email-accounts", rows: "Email accounts", next: "Connect mailbox" },
  { path: INBOX, rows: /coffee/i, next: "See your campaigns" },
  {
    path: `${campaign}/performance`,
    rows: "Campaign activity",
    next: "Finish and start",
  },
  {
    path: `${campaign}/trigger-logs`,
    rows: "Scheduler log of this campaign",
    next: "Finish and start",
  },
];

/** A campaign and a folder with nothing in them. */
export async function startLists(api: Api): Promise<Own & { id: number; folderId: number }> {
  const { id } = await api<{ id: number }>("POST /campaigns", { name: "Four states" });
  const folder = await api<{ id: number }>("POST /campaign-folders", { name: "This summer" });
  return {
    id,
    folderId: folder.id,
    campaign: `/app/email-campaign/${id}`,
    folder: `/app/email-campaign/folder/${folder.id}/view`,
  };
}

/** Puts something on each list but those that mail fills. */
export async function fillLists(api: Api): Promise<Own> {
  const { id, folderId, ...own } = await startLists(api);
  await api("POST /campaigns/bulk", { change: "move", campaign_ids: [id], folder_id: folderId });
  const leads = ["gone", "ada"].map((name) => ({ email: `${name}@four.example` }));
  await api(`POST /campaigns/${id}/leads`, { leads });
  const known = await api<{ id: number; email: string }[]>("GET /leads");
  const idOf = (name: string) => known.find(({ email }) => email.startsWith(name))?.id;
  await api(`POST /leads/${idOf("gone")}/erase`);
  const due_at = "2100-01-01T09:00:00.000Z";
  await api("POST /tasks", { title: "Call", due_at, lead_id: idOf("ada") });
  await api("POST /templates", { name: "Hello", body: "Hello" });
  const client = { name: "Bolt", email: `${crypto.randomUUID()}@bolt.example` };
  await api("POST /clients", { ...client, permissions: "full_access", is_invited: false });
  await api("POST /tags", { name: "Warm" });
  await api("POST /block-list", { value: "rival.example" });
  await api("POST /api-keys", { name: "Robot" });
  const profile_url = "https://www.linkedin.com/in/ada-lovelace";
  await api("POST /linkedin/accounts", { name: "Ada", profile_url });
  await api(`POST /campaigns/${id}/subsequences`, {});
  return own;
}
