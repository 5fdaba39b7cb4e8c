import { snippet } from "@thaw/mail/message/snippet";
import { safeParse } from "valibot";
import { expect, test } from "vitest";
import { GapMinutes } from "../../senders/mailbox/mailbox.schema.ts";
import { UpdateCampaign } from "./campaign.schema.ts";

test("a campaign uses at most 500 mailboxes, each of which waits 3 minutes or more, and a list shows 150 characters of a mail [CONST-02]", () => {
  const uses = (mailboxes: number) => {
    const mailbox_ids = Array.from({ length: mailboxes }, (_, index) => index + 1);
    return safeParse(UpdateCampaign, { campaign_id: 1, mailbox_ids }).success;
  };
  expect([uses(500), uses(501)]).toEqual([true, false]);
  const waits = (minutes: number) => safeParse(GapMinutes, minutes).success;
  expect([waits(3), waits(2)]).toEqual([true, false]);
  expect(snippet("x".repeat(151))).toBe(`${"x".repeat(150)}…`);
});
