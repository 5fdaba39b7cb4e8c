import type { Sample } from "../../../../../tests/support/sample.ts";

export const sample: Sample = {
  make: async ({ world }) => ({ campaign_id: world.campaignId }),
  body: ({ world }) => ({
    campaign_id: world.campaignId,
    campaign_ids: [world.campaignId],
    change: "archive",
    steps: [],
    step: 1,
    variant: { letter: "A", subject: "s", body: "b" },
  }),
  bodies: {
    "POST /api/campaigns/:campaign_id/test-mail": { to: "ana@other.example" },
    "PUT /api/campaigns/:campaign_id/ai-categorisation": { mode: "none" },
    "POST /api/campaigns/:campaign_id/leads/:lead_id/move": { to_campaign_id: 1 },
    "POST /api/campaigns/:campaign_id/leads/reassign": { mailbox_id: 1 },
    "POST /api/campaigns/:campaign_id/leads/actions": { action: "pause" },
  },
};
