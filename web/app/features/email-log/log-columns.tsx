import { RelativeTime } from "../../components/time.tsx";
import type { Column } from "../../list/column.ts";
import type { Text as Words } from "../../messages/text.tsx";
import { LogEvent } from "./log-event.tsx";
import { LogReason } from "./log-reason.tsx";
import type { LogRow } from "./log-row.ts";
import { RetryActions } from "./retry-actions.tsx";

export function logColumns(
  t: Words<"campaign-detail">,
  rows: readonly LogRow[],
  canWrite: boolean,
): Column<LogRow>[] {
  // A column for pages where something can be done.
  const hasActions = canWrite && rows.some(({ message_status }) => message_status);
  return [
    {
      id: "event",
      header: t("event"),
      isFixed: true,
      cell: ({ kind }) => <LogEvent kind={kind} />,
    },
    { id: "time", header: t("time"), cell: ({ at }) => <RelativeTime at={at} /> },
    { id: "lead", header: t("lead"), cell: ({ email }) => email },
    {
      id: "step",
      header: t("step"),
      cell: ({ step, variant }) => (step === undefined ? null : `${step}${variant ?? ""}`),
    },
    { id: "reason", header: t("reason"), cell: (row) => <LogReason row={row} /> },
    { id: "sender", header: t("sender"), cell: ({ sender }) => sender },
    ...(hasActions
      ? [
          {
            id: "actions",
            header: t("actions"),
            align: "right" as const,
            cell: (row: LogRow) => <RetryActions row={row} />,
          },
        ]
      : []),
  ];
}
