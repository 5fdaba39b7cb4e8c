import type { Permission } from "@thaw/core/actor";
import { changeLeads } from "@thaw/core/leads/lead/change-leads";
import { LEAD_CHANGES } from "@thaw/core/leads/lead/change-leads.schema";
import { previewCompany, stopCompany } from "@thaw/core/leads/lead/company";
import { getLead, updateLead } from "@thaw/core/leads/lead/lead";
import { listLeads } from "@thaw/core/leads/lead/lead-list";
import { createLeadExport, downloadLeadExport } from "@thaw/core/leads/lead-export/lead-export";
import { createLeadImport, previewLeadImport } from "@thaw/core/leads/lead-import/lead-import";
import { runLeadImport } from "@thaw/core/leads/lead-import/run-lead-import";
import { addSuppression, addSuppressionFile } from "@thaw/core/leads/suppression/block-list";
import { listSuppressions } from "@thaw/core/leads/suppression/list-entries";
import { unsubscribeAddress } from "@thaw/core/leads/suppression/unsubscribe-address";
import type { Operation } from "@thaw/core/operation";
import { expect, test } from "vitest";
import {
  type Agency,
  ATTACKERS,
  canaryOf,
  DOMAIN,
  DUE,
  detailsOf,
  emailOf,
  leaked,
  makeAgency,
  OWNERS,
  SHARED,
  type Side,
  stateOf,
} from "../../../../tests/support/agency.ts";
import { checkedApi } from "../../../../tests/support/checked-api.ts";
import { exportedText } from "../../../../tests/support/exported-text.ts";
import { cloudOfFile } from "../../../../tests/support/file-cloud.ts";
import { uploadCsv } from "../../../../tests/support/upload.ts";

process.env.ALLOW_PRIVATE_MAIL_HOSTS = "true";
await cloudOfFile();

/** What one does, as text: what it gave, or why it was refused. */
async function said(work: () => Promise<unknown>): Promise<string> {
  try {
    return JSON.stringify(await work());
  } catch (error) {
    return `refused: ${error instanceof Error ? error.message : String(error)}`;
  }
}

type Route = { method: string; path: string; operation: Operation };
const routes: Route[] = checkedApi().routes.flatMap(({ method, path, handler }) => {
  const { operation } = handler as { operation?: Operation };
  return operation && method !== "ALL" ? [{ method, path, operation }] : [];
});

/** Everything that an operation may be told of some owner, by every name that inputs have for it. */
function inputOf(at: Side, leadIds: readonly number[], world: Agency): Record<string, unknown> {
  const [lead_id] = leadIds;
  return {
    campaign_id: at.campaignId,
    campaign_ids: [at.campaignId],
    to_campaign_id: at.otherCampaignId,
    lead_id,
    lead_ids: leadIds,
    thread_id: at.threadId,
    task_id: at.taskId,
    note_id: at.noteId,
    reminder_id: at.reminderId,
    tag_id: world.tagId,
    client_id: at.actor.kind === "client" ? at.actor.userId : undefined,
    import_id: 1,
    export_id: 1,
    step: 1,
    variant: { letter: "A", subject: "{{first_name}}", body: "{{company_name}} {{location}}" },
    leads: [{ email: SHARED, first_name: "Mallory" }, { email: emailOf(at.name) }],
    options: { overwrite: true },
    action: "stop",
    change: "stop",
    mark: "archive",
    category_id: 1,
    text: "Mallory",
    title: "Mallory",
    first_name: "Mallory",
    due_at: DUE,
    domain: DOMAIN,
    email: `mallory-${lead_id}@evil.example`,
    name: "Mallory",
  };
}

/** Of the account's or someone's own life, and not of leads: they would end the test's own session or campaigns. */
const LEFT_OUT =
  /logout|\/auth\/|\/mailboxes|\/oidc|\/export$|\/team|DELETE \/api\/campaigns|\/status$/;

