import type { IntlMessageFormat } from "intl-messageformat";
import type approval from "./en-us/approval.ts";
import type auth from "./en-us/auth.ts";
import type blockList from "./en-us/block-list.ts";
import type campaignDetail from "./en-us/campaign-detail.ts";
import type campaignLeads from "./en-us/campaign-leads.ts";
import type campaignList from "./en-us/campaign-list.ts";
import type campaignMenu from "./en-us/campaign-menu.ts";
import type campaignWizard from "./en-us/campaign-wizard.ts";
import type categories from "./en-us/categories.ts";
import type csvDeletion from "./en-us/csv-deletion.ts";
import type demo from "./en-us/demo.ts";
import type getStarted from "./en-us/get-started.ts";
import type inbox from "./en-us/inbox.ts";
import type leadErasure from "./en-us/lead-erasure.ts";
import type leads from "./en-us/leads.ts";
import type lists from "./en-us/lists.ts";
import type mailboxes from "./en-us/mailboxes.ts";
import type onboarding from "./en-us/onboarding.ts";
import type plan from "./en-us/plan.ts";
import type security from "./en-us/security.ts";
import type sendPlan from "./en-us/send-plan.ts";
import type sequenceVersions from "./en-us/sequence-versions.ts";
import type shell from "./en-us/shell.ts";
import type stepTypes from "./en-us/step-types.ts";
import type tags from "./en-us/tags.ts";
import type tasks from "./en-us/tasks.ts";
import type templates from "./en-us/templates.ts";
import type uploads from "./en-us/uploads.ts";

/** The areas of the catalogue. A feature adds one line here and one file in each language's folder. */
export type Areas = {
  approval: typeof approval;
  auth: typeof auth;
  "block-list": typeof blockList;
  "campaign-detail": typeof campaignDetail;
  "campaign-leads": typeof campaignLeads;
  "campaign-list": typeof campaignList;
  "campaign-menu": typeof campaignMenu;
  "campaign-wizard": typeof campaignWizard;
  categories: typeof categories;
  "csv-deletion": typeof csvDeletion;
  demo: typeof demo;
  "get-started": typeof getStarted;
  inbox: typeof inbox;
  "lead-erasure": typeof leadErasure;
  leads: typeof leads;
  lists: typeof lists;
  mailboxes: typeof mailboxes;
  onboarding: typeof onboarding;
  plan: typeof plan;
  security: typeof security;
  "send-plan": typeof sendPlan;
  "sequence-versions": typeof sequenceVersions;
  shell: typeof shell;
  "step-types": typeof stepTypes;
  tags: typeof tags;
  tasks: typeof tasks;
  templates: typeof templates;
  uploads: typeof uploads;
};

export type Area = keyof Areas;
export type TextKey<A extends Area> = keyof Areas[A] & string;

/** What IntlMessageFormat takes: words, or (in a build) the tree that they were parsed into. */
type Message = ConstructorParameters<typeof IntlMessageFormat>[0];
export type Messages = Readonly<Record<string, Message>>;
