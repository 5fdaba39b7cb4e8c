import { Anchor, Button, CopyButton, Group, Stack, Text } from "@mantine/core";
import { Link } from "@remix-run/react";
import { IconBrandLinkedin, IconCheck, IconCopy, IconUserCheck } from "@tabler/icons-react";
import type { ListedTask, TaskOutcome } from "@thaw/core/inbox/task/task.schema";
import { Dialog } from "../../components/dialog.tsx";
import { useText } from "../../messages/text.tsx";
import { leadAddress } from "../lead/lead-page.ts";
import "./task.css";
import { DueTime, type Members, useMemberName } from "./task-text.tsx";
import { useTaskChange } from "./use-task-change.ts";

type Props = Members & {
  task: ListedTask;
  canWrite: boolean;
  onEdit: () => void;
  onClose: () => void;
};

/** What a step asks for, ready to copy, and what came of it. Mount it while it is open. */
export default function StepTaskDialog({ task, canWrite, onEdit, onClose, ...people }: Props) {
  const t = useText("tasks");
  const { step, status, lead_id, lead_name, lead_email, campaign_name } = task;
  if (!step) return null;
  return (
    <Dialog onClose={onClose} title={t(`action.${step.action}`)} size="lg" centered>
      <Stack gap="sm">
        <div>
          <Anchor component={Link} to={leadAddress(lead_id)} fw={500} onClick={onClose}>
            {lead_name || lead_email}
          </Anchor>
          <Text size="sm" c="dimmed">
            {t("stepOf", { step: step.step, campaign: campaign_name ?? "" })} ·{" "}
            <DueTime task={task} />
          </Text>
        </div>
        {task.description ? <Text size="sm">{task.description}</Text> : null}
        <StepText step={step} />
        {status === "COMPLETED" ? (
          <Outcome task={task} {...people} />
        ) : (
          <Text size="sm" c="dimmed">
            {t("stepHelp")}
          </Text>
        )}
        {canWrite && status === "CREATED" ? (
          <StepButtons task={task} onEdit={onEdit} onClose={onClose} />
        ) : null}
      </Stack>
    </Dialog>
  );
}

type Step = NonNullable<ListedTask["step"]>;

function StepText({ step }: { step: Step }) {
  const t = useText("tasks");
  const { subject, text, profile_url, action } = step;
  const plain = action === "MANUAL_EMAIL" ? plainOf(text ?? "") : (text ?? "");
  return (
    <>
      {profile_url ? (
        <Button
          component="a"
          href={profile_url}
          target="_blank"
          rel="noreferrer noopener"
          variant="default"
          leftSection={<IconBrandLinkedin size={16} />}
          style={{ alignSelf: "flex-start" }}
        >
          {t("openProfile")}
        </Button>
      ) : null}
      {subject ? <TaskCopy label={t("subject")} copy={t("copySubject")} text={subject} /> : null}
      {plain ? (
        <TaskCopy label={t("text")} copy={t("copyText")} text={plain} />
      ) : (
        <Text size="sm" c="dimmed">
          {t("noText")}
        </Text>
      )}
    </>
  );
}

function TaskCopy({ label, copy, text }: { label: string; copy: string; text: string }) {
  const t = useText("tasks");
  return (
    <section aria-label={label}>
      <Group justify="space-between" mb={4}>
        <Text size="sm" fw={500}>
          {label}
        </Text>
        <CopyButton value={text}>
          {({ copied, copy: run }) => (
            <Button
              size="compact-xs"
              variant="default"
              leftSection={copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
              onClick={run}
              aria-label={copied ? t("copied") : copy}
            >
              {t(copied ? "copied" : "copy")}
            </Button>
          )}
        </CopyButton>
      </Group>
      <div className="task-words">{text}</div>
    </section>
  );
}

/** What someone pastes into a mail program. */
function plainOf(html: string): string {
  const page = new DOMParser().parseFromString(
    html.replaceAll(/<br\s*\/?>/gi, "\n").replaceAll(/<\/(p|div|li)>/gi, "\n\n"),
    "text/html",
  );
  return (page.body.textContent ?? "").replaceAll(/\n{3,}/g, "\n\n").trim();
}

function Outcome({ task, ...people }: Members & { task: ListedTask }) {
  const t = useText("tasks");
  const nameOf = useMemberName(people);
  const outcome = t(`outcome.${task.step?.outcome ?? "DONE"}`);
  return (
    <Text size="sm">{t("completedBy", { outcome, person: nameOf(task.completed_by ?? 0) })}</Text>
  );
}

type ButtonProps = { task: ListedTask; onEdit: () => void; onClose: () => void };

function StepButtons({ task, onEdit, onClose }: ButtonProps) {
  const t = useText("tasks");
  const { change, isBusy } = useTaskChange(onClose);
  const end = (outcome: TaskOutcome) => () => change("complete", task.id, outcome);
  return (
    <Group gap="xs" justify="flex-end">
      <Button variant="subtle" onClick={onEdit} mr="auto">
        {t("edit")}
      </Button>
      <Button variant="default" disabled={isBusy} onClick={end("SKIPPED")}>
        {t("skip")}
      </Button>
      {task.step?.action === "LI_CONNECT" ? (
        <Button
          variant="default"
          disabled={isBusy}
          leftSection={<IconUserCheck size={16} />}
          onClick={end("ACCEPTED")}
        >
          {t("accepted")}
        </Button>
      ) : null}
      <Button loading={isBusy} leftSection={<IconCheck size={16} />} onClick={end("DONE")}>
        {t("done")}
      </Button>
    </Group>
  );
}