test.each(ATTACKERS)(
  "%s of an agency with every id, address, company and word of the others reads nothing of theirs, changes nothing and stops nobody",
  async (name) => {
    const world = await makeAgency();
    const { sides, sharedId } = world;
    const me = sides[name];
    const before = await stateOf(world, name);
    const leaks: string[] = [];
    const answered = new Set<string>();
    const note = (where: string, text: string) => {
      if (!text.startsWith("refused: ")) answered.add(where);
      for (const other of leaked(name, text))
        leaks.push(`${where} tells of ${other}: ${text.slice(0, 300)}`);
    };
    const permitted = routes.filter(
      ({ method, path, operation }) =>
        me.actor.permissions.has(operation.permission as Permission) &&
        !LEFT_OUT.test(`${method} ${path}`),
    );
    expect(permitted.length).toBeGreaterThan(30);
    const asked = OWNERS.flatMap((other) => {
      const at = sides[other];
      if (other === name) return [inputOf(at, [sharedId], world)];
      // Their ids, and their lead by way of a campaign of one's own.
      return [inputOf(at, [at.leadId], world), { ...inputOf(me, [at.leadId], world) }];
    });
    // First all that reads, while nothing has been tried on the attacker's own records.
    const inTurn = permitted.toSorted(
      (a, b) => Number(a.method !== "GET") - Number(b.method !== "GET"),
    );
    for (const { method, path, operation } of inTurn) {
      for (const input of asked) {
        note(`${method} ${path}`, await said(() => operation(me.actor, input)));
        if (method === "GET")
          note(
            `${method} ${path}`,
            await said(() =>
              operation(me.actor, { ...input, client_id: undefined, email: undefined }),
            ),
          );
      }
    }
    expect(leaks).toEqual([]);
    expect(await stateOf(world, name)).toEqual(before);
    // Members add to the account's list, whichever campaigns they reach.
    const { items } = await listSuppressions(world.agency, { client_id: "none" });
    expect(
      items.filter(
        ({ created_by }) => me.actor.kind === "client" || created_by !== me.actor.userId,
      ),
    ).toEqual([]);
    expect(answered.size).toBeGreaterThan(name === "reader" ? 30 : 60);
  },
  300_000,
);

test.each(ATTACKERS)(
  "%s finds nobody by words, order, client or file that others wrote",
  async (name) => {
    const world = await makeAgency();
    const { sides, sharedId } = world;
    const { actor, campaignId } = sides[name];
    for (const other of OWNERS.filter((each) => each !== name)) {
      for (const search of [canaryOf(other), `${canaryOf(other)}first`, emailOf(other)]) {
        const { items } = await listLeads(actor, { search });
        expect([other, search, items]).toEqual([other, search, []]);
      }
      expect((await listLeads(actor, { email: emailOf(other) })).items).toEqual([]);
      const client = sides[other].actor;
      if (client.kind === "client") {
        expect((await listLeads(actor, { client_id: client.userId })).items).toEqual([]);
      }
    }
    for (const order of ["newest", "oldest", "name", "-company"] as const) {
      const { items } = await listLeads(actor, { order });
      expect(items.map(({ email }) => email).sort()).toEqual([SHARED, emailOf(name)].sort());
      expect(leaked(name, JSON.stringify(items))).toEqual([]);
    }
    const own = await listLeads(actor, { search: canaryOf(name) });
    expect(own.items).toHaveLength(2);
    expect(await getLead(actor, { lead_id: sharedId })).toMatchObject({
      ...detailsOf(name),
      campaign_ids: [campaignId],
      category_id: -1,
      tag_ids: [],
    });
    for (const wanted of [{}, { lead_ids: [sharedId] }, { search: "ceo" }]) {
      const text = await exportedText(actor, wanted);
      expect(text).toContain(SHARED);
      expect(leaked(name, text)).toEqual([]);
    }
  },
);

test("a client stops and counts the people of a company in its own campaigns alone", async () => {
  const { agency, sides, ...world } = await makeAgency();
  const before = await stateOf({ agency, sides, ...world }, "full");
  expect(await previewCompany(sides.reader.actor, { domain: DOMAIN })).toMatchObject({
    leads: 2,
    open: 2,
  });
  const { stopped } = await stopCompany(sides.full.actor, { domain: DOMAIN });
  expect(stopped).toEqual([
    { lead_id: world.sharedId, campaign_ids: [sides.full.campaignId] },
    { lead_id: sides.full.leadId, campaign_ids: [sides.full.campaignId] },
  ]);
  expect(await stateOf({ agency, sides, ...world }, "full")).toEqual(before);
});

