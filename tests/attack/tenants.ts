import type { Attack } from "./support/attack.ts";
import type { Person, World } from "./support/world.ts";

/** The leads of the agency's campaigns: `ceo@one.example` is the first client's, `ceo@own.example` the agency's own. */
const THEIRS = "ceo@one.example";
const AGENCYS = "ceo@own.example";
const SECRET = "of one";

type Lead = { id: number; email: string; campaign_ids: number[]; custom_fields: object };

/** Another client's lead, as the agency sees it. */
async function leadOf({ ask, agency }: World, email: string): Promise<Lead> {
  const { data } = await ask(`/api/leads?email=${encodeURIComponent(email)}`, agency.owner);
  return data[0];
}

/** How a lead stands in a campaign, as the agency sees it. */
async function statusIn({ ask, agency }: World, campaignId: number, leadId: number) {
  const { data } = await ask(`/api/campaigns/${campaignId}/leads`, agency.owner);
  const items: { lead_id: number; status: string }[] = data;
  return items.find(({ lead_id }) => lead_id === leadId)?.status;
}

/** The second client adds the address of someone else's lead to its own campaign. */
async function addTheirs({ ask, agency }: World, { token }: Person, email: string) {
  const lead = { email, custom_fields: { mine: "yes" } };
  const path = `/api/campaigns/${agency.campaigns.two}/leads`;
  return ask(path, { token, body: { leads: [lead], options: { overwrite: true } } });
}

export const attacks: readonly Attack[] = [
  {
    name: "a client that adds the address of another client's lead reads nothing but the address",
    async run(world) {
      const { ask, agency } = world;
      const { id } = await leadOf(world, THEIRS);
      const before = await ask(`/api/leads/${id}`, agency.two);
      const added = await addTheirs(world, agency.two, THEIRS.toUpperCase());
      const paths = [
        `/api/leads/${id}`,
        "/api/leads",
        `/api/leads?search=${THEIRS}`,
        `/api/leads/${id}/notes`,
        `/api/leads/${id}/tasks`,
        `/api/leads/${id}/timeline`,
        `/api/campaigns/${agency.campaigns.two}/leads`,
      ];
      const answers = await Promise.all(paths.map((path) => ask(path, agency.two)));
      const told = answers.filter(({ text }) => text.includes(SECRET)).length;
      const [page] = answers;
      const campaigns = page?.data?.campaign_ids ?? [];
      const isOwn = campaigns.length === 1 && campaigns[0] === agency.campaigns.two;
      const seen = `before ${before.status}, added ${added.status}, ${told} of ${paths.length} answers told, campaigns ${campaigns}`;
      return { held: before.status === 404 && page?.status === 200 && told === 0 && isOwn, seen };
    },
  },
  {
    name: "a client cannot redirect a lead that another client writes to, nor change what that one knows",
    async run(world) {
      const { ask, agency } = world;
      await addTheirs(world, agency.two, THEIRS);
      const { id } = await leadOf(world, THEIRS);
      const change = (body: object) =>
        ask(`/api/leads/${id}`, { method: "PATCH", token: agency.two.token, body });
      const moved = await change({ email: "attacker@mine.example" });
      await change({ first_name: "Mallory", custom_fields: { private_note: "taken" } });
      const gone = await ask(`/api/leads/${id}`, { method: "DELETE", token: agency.two.token });
      const after = await ask(`/api/leads/${id}`, agency.one);
      const { email, first_name, custom_fields } = after.data ?? {};
      const isKept = email === THEIRS && !first_name && custom_fields?.private_note === SECRET;
      const seen = `${moved.status}, deletion ${gone.status}, then ${email} with "${custom_fields?.private_note}"`;
      return { held: moved.status === 403 && gone.status === 403 && isKept, seen };
    },
  },
  {
    name: "a client stops nobody of a company in campaigns that are not its own, and does not count them",
    async run(world) {
      const { ask, agency } = world;
      const { id } = await leadOf(world, AGENCYS);
      const body = { domain: "own.example" };
      const counted = await ask("/api/leads/company?domain=own.example", agency.two);
      const { data } = await ask("/api/leads/company/stop", { token: agency.two.token, body });
      const status = await statusIn(world, agency.campaigns.own, id);
      const stopped = data.stopped.length;
      return {
        held: counted.data.leads === 0 && stopped === 0 && status === "STARTED",
        seen: `${counted.data.leads} counted, ${stopped} stopped, the lead is ${status}`,
      };
    },
  },
  {
    name: "a client unsubscribes nobody for the agency, and does not learn who opted out",
    async run(world) {
      const { ask, agency } = world;
      const { id } = await leadOf(world, AGENCYS);
      const body = { email: AGENCYS };
      const said = await ask("/api/unsubscribe", { token: agency.two.token, body });
      const status = await statusIn(world, agency.campaigns.own, id);
      const gone = { email: "gone@own.example" };
      await ask("/api/unsubscribe", { token: agency.owner.token, body: gone });
      const asked = await ask(`/api/unsubscribe?email=${gone.email}`, agency.two);
      const isTold = asked.data.unsubscribed;
      return {
        held: said.status === 200 && status === "STARTED" && isTold === false,
        seen: `${said.status}, the lead is ${status}, told of another: ${isTold}`,
      };
    },
  },
  {
    name: "a client with no permission but to look changes no list and no lead",
    async run(world) {
      const { ask, agency, newClient } = world;
      const { token } = await newClient("none");
      const { id } = await leadOf(world, AGENCYS);
      const tries: [string, object][] = [
        ["/api/unsubscribe", { email: AGENCYS }],
        ["/api/block-list", { value: "own.example" }],
        ["/api/leads/company/stop", { domain: "own.example" }],
        ["/api/leads/bulk", { lead_ids: [id], change: "block" }],
      ];
      const answers = await Promise.all(tries.map(([path, body]) => ask(path, { token, body })));
      const counted = await ask("/api/leads/company?domain=own.example", { token });
      const status = await statusIn(world, agency.campaigns.own, id);
      const codes = answers.map((answer) => answer.status);
      return {
        held:
          codes.every((code) => code >= 403 && code <= 404) &&
          counted.data.leads === 0 &&
          status === "STARTED",
        seen: `${codes.join(", ")}, ${counted.data.leads} counted, the lead is ${status}`,
      };
    },
  },
  {
    name: "a client does not learn the names of categories that are hidden from it",
    async run({ ask, agency, newClient }) {
      const made = await ask("/api/categories", {
        token: agency.owner.token,
        body: { name: "Hidden moraine", sentiment: "neutral", color: "blue" },
      });
      const client = await newClient();
      const changed = await ask(`/api/clients/${client.id}`, {
        method: "PUT",
        token: agency.owner.token,
        body: {
          name: "Cleo",
          email: client.email,
          permissions: "full_access",
          restricted_category_ids: [made.data.id],
        },
      });
      const { status, text } = await ask("/api/categories", client);
      const isTold = text.includes("Hidden moraine");
      return {
        held: status === 200 && !isTold,
        seen: `${changed.status}, ${status}, told: ${isTold}`,
      };
    },
  },
];
