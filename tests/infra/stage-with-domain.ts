import { stages } from "../../stacks/settings.ts";

const certificateArn = "arn:aws:acm:us-east-1:123456789012:certificate/0";

/** A stage as an owner would set it up: permanent, with a domain, an operator and an agency's host. */
export const STAGE_WITH_DOMAIN = "with-domain";

stages[STAGE_WITH_DOMAIN] = {
  permanent: true,
  logRetention: "three_months",
  emailFrom: "Thaw <no-reply@thaw.example>",
  domain: {
    name: "app.thaw.example",
    certificateArn,
    services: { analytics: "analytics.thaw.example", "smart-delivery": "delivery.thaw.example" },
  },
  flood: { reservesConcurrency: true },
  operatorEmail: "operator@thaw.example",
  whiteLabelHosts: [{ id: "acme", host: "outreach.acme.example", certificateArn }],
};
