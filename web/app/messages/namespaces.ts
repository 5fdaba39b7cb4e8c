// Written by `npm run generate`: do not edit.
/** The areas of the screens' catalogue. */
export type Namespaces = {
  activity: typeof import("./en-us/activity.ts").default;
  "api-keys": typeof import("./en-us/api-keys.ts").default;
  approval: typeof import("./en-us/approval.ts").default;
  auth: typeof import("./en-us/auth.ts").default;
  "block-list": typeof import("./en-us/block-list.ts").default;
  "campaign-detail": typeof import("./en-us/campaign-detail.ts").default;
  "campaign-leads": typeof import("./en-us/campaign-leads.ts").default;
  "campaign-list": typeof import("./en-us/campaign-list.ts").default;
  "campaign-menu": typeof import("./en-us/campaign-menu.ts").default;
  "campaign-wizard": typeof import("./en-us/campaign-wizard.ts").default;
  categories: typeof import("./en-us/categories.ts").default;
  clients: typeof import("./en-us/clients.ts").default;
  "csv-deletion": typeof import("./en-us/csv-deletion.ts").default;
  demo: typeof import("./en-us/demo.ts").default;
  fields: typeof import("./en-us/fields.ts").default;
  "get-started": typeof import("./en-us/get-started.ts").default;
  inbox: typeof import("./en-us/inbox.ts").default;
  integrations: typeof import("./en-us/integrations.ts").default;
  "lead-erasure": typeof import("./en-us/lead-erasure.ts").default;
  leads: typeof import("./en-us/leads.ts").default;
  lists: typeof import("./en-us/lists.ts").default;
  mailboxes: typeof import("./en-us/mailboxes.ts").default;
  oidc: typeof import("./en-us/oidc.ts").default;
  onboarding: typeof import("./en-us/onboarding.ts").default;
  passkeys: typeof import("./en-us/passkeys.ts").default;
  plan: typeof import("./en-us/plan.ts").default;
  profile: typeof import("./en-us/profile.ts").default;
  security: typeof import("./en-us/security.ts").default;
  "send-plan": typeof import("./en-us/send-plan.ts").default;
  "sequence-versions": typeof import("./en-us/sequence-versions.ts").default;
  shell: typeof import("./en-us/shell.ts").default;
  "step-types": typeof import("./en-us/step-types.ts").default;
  tags: typeof import("./en-us/tags.ts").default;
  tasks: typeof import("./en-us/tasks.ts").default;
  team: typeof import("./en-us/team.ts").default;
  templates: typeof import("./en-us/templates.ts").default;
  uploads: typeof import("./en-us/uploads.ts").default;
};

export type Namespace = keyof Namespaces;
export type TextKey<A extends Namespace> = keyof Namespaces[A] & string;
