import { Alert, Button, Group, Progress, Stack, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import type { LeadExport } from "@thaw/core/leads/lead-export/lead-export.schema";
import { DateTime } from "../../components/time.tsx";
import { useText } from "../../messages/text.tsx";
import { useFileSize } from "../upload/file-size.ts";
import type { ShownExport } from "./use-lead-export.ts";

type Props = { shown: ShownExport; onDownload: () => void; onAgain: () => void };

/** An export on its way, its file, or why there is none. It goes on when the page is left. */
export function ExportPanel({ shown, onDownload, onAgain }: Props) {
  const t = useText("leads");
  if (shown === "gone") return <NoFile text={t("exportGone")} onAgain={onAgain} />;
  if (shown.status === "FAILED") {
    return <NoFile text={shown.failure ?? t("exportFailed")} onAgain={onAgain} />;
  }
  if (shown.status === "RUNNING") return <Running job={shown} />;
  if (shown.rows_done === 0)
    return (
      <Text className="panel" p="md" mb="md" component="output" display="block">
        {t("exportEmpty")}
      </Text>
    );
  return <Ready job={shown} onDownload={onDownload} />;
}

function Running({ job }: { job: LeadExport }) {
  const t = useText("leads");
  const { rows_done, rows_found, progress } = job;
  const label = t("exporting");
  return (
    <Stack gap="xs" p="md" mb="md" className="panel" component="section" aria-label={label}>
      <Group justify="space-between" gap="sm">
        <Text fw={600}>{label}</Text>
        <Text c="dimmed" aria-live="polite">
          {progress < 0.5
            ? t("exportFound", { rows: rows_found })
            : t("exportRows", { rows: rows_done, of: rows_found })}
        </Text>
      </Group>
      <Progress value={progress * 100} size="sm" aria-label={label} />
      <Text c="dimmed" size="sm">
        {t("exportGoesOn")}
      </Text>
    </Stack>
  );
}

function Ready({ job, onDownload }: { job: LeadExport; onDownload: () => void }) {
  const t = useText("leads");
  const size = useFileSize();
  const label = t("exported");
  return (
    <Group gap="sm" p="md" mb="md" className="panel" component="section" aria-label={label}>
      <Stack gap={0} flex={1} aria-live="polite">
        <Text fw={600}>{label}</Text>
        <Text c="dimmed" size="sm">
          {t("exportFile", { rows: job.rows_done, size: size(job.bytes ?? 0) })}{" "}
          <DateTime at={job.expires_at} />
        </Text>
      </Stack>
      <Button leftSection={<IconDownload size={16} />} onClick={onDownload}>
        {t("exportDownload")}
      </Button>
    </Group>
  );
}

function NoFile({ text, onAgain }: { text: string; onAgain: () => void }) {
  const t = useText("leads");
  return (
    <Alert color="red" variant="light" title={t("exportFailed")} mb="md">
      <Stack gap="xs" align="flex-start">
        {text}
        <Button size="xs" variant="default" onClick={onAgain}>
          {t("exportAgain")}
        </Button>
      </Stack>
    </Alert>
  );
}
