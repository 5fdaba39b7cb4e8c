import { expect, test } from "vitest";
import { everyEntity } from "../../../../../tests/support/every-entity.ts";
import { EXPIRING, MADE, OF_NOBODY } from "../../../../../tests/support/never-erased.ts";
import { ACCOUNT_ERASURES } from "../../erasure/account-deletion/of-account.ts";
import { CAMPAIGN_ERASURES } from "../../erasure/account-deletion/of-campaign.ts";
import { USER_ERASURES } from "../../erasure/account-deletion/of-user.ts";
import { ERASERS } from "../../erasure/account-deletion/stages.ts";
import { LEAD_ERASURES } from "../../erasure/lead-erasure/of-lead.ts";
import type { LeadErasure } from "./declare.ts";
import { ERASING_STAGES } from "./deletion-stage.schema.ts";

/** Their last records go in the transaction that writes the proof, or when the edge has forgotten them. */
const LAST = ["account", "hostWatch"];

/** What goes with a lead of an account that is deleted: what leads alone lead to. */
const withLeads = LEAD_ERASURES.filter(({ ids }: LeadErasure) => ids !== undefined);

test("every kind of record declares with whom it goes, unless it ends by itself", async () => {
  const declared = [
    ...ACCOUNT_ERASURES,
    ...CAMPAIGN_ERASURES,
    ...USER_ERASURES,
    ...withLeads,
  ].flatMap(({ entities }) => entities);
  const kinds = [...(await everyEntity()).keys()].sort();
  const others = [...OF_NOBODY, ...EXPIRING, ...MADE, ...LAST];
  // Missing here: declare it in its entity's file (`erasedWithAccount` and others), then `npm run generate`.
  expect([...declared, ...others].sort()).toEqual(kinds);
});

test("every stage of an account's deletion erases something", () => {
  for (const stage of ERASING_STAGES) expect(ERASERS[stage].length, stage).toBeGreaterThan(0);
});

test("sign-ins are shut out first, and users are deleted last, since their records are found through them", () => {
  const turnsIn = (stage: keyof typeof ERASERS) =>
    ERASERS[stage].map(
      (eraser) => ACCOUNT_ERASURES.find(({ erase }) => erase === eraser)?.entities,
    );
  for (const stage of ["credentials", "users"] as const) {
    const shutOut = turnsIn(stage).slice(0, 2).flat();
    expect(shutOut).toEqual(expect.arrayContaining(["apiKey", "session"]));
  }
  expect(turnsIn("users").at(-1)).toEqual(["user"]);
});