test("what a client's user unsubscribes, blocks or marks as not to be contacted holds for that client alone", async () => {
  const { agency, sides, ...world } = await makeAgency();
  const { actor } = sides.full;
  const before = await stateOf({ agency, sides, ...world }, "full");
  await unsubscribeAddress(actor, { email: emailOf("agency") });
  await unsubscribeAddress(actor, { email: SHARED });
  await addSuppression(actor, { value: DOMAIN });
  for (const change of LEAD_CHANGES) {
    await changeLeads(actor, {
      lead_ids: [world.sharedId],
      change,
      category_id: 4,
      tag_id: world.tagId,
      to_campaign_id: sides.full.otherCampaignId,
    }).catch(() => undefined);
  }
  expect(await stateOf({ agency, sides, ...world }, "full")).toEqual(before);
  expect((await listSuppressions(agency, { client_id: "none" })).items).toEqual([]);
  const entries = (await listSuppressions(actor, {})).items;
  expect(entries.map(({ value, client_id }) => [value, client_id])).toContainEqual([
    emailOf("agency"),
    actor.userId,
  ]);
  expect(await getLead(agency, { lead_id: world.sharedId })).toMatchObject({
    category_id: -1,
    tag_ids: [],
  });
});

test.each(["full", "limited"] as const)(
  "%s cannot redirect a person, and edits what its own campaign knows",
  async (name) => {
    const { agency, sides, sharedId, ...world } = await makeAgency();
    const { actor } = sides[name];
    const before = await stateOf({ agency, sides, sharedId, ...world }, name);
    for (const email of ["mallory@evil.example", "CEO@target-works.example"]) {
      const moved = updateLead(actor, { lead_id: sharedId, email });
      await expect(moved).rejects.toMatchObject({ code: "forbidden" });
    }
    const edited = { first_name: "Edited", company_name: "", custom_fields: { own: "yes" } };
    const { first_name, company_name, custom_fields } = await updateLead(actor, {
      lead_id: sharedId,
      email: SHARED,
      ...edited,
    });
    expect({ first_name, company_name, custom_fields }).toEqual({
      first_name: "Edited",
      company_name: undefined,
      custom_fields: { own: "yes" },
    });
    expect(await stateOf({ agency, sides, sharedId, ...world }, name)).toEqual(before);
    const page = await getLead(agency, { lead_id: sharedId });
    expect(page).toMatchObject(detailsOf("agency"));
    expect(page.own_values).toContainEqual(
      expect.objectContaining({ campaign_id: sides[name].campaignId, first_name: "Edited" }),
    );
  },
);

test("a file that a client imports with overwriting changes what its own campaign knows", async () => {
  const { agency, sides, sharedId, ...world } = await makeAgency();
  for (const name of ["full", "limited"] as const) {
    const { actor, campaignId } = sides[name];
    const before = await stateOf({ agency, sides, sharedId, ...world }, name);
    const csv = `email,first_name\n${SHARED},Overwritten\n${emailOf("agency")},Taken\n`;
    const file_key = await uploadCsv(actor, csv);
    const { mapping } = await previewLeadImport(actor, { file_key });
    const { id } = await createLeadImport(actor, {
      campaign_id: campaignId,
      file_key,
      file_name: "x.csv",
      mapping: mapping.map((target, column) => ({ ...target, column })),
      options: { overwrite: true, skip_if_in_other_campaign: false },
    });
    const run = { signal: AbortSignal.timeout(60_000), creditLimit: 1_000 };
    await runLeadImport({ accountId: actor.accountId, importId: id }, run);
    expect(await stateOf({ agency, sides, sharedId, ...world }, name)).toEqual(before);
    expect(await getLead(actor, { lead_id: sharedId })).toMatchObject({
      first_name: "Overwritten",
    });
    const taken = await getLead(actor, { lead_id: sides.agency.leadId });
    expect(taken).toMatchObject({
      first_name: "Taken",
      custom_fields: {},
      campaign_ids: [campaignId],
    });
  }
});

test("another user's file is not found, uploaded or exported", async () => {
  const { agency, sides } = await makeAgency();
  const file_key = await uploadCsv(agency, `email\n${emailOf("agency")}\n`);
  for (const { actor } of [sides.full, sides.limited]) {
    const preview = previewLeadImport(actor, { file_key });
    await expect(preview).rejects.toMatchObject({ code: "not_found" });
    const blocked = addSuppressionFile(actor, { file_key });
    await expect(blocked).rejects.toMatchObject({ code: "not_found" });
  }
  const { id: export_id } = await createLeadExport(agency, {});
  for (const name of ATTACKERS) {
    const download = downloadLeadExport(sides[name].actor, { export_id });
    await expect(download).rejects.toMatchObject({ code: "not_found" });
  }
});
