import { Tabs, Text } from "@mantine/core";
import { useSearchParams } from "@remix-run/react";
import type { Reminder } from "@thaw/core/inbox/reminder/reminder.schema";
import type { ListedTask } from "@thaw/core/inbox/task/task.schema";
import type { Note } from "@thaw/core/leads/note/note.schema";
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { Count } from "../../components/count.tsx";
import { useText } from "../../messages/text.tsx";
import { TaskDialogs, useTaskDialogs } from "../task/task-dialogs.tsx";
import "../task/task.css";
import type { Members } from "../task/task-text.tsx";
import { useLeadKeys } from "./lead-keys.ts";
import { LeadNotes } from "./lead-notes.tsx";
import { LeadReminders } from "./lead-reminders.tsx";
import { LeadTasks } from "./lead-tasks.tsx";

const ReminderForm = lazy(() => import("./reminder-form.tsx"));

const TABS = ["timeline", "notes", "tasks", "reminders"] as const;
type Tab = (typeof TABS)[number];

type Props = Members & {
  leadId: number;
  notes: readonly Note[];
  tasks: ListedTask[];
  reminders: readonly Reminder[];
  /** There are more than are given here. */
  cut: { notes: boolean; tasks: boolean };
  canWrite: boolean;
  isAdmin: boolean;
  /** What happened. */
  children: ReactNode;
};

/** What happened with a lead, and what the team knows, does and comes back to. */
export function LeadTabs({ leadId, notes, tasks, reminders, cut, children, ...rest }: Props) {
  const t = useText("tasks");
  const { canWrite, members, me } = rest;
  const [tab, setTab] = useTab();
  const dialogs = useTaskDialogs(canWrite);
  const [reminding, setReminding] = useState<{ reminder?: Reminder } | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const row = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/exhaustive-deps -- on a small screen another tab may lie outside the row
  useEffect(() => {
    const chosen = row.current?.querySelector<HTMLElement>("[aria-selected=true]");
    row.current?.scrollTo({ left: (chosen?.offsetLeft ?? 0) - (row.current.offsetLeft + 24) });
  }, [tab]);
  useLeadKeys(canWrite, {
    onTask: dialogs.add,
    onReminder: () => setReminding({}),
    onNote: () => {
      setTab("notes");
      // Not before the tab shows it.
      requestAnimationFrame(() => field.current?.focus());
    },
  });
  const open = tasks.filter(({ status }) => status === "CREATED").length;
  const waiting = reminders.filter(({ dismissed_at }) => !dismissed_at).length;
  const counts = { timeline: 0, notes: notes.length, tasks: open, reminders: waiting };
  return (
    <>
      <Tabs value={tab} onChange={(chosen) => setTab(TABS.find((one) => one === chosen))}>
        <Tabs.List className="lead-tabs" aria-label={t("tabs")} mb="sm" ref={row}>
          {TABS.map((name) => (
            <Tabs.Tab
              key={name}
              value={name}
              rightSection={counts[name] > 0 ? <Count value={counts[name]} /> : null}
            >
              {name === "tasks" ? t("title") : t(name)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="timeline">{children}</Tabs.Panel>
        <Tabs.Panel value="notes">
          <LeadNotes {...rest} leadId={leadId} notes={notes} fieldRef={field} />
          <OnlyNewest isCut={cut.notes} count={notes.length} />
        </Tabs.Panel>
        <Tabs.Panel value="tasks">
          <LeadTasks {...rest} tasks={tasks} dialogs={dialogs} />
          <OnlyNewest isCut={cut.tasks} count={tasks.length} />
        </Tabs.Panel>
        <Tabs.Panel value="reminders">
          <LeadReminders
            {...rest}
            reminders={reminders}
            onAdd={() => setReminding({})}
            onEdit={(reminder) => setReminding({ reminder })}
          />
        </Tabs.Panel>
      </Tabs>
      <TaskDialogs {...{ dialogs, canWrite, leadId, members, me }} />
      {reminding ? (
        <Suspense>
          <ReminderForm leadId={leadId} {...reminding} onClose={() => setReminding(null)} />
        </Suspense>
      ) : null}
    </>
  );
}

function OnlyNewest({ isCut, count }: { isCut: boolean; count: number }) {
  const t = useText("tasks");
  return isCut ? (
    <Text size="sm" c="dimmed" mt="sm">
      {t("onlyNewest", { count })}
    </Text>
  ) : null;
}

/** In the address, so that a link shows the same to a colleague. */
function useTab(): [Tab, (tab: Tab | undefined) => void] {
  const [params, setParams] = useSearchParams();
  const tab = TABS.find((name) => name === params.get("tab")) ?? "timeline";
  const choose = (chosen: Tab | undefined) =>
    setParams(chosen && chosen !== "timeline" ? { tab: chosen } : {}, {
      replace: true,
      preventScrollReset: true,
    });
  return [tab, choose];
}
