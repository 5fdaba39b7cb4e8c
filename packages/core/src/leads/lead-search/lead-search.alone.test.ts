import { batchWrite, type PendingPut } from "@thaw/data/batch-write";
import { concurrently } from "@thaw/data/concurrently";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { testActor } from "../../../../../tests/support/actor.ts";
import { countRequests } from "../../../../../tests/support/count-requests.ts";
import { readTable } from "../../../../../tests/support/every-entity.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { leadImage } from "../../../../../tests/support/records.ts";
import type { Actor } from "../../actor.ts";
import { createCampaign } from "../../campaigns/campaign/campaign.ts";
import { enrolInCampaign } from "../../campaigns/campaign-lead/campaign-lead.ts";
import { eraseLead } from "../../erasure/lead-erasure/lead-erasure.ts";
import { runErasure } from "../../erasure/lead-erasure/run-erasure.ts";
import type { IsoInstant } from "../../instant.schema.ts";
import { changeCampaignLeads } from "../lead/campaign-lead-actions.ts";
import { deleteLead, updateLead } from "../lead/lead.ts";
import { type LeadImage, readLeadImage } from "../lead/lead-image.ts";
import { listLeads } from "../lead/lead-list.ts";
import { LEAD_SHARDS, storeLead } from "../lead/lead-record.ts";
import { addLeads } from "../lead-import/add-leads.ts";
import { postingErasure } from "./erase-postings.ts";
import { findCandidates } from "./find-candidates.ts";
import { indexLeads } from "./index-leads.ts";
import { LeadPostingEntity } from "./lead-posting.entity.ts";
import { RANGE } from "./lead-posting.ts";

vi.setConfig({ testTimeout: 120_000 });

await cloudOfFile();

type Item = Record<string, unknown>;
type Asked = Parameters<typeof listLeads>[1];
type Person = { email: string; first_name?: string; last_name?: string; company_name?: string };
type Known = Person & {
  leadId: number;
  campaignIds: number[];
  tagIds: number[];
  categoryId: number | undefined;
  createdAt: IsoInstant;
};

/** What the account's leads are found by: "term leadId". */
async function postedIn({ accountId }: Actor): Promise<string[]> {
  const found: string[] = [];
  for (let shard = 0; shard < LEAD_SHARDS; shard++) {
    const query = LeadPostingEntity.query.byTerm({ accountId, range: 0, shard });
    const { data } = await query.go({ pages: "all" });
    found.push(...data.map(({ term, leadId }) => `${term} ${leadId}`));
  }
  return found.sort();
}

async function add(actor: Actor, leads: Person[]): Promise<number[]> {
  const { id } = await createCampaign(actor, { name: "Spring" });
  const { results } = await addLeads(actor, { campaign_id: id, leads });
  return results.map(({ lead_id }) => lead_id ?? 0);
}

const imageOf = async (actor: Actor, leadId: number) => leadImage(actor.accountId, leadId);

const AT = ["2026-03-01T09:00:00.000Z", "2026-03-02T09:00:00.000Z"] as const;
const FIRST = ["Ada", "Adam", "Bo", "Börje", "Cy", "Dörte", "Eve", "Noor", "O'Neil", "Zoë"];
const LAST = ["Smith", "Smithson", "Smythe", "Alder", "Öst", "van Dyk", "Lee-Wong", "", "Berg"];
const FIRMS = ["Acme & Co", "Berg-Werk AG", "山田商事", "Gmail Fans", "", "Zebra.io", "Ad-Hoc Ltd"];
const HOSTS = ["gmail.com", "acme.com", "mail.berg-werk.de", "zebra.co.uk", "x.example"];
const NAMED = 600;
/** More than a search reads of a word in a shard, and all in one: so theirs is common in the first range. */
const FILLERS = 520;

/** So that lists begin, end and go on in the midst of ranges, and some ranges are empty. */
function idOf(index: number): number {
  if (index < 200) return 1 + index;
  if (index < 400) return RANGE - 300 + index;
  return 3 * RANGE + index;
}

function personOf(index: number): Person {
  const [first_name, last_name, company_name] = [FIRST, LAST, FIRMS].map(
    (from, at) => from[(index * (7 + 4 * at)) % from.length] ?? "",
  );
  const local = `${first_name}.${last_name || "x"}`.toLowerCase().replace(/[^a-z.]/g, "");
  const email = `${local}${index}@${HOSTS[index % HOSTS.length]}`;
  return {
    email,
    ...(first_name && { first_name }),
    ...(last_name && { last_name }),
    ...(company_name && { company_name }),
  };
}

