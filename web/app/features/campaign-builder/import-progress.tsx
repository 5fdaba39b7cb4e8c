import { Alert, Anchor, Button, Group, Progress, Stack, Text, Title } from "@mantine/core";
import { Link } from "@remix-run/react";
import { IconDownload } from "@tabler/icons-react";
import { type LeadImport, OUTCOMES } from "@thaw/core/leads/lead-import/lead-import.schema";
import { useState } from "react";
import { Count } from "../../components/count.tsx";
import { usePolled } from "../../components/use-polled.ts";
import type { TextKey } from "../../messages/namespaces.ts";
import { useText } from "../../messages/text.tsx";
import { useRefusalText } from "./builder.tsx";
import { run } from "./run.ts";

const isOver = ({ status }: LeadImport) => status === "COMPLETED" || status === "FAILED";

/** It can be told to go on. */
const isStopped = ({ status, is_stalled }: LeadImport) => status === "FAILED" || is_stalled;

function titleOf(job: LeadImport): TextKey<"campaign-wizard"> {
  const { status, counts } = job;
  if (isStopped(job)) return "importedPart";
  if (status !== "COMPLETED") return "importing";
  return counts.imported === 0 ? "importedNone" : "imported";
}

/** An import, as far as it is. */
function useImport(first: LeadImport, onMore: () => void) {
  const [job, setJob] = useState(first);
  usePolled(
    !isOver(job),
    (signal) => run("getLeadImport", { import_id: first.id }, signal),
    (answer) => {
      if (!answer.ok) return;
      setJob(answer.data);
      const hasGrown = answer.data.counts.imported > job.counts.imported;
      if (hasGrown || isOver(answer.data)) onMore();
    },
  );
  return { job, setJob };
}

type Props = { first: LeadImport; onMore: () => void; onAnother: () => void };

/** An import on its way, and what became of every row at its end. It goes on when the page is left. */
export function ImportProgress({ first, onMore, onAnother }: Props) {
  const t = useText("campaign-wizard");
  const copy = useRefusalText();
  const [error, setError] = useState<string | null>(null);
  const { job, setJob } = useImport(first, onMore);
  const retry = async () => {
    const answer = await run("retryLeadImport", { import_id: job.id });
    setError(answer.ok ? null : copy(answer));
    if (answer.ok) setJob(answer.data);
  };
  const isAtRest = isOver(job) || isStopped(job);
  return (
    <Stack gap="sm" p="md" className="panel">
      <Group justify="space-between" gap="sm">
        <Title order={2}>{t(titleOf(job), { file: job.file_name })}</Title>
        <Text c="dimmed" aria-live="polite">
          {t("rowsDone", { rows: job.rows_done })}
        </Text>
      </Group>
      <Progress.Root size="sm">
        <Progress.Section
          value={job.progress * 100}
          aria-label={t("importing", { file: job.file_name })}
          color={
            titleOf(job) === "imported"
              ? "var(--tone-green)"
              : "var(--mantine-primary-color-filled)"
          }
        />
      </Progress.Root>
      {isAtRest ? null : <Text c="dimmed">{t("goesOn")}</Text>}
      <OutcomeCounts job={job} />
      {isStopped(job) || error ? (
        <Alert color="red" variant="light" title={t("importFailed")}>
          {error ?? job.failure ?? t("importStalled")}
        </Alert>
      ) : null}
      {isAtRest ? (
        <Group gap="xs">
          {isStopped(job) ? <Button onClick={() => void retry()}>{t("goOn")}</Button> : null}
          {job.has_errors ? <ErrorFileButton importId={job.id} onError={setError} /> : null}
          <Button variant="default" onClick={onAnother}>
            {t("another")}
          </Button>
        </Group>
      ) : null}
      <ErrorFileHint job={job} />
    </Stack>
  );
}

function ErrorFileHint({ job }: { job: LeadImport }) {
  const t = useText("campaign-wizard");
  if (!job.has_errors) return null;
  return (
    <Text size="sm" c="dimmed">
      {t("errorFileHint")}
    </Text>
  );
}

/** One count per reason; together they are the rows of the file. */
function OutcomeCounts({ job }: { job: LeadImport }) {
  const t = useText("campaign-wizard");
  return (
    <>
      <dl className="wizard-counts">
        {OUTCOMES.map((outcome) => (
          <div key={outcome} data-zero={job.counts[outcome] === 0 || undefined}>
            <dt>{t(`outcome.${outcome}`)}</dt>
            <dd>
              <Count value={job.counts[outcome]} />
            </dd>
          </div>
        ))}
      </dl>
      {job.counts.over_limit > 0 ? (
        <Text size="sm">
          {t.rich("overLimit", {
            link: (copy) => (
              <Anchor component={Link} to="/app/settings/subscription" inherit>
                {copy}
              </Anchor>
            ),
          })}
        </Text>
      ) : null}
    </>
  );
}

type ErrorFileProps = { importId: number; onError: (message: string) => void };

function ErrorFileButton({ importId, onError }: ErrorFileProps) {
  const t = useText("campaign-wizard");
  const copy = useRefusalText();
  const download = async () => {
    const answer = await run("downloadImportErrors", { import_id: importId });
    // The answer is an attachment: the page stays.
    if (answer.ok) window.location.assign(answer.data.url);
    else onError(copy(answer));
  };
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} />}
      onClick={() => void download()}
    >
      {t("errorFile")}
    </Button>
  );
}
