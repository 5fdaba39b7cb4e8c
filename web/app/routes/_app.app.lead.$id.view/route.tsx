import { Stack, Text } from "@mantine/core";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { listCategories } from "@thaw/core/accounts/category/category";
import { listTags } from "@thaw/core/accounts/tag/tag";
import type { Actor } from "@thaw/core/actor";
import {
  createReminder,
  deleteReminder,
  dismissReminder,
  listReminders,
  saveReminder,
} from "@thaw/core/inbox/reminder/reminder";
import { listLeadTasks } from "@thaw/core/inbox/task/task-list";
import { getLeadTimeline } from "@thaw/core/inbox/timeline/lead-timeline";
import { getLead } from "@thaw/core/leads/lead/lead";
import { listLeadEnrolments } from "@thaw/core/leads/lead/lead-enrolments";
import { saveLead } from "@thaw/core/leads/lead/save-lead";
import {
  createNote,
  deleteNote,
  listNotes,
  restoreNote,
  updateNote,
} from "@thaw/core/leads/note/note";
import { useActionResult } from "../../components/action-result.ts";
import { Page } from "../../components/page.tsx";
import { RelativeTime } from "../../components/time.tsx";
import { toast } from "../../components/toasts.ts";
import { nameOfLead } from "../../features/lead/lead-columns.tsx";
import { LeadDetails, OwnDetails } from "../../features/lead/lead-details.tsx";
import { LeadEnrolments } from "../../features/lead/lead-enrolments.tsx";
import { LeadHead } from "../../features/lead/lead-head.tsx";
import { LEADS } from "../../features/lead/lead-page.ts";
import { LeadTabs } from "../../features/lead/lead-tabs.tsx";
import { LeadTimeline } from "../../features/lead/lead-timeline.tsx";
import { TagChips } from "../../features/tag/tag-chips.tsx";
import { loadMembers } from "../../features/task/task-list.server.ts";
import { useText } from "../../messages/text.tsx";
import { titleMeta } from "../../messages/title.ts";
import { idInPath } from "../../path-id.server.ts";
import { requireActor } from "../../session.server.ts";
import { submit } from "../../submit.server.ts";
import "../../features/lead/lead.css";

/** Older ones are in the API. */
const MOST_NOTES = 100;

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  titleMeta(data?.lead.email ?? "", matches);

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const lead_id = idInPath(params.id, "lead");
  const [lead, enrolments, timeline, categories, tags, about] = await Promise.all([
    getLead(actor, { lead_id }),
    listLeadEnrolments(actor, { lead_ids: [lead_id] }),
    getLeadTimeline(actor, { lead_id }),
    listCategories(actor, {}),
    listTags(actor, {}),
    loadAbout(actor, lead_id),
  ]);
  return {
    lead,
    enrolments: enrolments.items,
    timeline,
    categories: categories.items,
    tags: tags.items,
    about,
    canWrite: actor.permissions.has("leads:write"),
  };
}

/** Notes, tasks and reminders, with who writes and may change them. */
async function loadAbout(actor: Actor, lead_id: number) {
  const [notes, tasks, reminders, people] = await Promise.all([
    listNotes(actor, { lead_id, limit: MOST_NOTES }),
    listLeadTasks(actor, { lead_id }),
    listReminders(actor, { lead_id }),
    loadMembers(actor),
  ]);
  return {
    notes: notes.items,
    tasks: tasks.items,
    reminders: reminders.items,
    cut: { notes: notes.cursor !== null, tasks: tasks.is_cut },
    isAdmin: actor.permissions.has("account:write"),
    ...people,
  };
}

export { clientAction } from "../../offline-action.ts";

export function action({ request, params }: ActionFunctionArgs) {
  const lead_id = idInPath(params.id, "lead");
  const operations = {
    save: saveLead,
    addNote: createNote,
    editNote: updateNote,
    deleteNote,
    restoreNote,
    remind: createReminder,
    changeReminder: saveReminder,
    deleteReminder,
    dismissReminder,
  };
  return submit(request, operations, { fields: { lead_id } });
}

export default function LeadPage() {
  const { lead, enrolments, timeline, categories, tags, canWrite, about } =
    useLoaderData<typeof loader>();
  const t = useText("leads");
  const actionResult = useActionData<typeof action>();
  // Here, because the form begins anew with what was saved.
  useActionResult(actionResult, "save", () => toast.done(t("saved")));
  const name = nameOfLead(lead);
  const known = [name ? lead.email : "", lead.company_name].filter(Boolean).join(" · ");
  const sentence = (
    <Stack gap={4}>
      {known ? <span>{known}</span> : null}
      {lead.bounced_at ? (
        <Text size="sm" c="var(--tone-red)">
          {t("bouncedNote")} <RelativeTime at={lead.bounced_at} />
        </Text>
      ) : null}
      <TagChips ids={lead.tag_ids} tags={tags} wraps />
    </Stack>
  );
  return (
    <Page
      title={name || lead.email}
      sentence={sentence}
      breadcrumb={[{ label: t("leads"), to: LEADS }]}
      action={
        canWrite ? (
          <LeadHead lead={lead} categories={categories} tags={tags} canErase={about.isAdmin} />
        ) : undefined
      }
    >
      <div className="lead-parts">
        <Stack gap="md" miw={0}>
          <LeadEnrolments enrolments={enrolments} />
          <LeadTabs leadId={lead.id} {...about}>
            <LeadTimeline timeline={timeline} enrolments={enrolments} />
          </LeadTabs>
        </Stack>
        <Stack gap="md" miw={0}>
          <LeadDetails
            key={lead.updated_at}
            lead={lead}
            canWrite={canWrite}
            actionResult={actionResult}
          />
          <OwnDetails lead={lead} enrolments={enrolments} />
        </Stack>
      </div>
    </Page>
  );
}
