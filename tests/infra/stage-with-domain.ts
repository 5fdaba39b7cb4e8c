/** A stage as an owner would set it up, in thaw.settings.json beside this: permanent, with a domain, an operator and an agency's host. */
export const STAGE_WITH_DOMAIN = "with-domain";
