import type { Actor } from "../../packages/core/src/actor.ts";
import {
  createCampaign,
  updateCampaign,
} from "../../packages/core/src/campaigns/campaign/campaign.ts";
import { startCampaign } from "../../packages/core/src/campaigns/campaign/campaign-launch.ts";
import type { Distribution } from "../../packages/core/src/campaigns/sequence/sequence.schema.ts";
import { saveSequence } from "../../packages/core/src/campaigns/sequence/sequence.ts";
import type { StepType } from "../../packages/core/src/campaigns/sequence/step-type.schema.ts";
import type { CampaignSchedule } from "../../packages/core/src/kernel/schedule/schedule.schema.ts";
import { addLeads } from "../../packages/core/src/leads/lead-import/add-leads.ts";
import { storeMailbox } from "../../packages/core/src/senders/mailbox/mailbox-connect.ts";
import { testActor } from "./actor.ts";

/** Open at every minute of every day, so that a test decides by its clock alone. */
export const ALWAYS_OPEN = {
  timezone: "Etc/GMT",
  weekdays: [1, 2, 3, 4, 5, 6, 7],
  start: "00:00",
  end: "23:59",
  minGapMinutes: 3,
  maxNewLeadsPerDay: 1_000,
};

export type WorldOptions = {
  smtpPort: number;
  imapPort?: number;
  mailboxes?: number;
  /** The mailboxes' addresses, on a server that knows them. */
  users?: readonly string[];
  /** Another campaign of this world's account, with the same mailboxes. */
  within?: World;
  /** Whose it is; someone new otherwise. */
  actor?: Actor;
  leads?: number;
  leadEmail?: (index: number) => string;
  /** What else is known of a lead. */
  leadFields?: (index: number) => object;
  dailyLimit?: number;
  schedule?: Partial<CampaignSchedule>;
  settings?: object;
  /** `shares`: variants of the same text, by hand unless AI distributes them. */
  steps?: {
    delayInDays: number;
    subject: string;
    body: string;
    shares?: number[];
    distribution?: Distribution;
    type?: StepType;
  }[];
  start?: boolean;
  /** What differs from a mailbox on a local sink. */
  mailbox?: Partial<Parameters<typeof storeMailbox>[1]>;
};

export type World = { actor: Actor; campaignId: number; mailboxIds: number[]; leadIds: number[] };

const TWO_STEPS: NonNullable<WorldOptions["steps"]> = [
  { delayInDays: 0, subject: "Hello {{first_name|there}}", body: "<p>Hi {{first_name}}</p>" },
  { delayInDays: 2, subject: "", body: "<p>Just checking, {{first_name}}</p>" },
];

/** A campaign with mailboxes on a local server and leads, made by the product's own operations. */
export async function makeWorld(options: WorldOptions): Promise<World> {
  const actor = options.actor ?? options.within?.actor ?? testActor();
  const mailboxIds = options.within?.mailboxIds ?? (await makeMailboxes(actor, options));
  const { id: campaignId } = await createCampaign(actor, { name: "Spring" });
  const steps = (options.steps ?? TWO_STEPS).map((step, index) => ({
    seq_number: index + 1,
    seq_delay_details: { delayInDays: step.delayInDays },
    ...(step.distribution ? { distribution: step.distribution } : {}),
    ...(step.type ? { seq_type: step.type } : {}),
    variants: (step.shares ?? [100]).map((share) => ({
      letter: "A",
      subject: step.subject,
      body: step.body,
      share,
    })),
  }));
  await saveSequence(actor, { campaign_id: campaignId, steps });
  await updateCampaign(actor, {
    campaign_id: campaignId,
    mailbox_ids: mailboxIds,
    schedule: { ...ALWAYS_OPEN, ...options.schedule },
    ...(options.settings ? { settings: options.settings } : {}),
  });
  const leadIds = await makeLeads(actor, campaignId, options);
  if (options.start !== false) await startCampaign(actor, { campaign_id: campaignId });
  return { actor, campaignId, mailboxIds, leadIds };
}

async function makeMailboxes(actor: Actor, options: WorldOptions): Promise<number[]> {
  const ids: number[] = [];
  const { users } = options;
  for (let index = 0; index < (users?.length ?? options.mailboxes ?? 1); index++) {
    const { mailboxId } = await storeMailbox(actor, {
      provider: "generic",
      email: users?.[index] ?? `sender${index}@sender.example`,
      from_name: "Sam Sender",
      smtp_host: "127.0.0.1",
      smtp_port: options.smtpPort,
      smtp_security: "None",
      imap_host: "127.0.0.1",
      imap_port: options.imapPort ?? 1,
      imap_security: "None",
      user_name: "",
      password: "secret",
      daily_limit: options.dailyLimit ?? 50,
      min_gap_minutes: 3,
      ...options.mailbox,
    });
    ids.push(mailboxId);
  }
  return ids;
}

const addressOf = (index: number) => `lead${index}@prospect.example`;

async function makeLeads(
  actor: Actor,
  campaignId: number,
  { leads = 3, leadEmail = addressOf, leadFields = () => ({}) }: WorldOptions,
): Promise<number[]> {
  const ids: number[] = [];
  for (let start = 0; start < leads; start += 400) {
    const count = Math.min(400, leads - start);
    const { results } = await addLeads(actor, {
      campaign_id: campaignId,
      leads: Array.from({ length: count }, (_, index) => ({
        email: leadEmail(start + index),
        first_name: `Lee${start + index}`,
        ...leadFields(start + index),
      })),
    });
    ids.push(...results.flatMap(({ lead_id }) => lead_id ?? []));
  }
  return ids;
}
