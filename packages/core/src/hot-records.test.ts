import { type PreparedPut, recordsOf } from "@thaw/data/records";
import { table } from "@thaw/data/table";
import fc from "fast-check";
import { expect, test } from "vitest";
import { CampaignLeadEntity } from "./campaigns/campaign-lead/campaign-lead.entity.ts";
import { enrolInCampaign } from "./campaigns/campaign-lead/campaign-lead.ts";
import { ClaimEntity } from "./kernel/claim/claim.entity.ts";
import { takeClaim } from "./kernel/claim/claim.ts";
import { LeadEntity } from "./leads/lead/lead.entity.ts";
import { storeLead } from "./leads/lead/lead-record.ts";
import { ErasedAddressEntity } from "./leads/suppression/erased-address.entity.ts";
import { SuppressionEntity } from "./leads/suppression/suppression.entity.ts";

const id = fc.integer({ min: 1, max: 999_999_999_999 });
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const word = fc.string({ unit: "grapheme", minLength: 1 });
const AT = "2026-03-02T09:00:00.000Z";

/** What ElectroDB sends for a record with these values. */
const byElectro = (entity: { create: (item: never) => PreparedPut }, item: object) =>
  entity.create(item as never).params();

const readBack = (
  entity: { parse: (row: { Item: object }) => { data: unknown } },
  write: { params: () => unknown },
) => entity.parse({ Item: (write.params() as { Item: object }).Item }).data as object;

test("the requests that store a lead, its address and its enrolment are those that ElectroDB would send", () => {
  const lead = fc.record({
    accountId: id,
    campaignId: id,
    leadId: id,
    local: word,
    first_name: maybe(word),
    job: maybe(word),
    domain: fc.constantFrom("Acme.example", "gmail.com"),
    importId: maybe(id),
    importRow: maybe(id),
  });
  fc.assert(
    fc.property(lead, ({ accountId, campaignId, leadId, importId, importRow, ...person }) => {
      const { local, first_name, job, domain } = person;
      const details = {
        email: `${local}@${domain}`,
        ...(first_name ? { first_name } : {}),
        custom_fields: job ? { job } : {},
      };
      const origin = {
        ...(importId ? { importId } : {}),
        ...(importRow ? { importRow } : {}),
      };
      const stored = storeLead({ accountId, campaignId, leadId, details, at: AT, ...origin });
      const enrolment = enrolInCampaign({
        accountId,
        campaignId,
        leadId,
        enrolledAt: AT,
        ...origin,
      });
      const writes = [...stored, enrolment];
      const entities = [ClaimEntity, LeadEntity, CampaignLeadEntity];
      for (const [position, write] of writes.entries()) {
        const entity = entities[position] as unknown as typeof ClaimEntity;
        const item = readBack(entity, write);
        expect(Object.keys(item).length).toBeGreaterThan(4);
        expect(write.params()).toEqual(byElectro(entity as never, item));
      }
    }),
    { numRuns: 50 },
  );
});

test("the key of a record is the one that ElectroDB asks for", () => {
  const claim = recordsOf<object, object>(ClaimEntity as never);
  const listed = recordsOf<object, object>(SuppressionEntity as never);
  const erased = recordsOf<object, object>(ErasedAddressEntity as never);
  fc.assert(
    fc.property(id, id, word, word, (accountId, clientId, value, kind) => {
      const claimed = { scope: String(accountId), kind, value };
      expect(ClaimEntity.get(claimed).params()).toEqual({
        TableName: table,
        Key: claim.read(claimed).key,
      });
      const entry = { accountId, clientId, value };
      expect(SuppressionEntity.get(entry).params()).toEqual({
        TableName: table,
        Key: listed.read(entry).key,
      });
      const hash = { accountId, hash: `Aa${value}` };
      expect(ErasedAddressEntity.get(hash).params()).toEqual({
        TableName: table,
        Key: erased.read(hash).key,
      });
    }),
    { numRuns: 50 },
  );
});

test("what an entity does not know is not stored, as with ElectroDB", () => {
  const owner = { accountId: 1, ownerId: 2, name: "Ada" };
  const { Item } = takeClaim({ scope: 1, kind: "x", value: "y" }, owner).params();
  expect(Item).not.toHaveProperty("name");
});
