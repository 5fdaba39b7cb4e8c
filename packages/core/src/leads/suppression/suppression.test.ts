import { expect, test } from "vitest";
import { testActor } from "../../../../../tests/support/actor.ts";
import { told } from "../../../../../tests/support/told.ts";
import { addSuppression } from "./block-list.ts";
import { listSuppressions } from "./list-entries.ts";
import { findSuppressed } from "./suppression.ts";

test("an entry covers its address in any case, a domain its subdomains, and no look-alike", async () => {
  const actor = testActor();
  await addSuppression(actor, { value: "Stop@Example.com " });
  await addSuppression(actor, { value: "blocked.example" });
  const asked = [
    "stop@example.com",
    "STOP@EXAMPLE.COM",
    "other@example.com",
    "a@blocked.example",
    "a@mail.eu.blocked.example",
    "a@notblocked.example",
  ];
  expect([...(await findSuppressed(actor.accountId, asked, undefined))]).toEqual([
    "stop@example.com",
    "STOP@EXAMPLE.COM",
    "a@blocked.example",
    "a@mail.eu.blocked.example",
  ]);
});

test("another account's entries block no lead here", async () => {
  const ours = testActor();
  await addSuppression(testActor(), { value: "a@example.com" });
  expect((await findSuppressed(ours.accountId, ["a@example.com"], undefined)).size).toBe(0);
  expect((await listSuppressions(ours, {})).items).toEqual([]);
});

test("an entry that is neither address nor domain is refused at the field", async () => {
  await expect(addSuppression(testActor(), { value: "hello" })).rejects.toMatchObject({
    code: "invalid",
    fields: { value: [told("Enter an email address or a domain")] },
  });
});
