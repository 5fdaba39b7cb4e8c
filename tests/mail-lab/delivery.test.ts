import { toIso } from "@thaw/core/clock";
import { DAY_MS, MINUTE_MS } from "@thaw/core/duration";
import { sendBatch } from "@thaw/core/engine/delivery/send-batch";
import { runTrigger } from "@thaw/core/engine/trigger-run/run-trigger";
import { findLeads } from "@thaw/core/leads/lead/lead-record";
import { findSuppressed } from "@thaw/core/leads/suppression/suppression";
import { describe, expect, test } from "vitest";
import { jobIn, messageIn, runAndSend } from "../support/campaign-run.ts";
import type { WorldOptions } from "../support/world.ts";
import {
  answer,
  append,
  begunCampaign,
  happenings,
  KEEPER,
  LEAD,
  labCampaign,
  labWithCloud,
  leadIn,
  OTHER,
  poll,
  post,
  type Running,
  readFolder,
  SENDER,
  sendFirstStep,
  theThread,
  threadsIn,
} from "./campaign.ts";
import { eventually } from "./mailbox.ts";
import { complaint, report } from "./reports.ts";

const { found, lab } = await labWithCloud();

const begun = (options?: Partial<WorldOptions>) => begunCampaign(lab, options);

describe.runIf(found)("What mail from machines does, on Dovecot and Postfix", () => {
  test("an automatic answer leaves the lead in progress and its conversation out of Inbox [CAMP-45]", async () => {
    using it = await begun();
    const headers = ["Auto-Submitted: auto-replied"];
    await post(lab, answer(it.first, { headers, subject: "We got your mail", body: "Thanks." }));
    await poll(it);
    expect(await happenings(it.world)).toEqual(["auto-replied"]);
    expect((await leadIn(it.world))?.status).toBe("INPROGRESS");
    expect(await threadsIn(it.world)).toEqual([]);
    await post(lab, answer(it.first));
    await poll(it);
    expect((await theThread(it.world)).messages).toHaveLength(3);
  });

  test("an out-of-office with a date pauses until the day after it, sets category 6, and the lead comes back [LEAD-29]", async () => {
    using it = await begun();
    const back = new Date(Date.now() + 10 * DAY_MS);
    const date = back.toLocaleDateString("en-GB", {
      day: "numeric",
      month: "long",
      year: "numeric",
    });
    await post(
      lab,
      answer(it.first, {
        headers: ["Auto-Submitted: auto-replied"],
        subject: "Out of office",
        body: `I am out of the office and back on ${date}.`,
      }),
    );
    await poll(it);
    const dayAfter = toIso(Date.parse(toIso(back.getTime() + DAY_MS).slice(0, 10)));
    const paused = await leadIn(it.world);
    expect(paused).toMatchObject({ status: "PAUSED", previousStatus: "INPROGRESS" });
    expect(paused?.due?.slice(0, 24)).toBe(dayAfter);
    expect(await happenings(it.world)).toEqual(["auto-replied"]);
    it.clock.set(toIso(Date.parse(dayAfter) - DAY_MS));
    await runAndSend(it.world, it.clock, 6, [2]);
    expect((await messageIn(it.world, 0, 2))?.status).toBeUndefined();
    it.clock.set(dayAfter);
    await runAndSend(it.world, it.clock, 12, [2]);
    expect((await messageIn(it.world, 0, 2))?.status).toBe("SENT");
    expect((await leadIn(it.world))?.status).toBe("COMPLETED");
    await post(lab, answer(it.first));
    await poll(it);
    expect((await theThread(it.world)).category_id).toBe(6);
  });

  test("an out-of-office without a date pauses for a week, also a follow-up that was planned already", async () => {
    using it = await begun();
    it.clock.set(toIso(Date.now() + 2 * DAY_MS));
    await runTrigger(
      { accountId: it.world.actor.accountId, campaignId: it.world.campaignId },
      "Etc/GMT",
    );
    expect((await messageIn(it.world, 0, 2))?.status).toBe("DRAFTED");
    const headers = ["X-Autoreply: yes"];
    await post(lab, answer(it.first, { headers, subject: "Out of office", body: "I am away." }));
    await poll(it);
    const paused = await leadIn(it.world);
    expect(paused?.status).toBe("PAUSED");
    const resumes = Date.parse(paused?.due?.slice(0, 24) ?? "");
    expect(Math.abs(resumes - Date.now() - 7 * DAY_MS)).toBeLessThan(10 * MINUTE_MS);
    it.clock.set(toIso(Date.now() + 2 * DAY_MS + 20 * MINUTE_MS));
    await sendBatch([jobIn(it.world, 0, 2)]);
    expect(await messageIn(it.world, 0, 2)).toBeUndefined();
    it.clock.set(toIso(resumes));
    await runAndSend(it.world, it.clock, 12, [2]);
    expect((await messageIn(it.world, 0, 2))?.status).toBe("SENT");
  });

  test("Postfix's report that there is no such person stops the lead, flags the address and blocks it", async () => {
    const nobody = "bounce-ann@gamma.test";
    using it = await labCampaign(lab, { sender: SENDER, leads: [nobody] });
    await runAndSend(it.world, it.clock, 4);
    await eventually(async () => (await readFolder(lab, SENDER))[0]);
    await poll(it);
    expect(await happenings(it.world)).toEqual(["bounced", "lead-finished"]);
    expect(await leadIn(it.world)).toMatchObject({ status: "STOPPED", stopReason: "bounce" });
    expect((await leadRecord(it))?.bouncedAt).toBeDefined();
    const { accountId } = it.world.actor;
    expect([...(await findSuppressed(accountId, [nobody], undefined))]).toEqual([nobody]);
    expect(await threadsIn(it.world)).toEqual([]);
  });

  test("a full mailbox gets the mail three times more in two days, then the lead stops in this campaign alone", async () => {
    const full = "bouncefull-ann@gamma.test";
    const step = (delayInDays: number) => ({ delayInDays, subject: "Hi", body: "<p>Hi</p>" });
    const steps = [step(0), step(20)];
    using it = await labCampaign(lab, { sender: SENDER, leads: [full] }, { steps });
    const start = Date.now();
    for (const [index, hours] of [0, 4, 24, 48].entries()) {
      it.clock.set(toIso(start + hours * 60 * MINUTE_MS + 2 * MINUTE_MS));
      await runAndSend(it.world, it.clock, 12);
      await eventually(async () => (await readFolder(lab, SENDER))[index]);
      expect((await leadIn(it.world))?.status).toBe("INPROGRESS");
      await poll(it);
    }
    expect(await leadIn(it.world)).toMatchObject({ status: "STOPPED", stopReason: "bounce" });
    const kinds = await happenings(it.world);
    expect(kinds.filter((kind) => kind !== "resent")).toEqual([
      "bounced",
      "lead-finished",
      "soft-bounced",
      "soft-bounced",
      "soft-bounced",
      "soft-bounced",
    ]);
    expect((await leadRecord(it))?.bouncedAt).toBeUndefined();
  });

  test("a forged report changes nothing: unknown mail, another mailbox's mail, another recipient", async () => {
    using it = await labCampaign(lab, { sender: SENDER, others: [KEEPER], leads: [LEAD] });
    const first = await sendFirstStep(lab, it, LEAD);
    const reports = [
      report({ to: SENDER, recipient: LEAD, original: `<${"A".repeat(22)}@beta.test>` }),
      report({ to: SENDER, recipient: LEAD }),
      report({ to: SENDER, recipient: OTHER, original: first.messageId }),
      report({ to: SENDER, recipient: LEAD, from: LEAD, original: "<nobody@nowhere.test>" }),
    ];
    for (const raw of reports) await append(lab, SENDER, raw);
    // A true id, in a mailbox of the same account that did not send it.
    const misplaced = report({ to: KEEPER, recipient: LEAD, original: first.messageId });
    await append(lab, KEEPER, misplaced);
    await poll(it);
    await poll(it, 1);
    expect(await happenings(it.world)).toEqual([]);
    expect((await leadIn(it.world))?.status).toBe("INPROGRESS");
    expect((await leadRecord(it))?.bouncedAt).toBeUndefined();
    expect(await threadsIn(it.world)).toEqual([]);
    expect(await threadsIn(it.world, "untracked")).toEqual([]);
    const genuine = report({ to: SENDER, recipient: LEAD, original: first.messageId });
    await append(lab, SENDER, genuine);
    await poll(it);
    expect(await happenings(it.world)).toEqual(["bounced", "lead-finished"]);
  });

  test("a complaint takes the person off every list", async () => {
    using it = await begun();
    await append(
      lab,
      SENDER,
      complaint({ to: SENDER, recipient: LEAD, original: it.first.messageId }),
    );
    await poll(it);
    expect(await happenings(it.world)).toEqual(["complained", "lead-finished"]);
    expect((await leadIn(it.world))?.status).toBe("BLOCKED");
    const { accountId } = it.world.actor;
    expect([...(await findSuppressed(accountId, [LEAD], undefined))]).toEqual([LEAD]);
  });
});

const leadRecord = async ({ world }: Running) =>
  (await findLeads(world.actor.accountId, world.leadIds)).get(world.leadIds[0] ?? 0);
