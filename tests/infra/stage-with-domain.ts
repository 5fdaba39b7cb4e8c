import { stages } from "../../stacks/settings.ts";

const certificateArn = "arn:aws:acm:us-east-1:123456789012:certificate/0";

export const WEB_ACL = "arn:aws:wafv2:us-east-1:123456789012:global/webacl/thaw/1";

/** A stage as an owner would set it up: permanent, with a domain, an operator, an agency's host, and guards against floods. */
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
  flood: { reservesConcurrency: true, webAclArn: WEB_ACL },
  operatorEmail: "operator@thaw.example",
  whiteLabelHosts: [{ id: "acme", host: "outreach.acme.example", certificateArn }],
};
