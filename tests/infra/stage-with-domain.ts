/** A stage as an owner would set it up, in thaw.settings.json beside this: with guards against floods and an agency's host. */
export const STAGE_WITH_DOMAIN = "with-domain";
/** Its web ACL. */
export const WEB_ACL = "arn:aws:wafv2:us-east-1:123456789012:global/webacl/thaw/1";