async function layOut({ accountId }: Actor, leads: readonly Known[]): Promise<void> {
  const parts = Array.from({ length: Math.ceil(leads.length / 200) }, (_, part) =>
    leads.slice(part * 200, (part + 1) * 200),
  );
  await concurrently(parts, 4, async (part) => {
    const items = part.map((known) => itemOfKnown(accountId, known));
    const places = part.flatMap(({ leadId, campaignIds, createdAt }) =>
      campaignIds.map(
        (campaignId): PendingPut =>
          enrolInCampaign({ accountId, campaignId, leadId, enrolledAt: createdAt }),
      ),
    );
    await batchWrite([...items.map((Item) => ({ params: () => ({ Item }) })), ...places]);
    await indexLeads(items.map((item) => ({ before: undefined, after: readLeadImage(item) })));
  });
}

function itemOfKnown(accountId: number, known: Known): Item {
  const { leadId, campaignIds, tagIds, categoryId, createdAt, ...details } = known;
  const writes = storeLead({ accountId, leadId, campaignId: 0, details, at: createdAt });
  const [, item] = writes.map((write) => (write.params() as { Item: Item }).Item);
  const values = {
    ...item,
    categoryId,
    campaignIds: campaignIds.length > 0 ? new Set(campaignIds) : undefined,
    tagIds: tagIds.length > 0 ? new Set(tagIds) : undefined,
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

async function makeMany() {
  const actor = { ...testActor() };
  const member: Actor = { ...actor, userId: 2, scope: { kind: "own", userId: 2 } };
  const { id: spring } = await createCampaign(actor, { name: "Spring" });
  const { id: own } = await createCampaign({ ...actor, userId: 2 }, { name: "Own" });
  const named = Array.from(
    { length: NAMED },
    (_, index): Known => ({
      ...personOf(index),
      leadId: idOf(index),
      campaignIds: [[spring], [own], [spring, own]][index % 3] ?? [],
      tagIds: index % 4 === 0 ? [1] : [],
      categoryId: index % 5 === 0 ? 1 : undefined,
      createdAt: AT[index % 2] ?? AT[0],
    }),
  );
  const fillers = Array.from(
    { length: FILLERS },
    (_, index): Known => ({
      email: `f${index}@gmail.com`,
      company_name: "Filler",
      leadId: 20_000 + index * LEAD_SHARDS,
      campaignIds: [],
      tagIds: [],
      categoryId: undefined,
      createdAt: AT[0],
    }),
  );
  await layOut(actor, [...named, ...fillers]);
  const stopped = named.filter(({ campaignIds }, at) => at % 9 === 0 && campaignIds[0] === spring);
  const lead_ids = stopped.map(({ leadId }) => leadId);
  await changeCampaignLeads(actor, { campaign_id: spring, lead_ids, action: "stop" });
  return { actor, member, spring, own, leads: [...named, ...fillers], stopped: new Set(lead_ids) };
}

const fold = (text: string) => text.normalize("NFKC").toLowerCase();
const wordsIn = (text: string) => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Said another way than the product does. */
function hasWord({ email, first_name, last_name, company_name }: Known, word: string): boolean {
  const begins = (text: string, end = text.length) =>
    [...text.matchAll(/[\p{L}\p{N}]+/gu)].some(({ 0: own, index }) => {
      const at = /[\u4e00-\u9fff]/.test(own) ? Array.from(own, (_, step) => index + step) : [index];
      return at.some((place) => place < end && text.startsWith(word, place));
    });
  const address = fold(email);
  const others = [first_name, last_name, company_name].map((text) => fold(text ?? ""));
  return begins(address, address.lastIndexOf(".")) || others.some((text) => begins(text));
}

type World = Awaited<ReturnType<typeof makeMany>>;

function expected(world: World, asked: Asked, isMember: boolean): number[] {
  const { search = "", campaign_id, status, tag_id, category_id, imported_from } = asked;
  // Of someone whom other campaigns have, too, a member is told neither category nor tags.
  const isTold = ({ campaignIds }: Known) =>
    !isMember || campaignIds.every((id) => id === world.own);
  const tests: ((known: Known) => boolean)[] = [
    (known) =>
      fold(search)
        .split(" ")
        .every((word) => hasWord(known, word)),
    (known) => campaign_id === undefined || known.campaignIds.includes(Number(campaign_id)),
    (known) =>
      status === undefined || statusesOf(world, known, campaign_id).includes(String(status)),
    (known) => tag_id === undefined || (isTold(known) && known.tagIds.includes(1)),
    (known) =>
      category_id === undefined ||
      ((isTold(known) ? known.categoryId : undefined) ?? -1) === category_id,
    ({ createdAt }) => imported_from === undefined || createdAt >= imported_from,
    ({ campaignIds }) => !isMember || campaignIds.includes(world.own),
  ];
  const found = world.leads.filter((known) => tests.every((passes) => passes(known)));
  const ids = found.map(({ leadId }) => leadId);
  return ids.sort((a, b) => (asked.order === "oldest" ? a - b : b - a));
}

const statusesOf = (world: World, known: Known, campaignId: Asked["campaign_id"]) =>
  known.campaignIds
    .filter((id) => campaignId === undefined || id === campaignId)
    .map((id): string =>
      id === world.spring && world.stopped.has(known.leadId) ? "STOPPED" : "STARTED",
    );

/** A list page by page, but not without end. */
async function read(actor: Actor, asked: Asked, most: number) {
  const seen: number[] = [];
  let cursor: string | null = null;
  for (let pages = 0; pages < most; pages++) {
    const page: Awaited<ReturnType<typeof listLeads>> = await listLeads(actor, {
      ...asked,
      cursor,
    });
    expect(page.total).toBeUndefined();
    seen.push(...page.items.map(({ id }) => id));
    cursor = page.cursor;
    if (cursor === null) return { seen, isWhole: true };
  }
  return { seen, isWhole: false };
}

test("for any words and filters, in both orders and within a member's scope, a search finds what a scan of every lead finds", async () => {
  const world = await makeMany();
  const beginning = fc
    .tuple(fc.nat(NAMED - 1), fc.nat(5), fc.integer({ min: 1, max: 9 }))
    .map(([index, which, length]) => {
      const words = wordsIn(Object.values(personOf(index)).join(" "));
      return words[which % words.length]?.slice(0, length) ?? "";
    });
  const other = fc.constantFrom(
    "gmail",
    "gmail.c",
    "mith",
    "com",
    "f51",
    "田商",
    "o'n",
    "smith.",
    "zz",
  );
  const search = fc
    .array(fc.oneof({ weight: 4, arbitrary: beginning }, { weight: 1, arbitrary: other }), {
      minLength: 1,
      maxLength: 3,
    })
    .map((words) => words.map((word) => word.replace(/\.$/, "")).join(" "));
  const asked = fc.record(
    {
      search,
      order: fc.constantFrom("newest" as const, "oldest" as const),
      limit: fc.constantFrom(20, 100),
      campaign_id: fc.constantFrom(world.spring, world.own),
      status: fc.constantFrom("STARTED" as const, "STOPPED" as const),
      tag_id: fc.constant(1),
      category_id: fc.constantFrom(1, -1),
      imported_from: fc.constant(AT[1] ?? ""),
    },
    { requiredKeys: ["search", "limit"] },
  );
  await fc.assert(
    fc.asyncProperty(asked, fc.boolean(), async ({ campaign_id, ...others }, isMember) => {
      // A campaign out of reach is refused by its id already.
      const campaign = campaign_id && { campaign_id: isMember ? world.own : campaign_id };
      const question = { ...others, ...campaign };
      const wanted = expected(world, question, isMember);
      const { seen, isWhole } = await read(isMember ? world.member : world.actor, question, 4);
      expect(seen).toEqual(isWhole ? wanted : wanted.slice(0, seen.length));
    }),
    { numRuns: 25 },
  );

  // A rare word among them all takes few requests; a common one fills its page all the same.
  using counted = countRequests();
  const rare = await listLeads(world.actor, { search: "f519" });
  expect(rare).toMatchObject({ items: [{ email: "f519@gmail.com" }], cursor: null });
  expect(counted.actions.length).toBeLessThanOrEqual(2 * LEAD_SHARDS + 4 * LEAD_SHARDS + 1);
  const common = { search: "gmail.com", order: "oldest" as const, limit: 100 };
  const { seen } = await read(world.actor, common, 4);
  expect(seen.length).toBeGreaterThan(200);
  expect(seen).toEqual(expected(world, common, false).slice(0, seen.length));
  // Nor does one that is common only where nobody has looked yet leave some out.
  const later = { search: "filler", limit: 100 };
  const fillers = await read(world.actor, later, 12);
  expect(fillers).toEqual({ seen: expected(world, later, false), isWhole: true });

  // Someone else has the same words, and the index itself tells whose they are.
  const stranger = testActor();
  const theirs = { ...world, leads: world.leads.slice(0, 40) };
  await layOut(stranger, theirs.leads);
  for (const search of ["smith", "gmail", "ada"]) {
    const { seen } = await read(stranger, { search, limit: 100 }, 8);
    const wanted = expected(theirs, { search }, false);
    expect(seen).toEqual(wanted);
    const ids = { from: 1, to: 4 * RANGE, isNewestFirst: true, ranges: 8 };
    expect((await findCandidates(stranger.accountId, [search], ids))?.ids).toEqual(wanted);
  }
});

test("an edit moves a lead to its new words, and what is not searched changes none", async () => {
  const actor = testActor();
  const [leadId = 0] = await add(actor, [{ email: "ada@engine.example", last_name: "Byron" }]);
  const before = await imageOf(actor, leadId);
  await indexLeads([{ before: undefined, after: before }]);
  expect(await postedIn(actor)).toEqual([
    `ada@engine.example ${leadId}`,
    `byron ${leadId}`,
    `engine.example ${leadId}`,
  ]);
  await updateLead(actor, { lead_id: leadId, email: "ada@mill.example", last_name: "" });
  const after = await imageOf(actor, leadId);
  await indexLeads([{ before, after }]);
  const now = [`ada@mill.example ${leadId}`, `mill.example ${leadId}`];
  expect(await postedIn(actor)).toEqual(now);
  await updateLead(actor, { lead_id: leadId, phone_number: "+43 1 555" });
  const called = await imageOf(actor, leadId);
  using counted = countRequests();
  await indexLeads([{ before: after, after: called }]);
  expect(counted.actions).toEqual([]);
});

test("changes that come twice, late and in any order end where the leads are now, and deleted leads have no words", async () => {
  const actor = testActor();
  const people = ["ada@engine.example", "bo@berg.example", "cy@cliff.example"];
  const leadIds = await add(
    actor,
    people.map((email) => ({ email })),
  );
  const changes: { before: LeadImage | undefined; after: LeadImage | undefined }[] = [];
  const images = new Map<number, LeadImage | undefined>();
  const look = async (leadId: number) => {
    const after = await imageOf(actor, leadId);
    changes.push({ before: images.get(leadId), after });
    images.set(leadId, after);
  };
  const [ada = 0, bo = 0, cy = 0] = leadIds;
  for (const leadId of leadIds) await look(leadId);
  for (const company_name of ["Mill", "Mill Engines", "Works"]) {
    await updateLead(actor, { lead_id: ada, company_name });
    await updateLead(actor, {
      lead_id: bo,
      company_name,
      email: `bo@${company_name.length}.example`,
    });
    await look(ada);
    await look(bo);
  }
  await deleteLead(actor, { lead_id: bo });
  await look(bo);
  const wanted = [
    `ada@engine.example ${ada}`,
    `cliff.example ${cy}`,
    `cy@cliff.example ${cy}`,
    `engine.example ${ada}`,
    `works ${ada}`,
  ];
  const anyOrder = fc.shuffledSubarray([...changes, ...changes], { minLength: 2 * changes.length });
  await fc.assert(
    fc.asyncProperty(anyOrder, fc.integer({ min: 1, max: 5 }), async (shuffled, size) => {
      for (let from = 0; from < shuffled.length; from += size) {
        await indexLeads(shuffled.slice(from, from + size));
      }
      expect(await postedIn(actor)).toEqual(wanted);
    }),
    { numRuns: 15 },
  );
});

test("a lead that is deleted or erased leaves none of its words in the table, and an account none of all", async () => {
  const actor = testActor();
  const people = ["ada@xq7gone.example", "bo@xq7erased.example", "cy@kept.example"];
  const leadIds = await add(
    actor,
    people.map((email) => ({ email })),
  );
  for (const leadId of leadIds) {
    await indexLeads([{ before: undefined, after: await imageOf(actor, leadId) }]);
  }
  const [gone = 0, erased = 0] = leadIds;
  await deleteLead(actor, { lead_id: gone });
  const { id: erasureId } = await eraseLead(actor, { lead_id: erased });
  await runErasure({ accountId: actor.accountId, erasureId });
  const left = (await readTable()).filter((row) => row.__edb_e__ === "leadPosting");
  expect(left.filter((row) => /xq7(gone|erased)/.test(JSON.stringify(row)))).toEqual([]);
  expect(await postedIn(actor)).toHaveLength(2);
  for await (const count of postingErasure.erase(actor.accountId)) expect(count).toBeGreaterThan(0);
  expect(await postedIn(actor)).toEqual([]);
});
